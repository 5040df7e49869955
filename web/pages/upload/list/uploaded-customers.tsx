import { useTranslation } from 'react-i18next';
import type { ListedCustomer } from '#shared/schemas/customer-page.ts';
import { Link } from '../../../components/navigation/link.tsx';
import '../../../components/tables/data-table.css';
import { formatAmount, formatCount, formatDate, formatTimeRange } from '../../../i18n/formats.ts';
import { customerPath } from '../../../page.ts';

const columns = ['customer', 'externalId', 'period', 'potential', 'missing', 'lastOrder'] as const;

/** Customers with what could be sold them and what they miss; the roles stand here as in the list of uploads. */
export function UploadedCustomers({ customers }: { customers: readonly ListedCustomer[] }) {
  const { t } = useTranslation('upload');
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <table className="cards cards--beside past-uploads" role="table" aria-label={t('view.customers')}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" data-column={column}>
              {t(`past.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {customers.map((customer) => (
          <tr key={customer.externalId} role="row" data-disabled={customer.directLinkId === null}>
            {columns.map((column) => (
              <td key={column} role="cell" data-column={column} data-label={t(`past.${column}`)}>
                <Cell column={column} customer={customer} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}

interface CellProps {
  customer: ListedCustomer;
  column: (typeof columns)[number];
}

function Cell({ customer, column }: CellProps) {
  const { t } = useTranslation('upload');
  const { externalId, directLinkId, statistics: count, notDeliverable, lastOrder } = customer;
  const period = formatTimeRange({ ...customer, timeInformation: null });
  const name = customer.name || t('past.noName');
  switch (column) {
    case 'customer':
      return (
        <span className="past-uploads__customer">
          <Link to={customerPath(externalId)} title={name}>
            {name}
          </Link>
          {count > 1 && (
            <small className="past-uploads__uploaded">
              {t('past.uploads', { count, uploads: formatCount(count) })}
            </small>
          )}
        </span>
      );
    case 'externalId':
      return externalId;
    case 'period':
      return directLinkId ? <Link to={`/dashboard/${directLinkId}`}>{period}</Link> : period;
    case 'potential':
      return formatAmount(customer.potentialPerMonth);
    case 'missing':
      if (notDeliverable === null) return '–';
      return notDeliverable === 0
        ? formatCount(0)
        : t('past.ofThem', {
            missing: formatCount(notDeliverable),
            replaceable: formatCount(customer.notDeliverableReplaceable ?? 0),
          });
    case 'lastOrder':
      return lastOrder ? formatDate(lastOrder.madeAt) : '–';
  }
}
