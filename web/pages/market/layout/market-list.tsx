import { Callout, Classes } from '@blueprintjs/core';
import { Feed as FeedIcon, InfoSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '#analytics/views/view.ts';
import { market } from '../../../api/changed-statistics.ts';
import type { FeedView } from '../../../api/feeds.ts';
import { feedPath } from '../../../api/feeds.ts';
import { sessionQuery, type User } from '../../../api/session.ts';
import { OpenedCustomers } from '../../../components/dialogs/customers-of-product.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { FindField, type FindFieldProps } from '../../../components/tables/find-field.tsx';
import type { ListOrder } from '../../../components/tables/list-columns.ts';
import { formatCount, formatDate } from '../../../i18n/formats.ts';
import type { Page } from '../../../page.ts';
import { pages } from '../../../page-list.ts';
import type { FilterChoice, FilterOffer } from '../../dashboard/filter/filter-offer.ts';
import { FilterToolbar } from '../../dashboard/filter/filter-toolbar.tsx';
import { SortPopover } from '../../dashboard/filter/toolbar.tsx';
import { ListState } from '../../dashboard/layout/list-state.tsx';
import { BadgeLegend } from '../../dashboard/products/badge-legend.tsx';
import { useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import type { MarketPage } from '../market-page.ts';
import { OpenedSources } from '../sources/opened-sources.tsx';
import { stockoutBadgeKinds } from '../stockout-badges.ts';
import { MarketTable, type MarketTableProps } from '../table/market-table.tsx';
import type { useMarketList } from '../use-market-list.ts';
import { MarketWhy } from '../why/market-why.tsx';
import type { FigureRow } from '../why/market-why-button.tsx';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { sourceOf, useWhyUnfed } from '../why/source-of.ts';
import { SinceField, type SinceFieldProps } from './list-settings.tsx';
import { MarketHeader } from './market-header.tsx';
import './layout.css';

type Listed = MarketToolbarProps['list'] &
  Pick<ReturnType<typeof useMarketList>, 'asked' | 'rows' | 'totals' | 'sums' | 'lastSums' | 'counts'>;

interface MarketListProps<Row> {
  title: string;
  page: Pick<MarketPage, 'list' | 'totals' | 'besides'>;
  list: Listed;
  /** From which day on it shows. */
  since: SinceFieldProps;
  /** What it can be ordered by. */
  order?: Required<ListOrder> & { orders: readonly string[] };
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

const settings: Page | undefined = pages.find(({ path }) => path === '/admin/stockout-analyser');

/** Says why packs and potentials are unknown: nobody has chosen a statistic for the market, or it is disabled or deleted. */
function NoFeeding() {
  const { t } = useTranslation('market');
  const { data: user } = useQuery(sessionQuery);
  const why = useWhyUnfed();
  if (!why) return null;
  return (
    <Callout className="no-feeding" icon={<InfoSign />} intent="warning" role="status">
      {why} {settings && user?.role === 'Admin' && <Link to={settings.path}>{t('noFeeding.settings')}</Link>}
    </Callout>
  );
}

interface ListFactsOptions {
  title: string;
  counted: string;
  /** Whether the page shows what is reckoned with the packs of a statistic. */
  isFed: boolean;
  totals: View;
  /** undefined until they are known. */
  sums: FigureRow | undefined;
}

/** What stands below a list's title, from its totals, which say so many things; grey bars until they are known. */
function listFacts(
  t: TFunction<'market'>,
  { title, counted, isFed, totals, sums }: ListFactsOptions,
): ReactNode[] {
  if (!sums) {
    const { shape } = totals.row;
    // Characters that the facts have at least.
    const widths = [
      16,
      12,
      ...('available' in shape ? [24] : []),
      ...(isFed && 'feeding' in shape ? [50] : []),
    ];
    return widths.map((width) => (
      <Skeleton key={width} width={width}>
        {undefined}
      </Skeleton>
    ));
  }
  const asked = (figure: string, text: string) => (
    <MarketWhyButton key={figure} figure={figure} label={title}>
      {text}
    </MarketWhyButton>
  );
  const available = sums.available as number | undefined;
  const source = sourceOf(t, sums);
  return [
    ...(sums.stockOutDate === null ? [] : [t('asOf', { date: formatDate(sums.stockOutDate as string) })]),
    asked(counted, t('products', { count: sums[counted] as number })),
    ...(available === undefined ? [] : [asked('available', t('available', { count: available }))]),
    ...(source && isFed ? [source] : []),
  ];
}

interface MarketToolbarProps {
  list: {
    offer: FilterOffer;
    filters: FilterChoice;
    chooseFilters: (filters: FilterChoice) => void;
    find: Pick<FindFieldProps, 'text' | 'setText' | 'count'>;
    isChanged: boolean;
    reset: () => void;
    user: User | null | undefined;
    asFeed: { view: FeedView; parameters: URLSearchParams };
  };
  /** The day from which on the list shows, and its order. */
  children: ReactNode;
}

/** What a list of the market can be asked. */
function MarketToolbar({ list, children }: MarketToolbarProps) {
  const { offer, filters, chooseFilters, find, isChanged, reset, user, asFeed } = list;
  return (
    <FilterToolbar
      directLinkId={market}
      offer={offer}
      filters={filters}
      onFilter={chooseFilters}
      isChanged={isChanged}
      onReset={reset}
    >
      {children}
      <FindField text={find.text} setText={find.setText} count={find.count} />
      {user && <SaveAsFeed {...asFeed} />}
    </FilterToolbar>
  );
}

interface SaveAsFeedProps {
  view: FeedView;
  /** Of the page's address: what the view's schema knows. */
  parameters: URLSearchParams;
}

/** Leads to where the filter of a page over the market is saved as a feed. For signed-in users. */
function SaveAsFeed({ view, parameters }: SaveAsFeedProps) {
  const { t } = useTranslation('market');
  return (
    <Link className={`${Classes.BUTTON} ${Classes.MINIMAL}`} to={feedPath(view, parameters)}>
      <FeedIcon />
      <span>{t('saveAsFeed')}</span>
    </Link>
  );
}
