import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { View } from '#analytics/views/view.ts';
import { monthsBefore } from '#shared/calendar.ts';
import type { FeedView } from '../../api/feeds.ts';
import { sessionQuery } from '../../api/session.ts';
import { parametersOf, type RowOf } from '../../api/views.ts';
import { followed } from '../../components/hooks/use-followed-market.ts';
import { useLastSettled, useWholeAnswers } from '../../components/loading/use-whole-answers.ts';
import { useFindText } from '../../components/tables/use-find-text.ts';
import { todayIn } from '../../i18n/formats.ts';
import { type ChoiceOf, type ChoiceSchema, writeChoice } from '../../url-state/address.ts';
import { usePageChoice } from '../../url-state/use-page-choice.ts';
import { type FilterChoice, filterOffer, filtersOf } from '../dashboard/filter/filter-offer.ts';
import { findRows, productsOf, type Searched } from './find-stockouts.ts';
import { stockoutMonths } from './layout/list-settings.tsx';
import { customerCountsQuery, type MarketPage, marketQueries } from './market-page.ts';

/** The list and the totals that a page's choices ask for, those of its rows that are looked for, and the means to change them. */
export function useMarketList<List extends View, Totals extends View, Schema extends ChoiceSchema>(
  page: MarketPage<List, Totals, Schema>,
) {
  const used = usePageChoice<Schema>(page);
  const { data: user } = useQuery(sessionQuery);
  const find = useFindText();
  const searched = useDeferredValue(find.text);
  const chosen = page.asked(used.choice);
  const asked = { ...chosen, find: find.words };
  const isFinding = find.words.length > 0;
  const queries = marketQueries(page, chosen);
  // As the server finds them their manufacturers' sums are of those found.
  const foundQueries = marketQueries(page, asked);
  const rows = useQuery(queries.rows);
  const foundRows = useQuery({ ...foundQueries.rows, enabled: isFinding });
  // Asked again while it is shown: an answer with another version has everything else asked again.
  const totals = useQuery({ ...queries.totals, ...followed });
  const foundTotals = useQuery({ ...foundQueries.totals, enabled: isFinding });
  const counts = useQuery({ ...customerCountsQuery(), enabled: Boolean(user) });
  // Rows that name customers are taller: they are drawn with them at once, where these come soon.
  const isAwaitingCounts = useAwaited(Boolean(user) && counts.isPending && rows.isSuccess);
  const answers = useWholeAnswers({ rows, totals, foundRows, foundTotals }, JSON.stringify(asked), {
    holdsBefore: true,
  });
  const whole = isAwaitingCounts ? { ...answers, rows: undefined, foundRows: undefined } : answers;
  const isAnswered = !foundRows.isPlaceholderData && answers.foundRows === foundRows.data;
  const answered = (isFinding && find.isSettled && isAnswered && whole.foundRows) || null;
  const found = useMemo(
    () =>
      answered ??
      (whole.rows && (findRows(whole.rows as unknown as Searched[], searched) as unknown as RowOf<List>[])),
    [answered, whole.rows, searched],
  );
  const isSearched = find.text.trim() !== '';
  const counted = useMemo(
    () =>
      isSearched && found && whole.rows
        ? {
            found: productsOf(found as unknown as Searched[]),
            total: productsOf(whole.rows as unknown as Searched[]),
          }
        : undefined,
    [isSearched, found, whole.rows],
  );
  const sums = isSearched ? (answered ? whole.foundTotals : undefined) : whole.totals;
  const lastSums = useLastSettled(sums, sums !== undefined);
  const answer: object | null | undefined = found?.[0] ?? lastSums;
  const since = dayOfStockouts(used.choice);
  const offer = useMemo(
    () => ({ ...filterOffer(page.choice.schema), ...(since && { stockOutSince: since }) }),
    [page, since],
  );
  type Changed = Partial<ChoiceOf<Schema>>;
  return {
    ...used,
    /** null for a visitor, undefined while it is not known who it is. */
    user,
    /** What is asked of both. */
    asked,
    rows,
    totals,
    /** Totals of the rows to show: of those found, where something is looked for; undefined until they are known. */
    sums,
    /** The last of them that were known. */
    lastSums,
    /** Whether the caller sees what is reckoned from the statistic that stands for the market: answers leave it out for others. */
    seesAmounts: !answer || 'qty' in answer,
    /** The choice that the rows to show are of: an earlier one until those of a new choice are there. */
    shown: useLastSettled(used.choice, !rows.isPlaceholderData && answers.rows === rows.data),
    /** How many of the user's customers buy each product. */
    counts,
    /** Rows to show. */
    found,
    /** All rows, those too that are not looked for. */
    listed: whole.rows,
    find: {
      text: find.text,
      setText: find.setText,
      count: counted,
    },
    offer,
    filters: filtersOf(used.choice, offer),
    /** What a feed of this list would hold: a day that nobody chose moves on with it. */
    asFeed: {
      view: page.list.name as FeedView,
      parameters: writeChoice(page.list.parameters, parametersOf(page.list, asked)),
    },
    chooseFilters: (filters: FilterChoice) => used.choose(filters as Changed),
  };
}

/** The day since which a list shows stock-outs; undefined for one that shows something else. */
function dayOfStockouts(choice: { stockOutSince?: unknown }): string | undefined {
  if (!('stockOutSince' in choice)) return undefined;
  return (choice.stockOutSince as string | null) ?? monthsBefore(todayIn('UTC'), stockoutMonths);
}

/** Milliseconds for which rows wait for what is to be drawn with them. */
const patience = 300;

/** Whether what is pending may still come soon: it has not been so for longer than that. */
function useAwaited(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isPending && !isLate;
}

/** How many of the user's customers buy a product; undefined for visitors and while it is not known. */
export type CustomersOf = (gtin: string) => number | undefined;

/** Products that one question about customers names, so that proxies take its address. */
const MOST_NAMED = 300;

/** Of what is missing or came back lately; and of these `rows`, which may have come back before. */
export function useCustomersOf(rows?: readonly { gtin: string }[]): CustomersOf {
  const { data: user } = useQuery(sessionQuery);
  const { data: counts } = useQuery({ ...customerCountsQuery(), enabled: Boolean(user) });
  const named = useMemo(() => {
    if (!counts || !rows) return [];
    return rows.flatMap(({ gtin }) => (counts.has(gtin) ? [] : [gtin])).slice(0, MOST_NAMED);
  }, [counts, rows]);
  const { data: further } = useQuery({
    ...customerCountsQuery(named),
    enabled: Boolean(user) && named.length > 0,
  });
  const [known, earlier] = user ? [counts, further] : [];
  return useCallback((gtin) => known?.get(gtin) ?? earlier?.get(gtin), [known, earlier]);
}
