import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { atc } from '#analytics/views/atc.ts';
import type { manufacturers } from '#analytics/views/manufacturers.ts';
import type { summary } from '#analytics/views/summary.ts';
import type { View } from '#analytics/views/view.ts';
import { request } from './client.ts';

type RowOf<V extends View> = z.infer<V['row']>;
type ParametersOf<V extends View> = z.input<V['parameters']>;

export type SummaryRow = RowOf<typeof summary>;
export type AtcRow = RowOf<typeof atc>;
export type ManufacturerRow = RowOf<typeof manufacturers>;

const arrowStream = 'application/vnd.apache.arrow.stream';

export function summaryQuery(directLinkId: string) {
  return queryOptions({
    ...viewQuery<typeof summary>(directLinkId, 'summary', {}),
    select: (rows) => rows[0] ?? null,
  });
}

export function atcQuery(directLinkId: string, parameters: ParametersOf<typeof atc>) {
  return viewQuery<typeof atc>(directLinkId, 'atc', parameters);
}

export function manufacturersQuery(directLinkId: string, parameters: ParametersOf<typeof manufacturers>) {
  return viewQuery<typeof manufacturers>(directLinkId, 'manufacturers', parameters);
}

/** Key and fetch of one dashboard query. Rows of another choice stay visible until the new ones are there. */
function viewQuery<V extends View>(directLinkId: string, name: V['name'], parameters: ParametersOf<V>) {
  return queryOptions({
    queryKey: ['view', directLinkId, name, parameters] as const,
    queryFn: async ({ signal }): Promise<RowOf<V>[]> => {
      const decoder = import('./arrow.ts');
      const path = `/statistics/${encodeURIComponent(directLinkId)}/${name}`;
      const query = parameters as Record<string, string | undefined>;
      const response = await request(path, { query, accept: arrowStream, signal });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return (await decoder).decodeRows<RowOf<V>>(bytes);
    },
    placeholderData: keepPreviousData,
  });
}
