import { Button } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callListQuery } from '../../api/my-customers.ts';
import { portalQuery } from '../../api/portal.ts';
import { OpenedCustomers } from '../../components/dialogs/opened-customers.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { untilPublished } from '../../components/feedback/no-reference-data.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { useFollowedMarket } from '../../components/hooks/use-followed-market.ts';
import { formatCount } from '../../i18n/formats.ts';
import { MarketHeader } from '../market/layout/market-header.tsx';
import { CallListTable } from './call-list-table.tsx';
import './call-list.css';
import { Downloads } from './downloads.tsx';

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
          <p className="call-list__end">
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
