import { queryOptions } from '@tanstack/react-query';
import type { View } from '#analytics/views/view.ts';
import type { CustomerCount } from '#shared/schemas/portfolio-customers.ts';
import { market } from '../../api/changed-statistics.ts';
import { requestJson } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { readToken } from '../../api/token.ts';
import { parametersOf, rowQuery, rowsQuery, seenRowsQuery } from '../../api/views.ts';
import type { ChoiceOf, ChoiceSchema } from '../../url-state/address.ts';
import type { ChosenPage, PageChoice } from '../../url-state/remembered.ts';

/** A page that shows one list of the market and its totals, and what can be chosen on it. */
export interface MarketPage<
  List extends View = View,
  Totals extends View = View,
  Schema extends ChoiceSchema = ChoiceSchema,
> extends ChosenPage<Schema> {
  list: List;
  totals: Totals;
  /** Further lists that the page shows under the same choice. */
  besides: readonly View[];
  /** Of what was chosen, what the caller may ask. */
  asked: (choice: ChoiceOf<Schema>) => ChoiceOf<Schema>;
}

interface MarketPageOptions<Schema extends ChoiceSchema> {
  schema: Schema;
  initial?: PageChoice<Schema>['initial'];
  asked?: (choice: ChoiceOf<Schema>) => ChoiceOf<Schema>;
  /** Further lists that the page shows under the same choice. */
  besides?: readonly View[];
}

/** `page` is the prefix of what the browser tab remembers. */
export function defineMarketPage<List extends View & { totals: View }, Schema extends ChoiceSchema>(
  page: string,
  list: List,
  { schema, initial, asked = (choice) => choice, besides = [] }: MarketPageOptions<Schema>,
): MarketPage<List, List['totals'], Schema> {
  const totals: List['totals'] = list.totals;
  return {
    list,
    totals,
    besides,
    choice: { page, schema, ...(initial && { initial }) },
    asked,
    prefetch: (_directLinkId, choice) => {
      const wanted = asked(choice);
      const queries = marketQueries({ list, totals }, wanted);
      return Promise.all([
        queryClient.prefetchQuery(queries.rows),
        ...besides.map((view) => queryClient.prefetchQuery(besideQuery(view, wanted))),
        queryClient.prefetchQuery(queries.totals),
        // They depend on no choice.
        readToken() && queryClient.prefetchQuery({ ...customerCountsQuery(), staleTime: 'static' }),
      ]);
    },
  };
}

/** What the list and the totals of a choice are asked for by. */
export function marketQueries<List extends View, Totals extends View>(
  { list, totals }: { list: List; totals: Totals },
  asked: Record<string, unknown>,
) {
  return {
    rows: seenRowsQuery(market, list, parametersOf(list, asked)),
    totals: rowQuery(market, totals, parametersOf(totals, asked)),
  };
}

/** What a page shows beside its list: under the same filters, in an order of its own. */
export function besideQuery<V extends View>(view: V, { sortBy: _, ...filters }: Record<string, unknown>) {
  return rowsQuery(market, view, parametersOf(view, filters));
}

/**
 * How many of the user's customers buy each product that is missing or back, by GTIN, or each of `gtins`: one call for a
 * page. For signed-in users only.
 */
export function customerCountsQuery(gtins: readonly string[] = []) {
  return queryOptions({
    queryKey: ['customer-counts', gtins],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const query = new URLSearchParams(gtins.map((gtin) => ['gtin', gtin]));
      const counts = await requestJson<CustomerCount[]>('/portfolio/customer-counts', { query, signal });
      return new Map(counts.map(({ gtin, customers }) => [gtin, customers]));
    },
    structuralSharing: false,
  });
}
