import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customerCountsQuery } from '../../api/customer-counts.ts';
import type { CalledCustomer } from '../../api/my-customers.ts';
import { useKeptState } from '../../components/hooks/use-kept-state.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount } from '../../i18n/formats.ts';
import { CalledCustomerRows } from './called-customer-rows.tsx';

interface CallListTableProps {
  /** undefined while the first ones are loading. */
  customers: readonly CalledCustomer[] | undefined;
  totals: { customers: number; potentialPerMonth: number } | undefined;
}

const none: ReadonlySet<string> = new Set();

/** One row per customer, which opens to what the customer misses. */
export function CallListTable({ customers, totals }: CallListTableProps) {
  const { t } = useTranslation('callList');
  const [opened, setOpened] = useKeptState<ReadonlySet<string>>('customers', none);
  const { data: counts } = useQuery(customerCountsQuery());

  function toggle(directLinkId: string) {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(directLinkId)) after.add(directLinkId);
      return after;
    });
  }

  return (
    <ScrollingTable label={t('table')}>
      <thead>
        <tr>
          <th scope="col">{t('column.customer')}</th>
          <th scope="col">{t('column.potentialPerMonth')}</th>
          <th scope="col">{t('column.packsPerMonth')}</th>
          <th scope="col">{t('products')}</th>
        </tr>
      </thead>
      {customers ? (
        customers.map((customer) => (
          <CalledCustomerRows
            key={customer.directLinkId}
            customer={customer}
            isOpen={opened.has(customer.directLinkId)}
            onToggle={() => toggle(customer.directLinkId)}
            counts={counts}
          />
        ))
      ) : (
        <WaitingRows />
      )}
      <tfoot>
        <tr>
          <th scope="row">
            {totals && t('total', { count: totals.customers, customers: formatCount(totals.customers) })}
          </th>
          <td>{totals && formatAmount(totals.potentialPerMonth)}</td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </ScrollingTable>
  );
}

function WaitingRows() {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
        <tr key={index}>
          <th scope="row">
            <span className={Classes.SKELETON}>{'0'.repeat(20 + ((index * 7) % 11))}</span>
          </th>
          <td colSpan={3} />
        </tr>
      ))}
    </tbody>
  );
}
