import { Button, Classes } from '@blueprintjs/core';
import { Download, TickCircle } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { type CalledCustomer, callListQuery, downloadedCustomers } from '../../api/my-customers.ts';
import { portalQuery } from '../../api/portal.ts';
import { OpenedCustomers } from '../../components/dialogs/customers-of-product.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { untilPublished } from '../../components/feedback/no-reference-data.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { useFollowedMarket } from '../../components/hooks/use-followed-market.ts';
import { useKeptState } from '../../components/hooks/use-kept-state.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount } from '../../i18n/formats.ts';
import { labelled } from '../../i18n/labelled.ts';
import { MarketHeader } from '../market/layout/market-header.tsx';
import { customerCountsQuery } from '../market/market-page.ts';
import { CalledCustomerRows } from './called-customer-rows.tsx';
import './call-list-page.css';

/** Whom to call: the user's customers by what could be delivered instead of what they now miss, for good first. */
export function Component() {
  const { t } = useTranslation('callList');
  const { data: portal } = useQuery(portalQuery);
  const list = useInfiniteQuery({ ...callListQuery, refetchInterval: untilPublished });
  useFollowedMarket();
  const customers = list.data?.pages.flatMap((page) => page.customers);
  const totals = list.data?.pages[0]?.totals;
  const title = t('title');

  function content() {
    if (list.error && !customers) return <FailureNotice error={list.error} onRetry={list.refetch} />;
    if (totals?.customers === 0) {
      return (
        <PageMessage heading="h2" icon={<TickCircle size={36} />} title={t('none')} text={t('noneText')} />
      );
    }
    return (
      <>
        <Downloads customers={totals?.customers} />
        <CallListTable customers={customers} totals={totals} />
        {list.isFetchNextPageError && (
          <FailureNotice error={list.error} onRetry={() => list.fetchNextPage()} />
        )}
        {totals && customers && (
          <p className="row gap-4 row--tight call-list__end">
            {t('shown', { shown: formatCount(customers.length), total: formatCount(totals.customers) })}
            {list.hasNextPage && (
              <Button
                text={t('more')}
                loading={list.isFetchingNextPage}
                onClick={() => list.fetchNextPage()}
              />
            )}
          </p>
        )}
      </>
    );
  }

  return (
    <article className="call-list" aria-busy={list.isPending}>
      <MarketHeader title={title} />
      <p className="page-intro">{portal && t('intro', { provider: portal.providerName })}</p>
      <p className="visually-hidden" role="status">
        {list.isPending && t('loading')}
      </p>
      {content()}
      <OpenedCustomers />
    </article>
  );
}

const forms = ['excel', 'csv'] as const;
type Form = (typeof forms)[number];

/** The list as a file for those who work in a spreadsheet, once it is known how many customers it has. */
function Downloads({ customers }: { customers: number | undefined }) {
  const { t } = useTranslation('callList');
  const [underWay, setUnderWay] = useState<Form | null>(null);
  const [failure, setFailure] = useState<{ form: Form; error: unknown } | null>(null);

  async function fetchFile(form: Form) {
    setUnderWay(form);
    setFailure(null);
    try {
      await download(`/portfolio/call-list/${form}`, { query: { limit: downloadedCustomers } });
    } catch (error) {
      setFailure({ form, error });
    }
    setUnderWay(null);
  }

  return (
    <>
      <fieldset className="row call-list__downloads">
        <legend className="visually-hidden">{t('download')}</legend>
        {forms.map((form) => (
          <Button
            key={form}
            variant="outlined"
            icon={<Download />}
            text={t(form)}
            aria-label={labelled(t('download'), t(form))}
            loading={underWay === form}
            disabled={underWay !== null || customers === undefined}
            onClick={() => fetchFile(form)}
          />
        ))}
        {customers !== undefined && customers > downloadedCustomers && (
          <span className="note call-list__note">
            {t('downloadFirst', { customers: formatCount(downloadedCustomers) })}
          </span>
        )}
      </fieldset>
      {failure && <FailureNotice error={failure.error} onRetry={() => fetchFile(failure.form)} />}
    </>
  );
}

interface CallListTableProps {
  /** undefined while the first ones are loading. */
  customers: readonly CalledCustomer[] | undefined;
  totals: { customers: number; potentialPerMonth: number } | undefined;
}

const none: ReadonlySet<string> = new Set();

/** One row per customer, which opens to what the customer misses. */
function CallListTable({ customers, totals }: CallListTableProps) {
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
