import { queryOptions } from '@tanstack/react-query';
import type { View } from '#analytics/views/view.ts';
import type { CustomerCount } from '#shared/schemas/portfolio-customers.ts';
import { market } from '../../api/changed-statistics.ts';
import { requestJson } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { readToken } from '../../api/token.ts';
import { parametersOf, rowQuery, rowsQuery } from '../../api/views.ts';
import { type ChoiceOf, type ChoiceSchema, readChoice } from '../../url-state/address.ts';
import type { PageChoice } from '../../url-state/remembered.ts';

/** A page that shows one list of the market and its totals, and what can be chosen on it. */
export interface MarketPage<
  List extends View = View,
  Totals extends View = View,
  Schema extends ChoiceSchema = ChoiceSchema,
> {
  list: List;
  totals: Totals;
  /** Further lists that the page shows under the same choice. */
  besides: readonly View[];
  choice: PageChoice<Schema>;
  /** Of what was chosen, what the caller may ask. */
  asked: (choice: ChoiceOf<Schema>) => ChoiceOf<Schema>;
  /** Asks for the figures of a choice before they are wanted. */
  prefetch: (choice: ChoiceOf<Schema>) => Promise<unknown>;
  start: (directLinkId: string, parameters: URLSearchParams) => unknown;
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
  const prefetch = (choice: ChoiceOf<Schema>) => {
    const wanted = asked(choice);
    return Promise.all([
      queryClient.prefetchQuery(rowsQuery(market, list, parametersOf(list, wanted))),
      ...besides.map((view) => queryClient.prefetchQuery(besideQuery(view, wanted))),
      queryClient.prefetchQuery(rowQuery(market, totals, parametersOf(totals, wanted))),
    ]);
  };
  return {
    list,
    totals,
    besides,
    choice: { page, schema, ...(initial && { initial }) },
    asked,
    prefetch,
    start: (_directLinkId, parameters) =>
      Promise.all([
        prefetch(readChoice(schema, parameters)),
        readToken() && queryClient.prefetchQuery(customerCountsQuery()),
      ]),
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
