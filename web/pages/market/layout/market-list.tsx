import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenedCustomers } from '../../../components/dialogs/opened-customers.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import { SortPopover } from '../../dashboard/filter/sort-popover.tsx';
import { ListState } from '../../dashboard/layout/list-state.tsx';
import { BadgeLegend } from '../../dashboard/products/badge-legend.tsx';
import { useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import type { MarketPage } from '../market-page.ts';
import { OpenedSources } from '../sources/opened-sources.tsx';
import { stockoutBadgeKinds } from '../stockout-badges.ts';
import { MarketTable, type MarketTableProps } from '../table/market-table.tsx';
import type { useMarketList } from '../use-market-list.ts';
import type { FigureRow } from '../why/ask-market-why.ts';
import { MarketWhy } from '../why/market-why.tsx';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import './market-list.css';
import { listFacts } from './list-facts.tsx';
import { MarketHeader } from './market-header.tsx';
import { MarketToolbar, type MarketToolbarProps } from './market-toolbar.tsx';
import { NoFeeding } from './no-feeding.tsx';
import { SinceField, type SinceFieldProps } from './since-field.tsx';

type Listed = MarketToolbarProps['list'] &
  Pick<ReturnType<typeof useMarketList>, 'asked' | 'rows' | 'totals' | 'sums' | 'lastSums' | 'counts'>;

interface MarketListProps<Row> {
  title: string;
  page: Pick<MarketPage, 'list' | 'totals' | 'besides'>;
  list: Listed;
  /** From which day on it shows. */
  since: SinceFieldProps;
  /** What it can be ordered by. */
  order?: MarketTableProps<Row>['order'] & { orders: readonly string[] };
  /** Column of the totals that counts its products: what stands below their names. */
  counted: 'rowCount' | 'products';
  /** Whether it shows what is reckoned with the packs of a statistic. */
  isFed?: boolean;
  /** What an empty list says. */
  empty: { title: string; text?: string | undefined };
  table: Pick<
    MarketTableProps<Row>,
    'columns' | 'rows' | 'keyOf' | 'section' | 'repeats' | 'factsOf' | 'totals'
  >;
  /** Above the table. */
  head?: ReactNode;
  /** Below it. */
  note?: ReactNode;
}

/** A page that lists products of the market: its name, what it can be asked, its table, and why of every figure. */
export function MarketList<Row>(props: MarketListProps<Row>) {
  const { title, page, list, since, order, counted, isFed = true, empty, table, head, note } = props;
  const { t } = useTranslation('market');
  const texts = useBadgeTexts();
  const { rows, totals } = list;
  const sums = (list.sums ?? undefined) as FigureRow | undefined;
  const lastSums = (list.lastSums ?? undefined) as FigureRow | undefined;
  const count = sums?.[counted] as number | undefined;
  const facts = totals.isError
    ? []
    : listFacts(t, { title, counted, isFed, totals: page.totals, sums: lastSums });
  const total = (
    <MarketWhyButton figure={counted} label={t('column.product')}>
      {t('total', { count: count ?? 0, rows: formatCount(count) })}
    </MarketWhyButton>
  );
  return (
    <MarketWhy page={page} besides={page.besides} asked={list.asked} sums={lastSums}>
      <article className="market-list" data-wide={table.columns.length > 4}>
        <MarketHeader title={title} facts={facts} />
        <MarketToolbar list={list}>
          <SinceField {...since} />
          {order && order.orders.length > 1 && <SortPopover {...order} />}
        </MarketToolbar>
        {isFed && lastSums?.feeding === false && <NoFeeding />}
        <ListState rows={rows} totals={totals} isChanged={list.isChanged} onReset={list.reset} empty={empty}>
          {head}
          {list.counts.isError && (
            <FailureNotice
              error={list.counts.error}
              title={t('customersUnknown')}
              onRetry={list.counts.refetch}
            />
          )}
          <MarketTable
            {...table}
            totals={{ product: total, ...table.totals }}
            label={title}
            {...(order && { order })}
            isStale={rows.isPlaceholderData}
          />
          {note}
          {table.factsOf && <BadgeLegend label={t('legend')} texts={texts} kinds={stockoutBadgeKinds} />}
        </ListState>
        <OpenedSources />
        <OpenedCustomers />
      </article>
    </MarketWhy>
  );
}
