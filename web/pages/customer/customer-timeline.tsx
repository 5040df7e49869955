import { Tag } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { CustomerOrder, CustomerPage, CustomerStatistic } from '#shared/schemas/customer-page.ts';
import { Link } from '../../components/navigation/link.tsx';
import { formatAmount, formatCount, formatDate, formatMonth, formatTimeRange } from '../../i18n/formats.ts';

type Action = CustomerPage['actions'][number];
type Entry = { at: string } & (
  | { statistic: CustomerStatistic }
  | { order: CustomerOrder }
  | { action: Action }
);

/** Statistics by the end of their period, orders and what was noted of calls by their day, newest first. */
export function CustomerTimeline({
  statistics,
  orders,
  actions,
}: Pick<CustomerPage, 'statistics' | 'orders' | 'actions'>) {
  const entries: Entry[] = [
    ...statistics.map((statistic) => ({ at: endOf(statistic), statistic })),
    ...orders.map((order) => ({ at: order.madeAt, order })),
    ...actions.map((action) => ({ at: action.madeAt, action })),
  ];
  entries.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  return (
    <ol className="stack plain-list customer__timeline">
      {entries.map((entry) => {
        if ('order' in entry) return <OrderEntry key={`order ${entry.order.order}`} order={entry.order} />;
        if ('action' in entry) return <ActionEntry key={`action ${entry.action.id}`} action={entry.action} />;
        return <StatisticEntry key={entry.statistic.bezugsStatistikID} statistic={entry.statistic} />;
      })}
    </ol>
  );
}

/** After every day of its last month, as text that sorts. */
function endOf({ timeYearTo, timeMonthTo }: CustomerStatistic): string {
  return `${timeYearTo}-${String(timeMonthTo).padStart(2, '0')}-32`;
}

function StatisticEntry({ statistic }: { statistic: CustomerStatistic }) {
  const { t } = useTranslation('customer');
  const { active, directLinkId, timeMonthTo, timeYearTo, importDate, user, comment } = statistic;
  const name = t('timeline.statistic', { period: formatTimeRange(statistic) });
  return (
    <li data-kind="statistic">
      <span className="customer__when">{formatMonth(timeMonthTo, timeYearTo)}</span>
      <span>
        {active ? <Link to={`/dashboard/${directLinkId}`}>{name}</Link> : name}{' '}
        {!active && <Tag minimal>{t('timeline.disabled')}</Tag>}
        <span className="note customer__note">
          {t('timeline.uploaded', { date: formatDate(importDate), user })}
        </span>
        {comment && <span className="note customer__note">{comment}</span>}
      </span>
    </li>
  );
}

function OrderEntry({ order }: { order: CustomerOrder }) {
  const { t } = useTranslation(['customer', 'cart', 'portal']);
  const { version, madeAt, madeBy, wholesalerName, signed, rows, packs, exFactorySum } = order;
  const sums = t('cart:versions.sums', {
    count: rows,
    rows: formatCount(rows),
    packs: t('portal:packs', { count: packs }),
    amount: formatAmount(exFactorySum),
  });
  const told = [
    version > 1 && t('cart:versions.version', { version }),
    wholesalerName ?? t('cart:orders.noWholesaler'),
    madeBy,
  ];
  return (
    <li data-kind="order">
      <span className="customer__when">{formatDate(madeAt)}</span>
      <span>
        {t('timeline.order', { order: order.order })} · {sums}{' '}
        {signed && <Tag intent="success">{t('cart:versions.signed')}</Tag>}
        <span className="note customer__note">{told.filter(Boolean).join(' · ')}</span>
      </span>
    </li>
  );
}

function ActionEntry({ action: { action, until, madeAt, by } }: { action: Action }) {
  const { t } = useTranslation('customer');
  return (
    <li data-kind={action}>
      <span className="customer__when">{formatDate(madeAt)}</span>
      <span>
        {t(`timeline.${action}`, { day: until ? formatDate(until) : '' })}
        <span className="note customer__note">{by}</span>
      </span>
    </li>
  );
}
