import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { shortSummary } from '#analytics/views/short-summary.ts';
import { summary } from '#analytics/views/summary.ts';
import { type View, viewPath } from '#analytics/views/view.ts';
import { currentLanguage } from '../i18n/translations.ts';
import { writeChoice } from '../url-state/address.ts';
import type { Columns } from './arrow.ts';
import { noteVersion } from './changed-statistics.ts';
import { request } from './client.ts';
import { keepWhileSame } from './query-client.ts';

export type RowOf<V extends View> = z.infer<V['row']>;
export type ParametersOf<V extends View> = z.input<V['parameters']>;

export type SummaryRow = RowOf<typeof summary>;

const arrowStream = 'application/vnd.apache.arrow.stream';

/**
 * Query of a view by column, for long lists. Rows of the previous choice stay visible meanwhile; outdated requests are
 * cancelled.
 */
export function columnsQuery<V extends View>(directLinkId: string, view: V, parameters: ParametersOf<V>) {
  const query = writeChoice(view.parameters, view.parameters.parse(parameters));
  const language = view.context?.includes('language') ? currentLanguage() : null;
  const queryKey = ['view', directLinkId, view.name, String(query), language] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Columns<RowOf<V>>> => {
      const decoder = import('./arrow.ts');
      // Where the request fails too, its error is the one reported.
      decoder.catch(() => undefined);
      const path = viewPath(view, encodeURIComponent(directLinkId));
      const response = await request(path, { query, accept: arrowStream, signal });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const version = response.headers.get('x-data-version') ?? '';
      noteVersion(directLinkId, version, queryKey, view.subject === 'market' && !view.feeding);
      return (await decoder).decodeColumns<RowOf<V>>(bytes);
    },
    structuralSharing: false,
    placeholderData: keepWhileSame(queryKey, 2),
  });
}

/** The same as plain rows: for lists of a few hundred. */
export function rowsQuery<V extends View>(directLinkId: string, view: V, parameters: ParametersOf<V>) {
  return queryOptions({ ...columnsQuery(directLinkId, view, parameters), select: allRows<RowOf<V>> });
}

/** The same with lazy cells: for lists of many columns, of which a screenful is seen. */
export function seenRowsQuery<V extends View>(directLinkId: string, view: V, parameters: ParametersOf<V>) {
  return queryOptions({ ...columnsQuery(directLinkId, view, parameters), select: seenRows<RowOf<V>> });
}

/** The row of a view of cardinality `one`; null without one. */
export function rowQuery<V extends View>(directLinkId: string, view: V, parameters: ParametersOf<V>) {
  return queryOptions({
    ...columnsQuery(directLinkId, view, parameters),
    select: firstRow<RowOf<V>>,
    // An equal row after a refetch causes no rendering.
    structuralSharing: true,
  });
}

export function summaryQuery(directLinkId: string) {
  return rowQuery(directLinkId, summary, {});
}

export function shortSummaryQuery(directLinkId: string) {
  return rowQuery(directLinkId, shortSummary, {});
}

/** Polling interval of an open dashboard. */
export const followMilliseconds = 15_000;

/** The same with polling: answers are mostly 304; one with another version refetches all else of the statistic. */
export function followedQuery(directLinkId: string) {
  return queryOptions({
    ...shortSummaryQuery(directLinkId),
    refetchInterval: followMilliseconds,
    refetchOnWindowFocus: 'always',
  });
}

/** The parameters of a page's choice that a view has: totals have no order, and columns concern the client only. */
export function parametersOf<V extends View>(view: V, choice: Record<string, unknown>): ParametersOf<V> {
  const own = Object.entries(choice).filter(([key]) => key in view.parameters.shape);
  return Object.fromEntries(own) as ParametersOf<V>;
}

function allRows<Row>(columns: Columns<Row>): Row[] {
  return columns.rows();
}

function seenRows<Row>(columns: Columns<Row>): Row[] {
  return columns.seenRows();
}

function firstRow<Row>(columns: Columns<Row>): Row | null {
  return columns.rows()[0] ?? null;
}
