import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FoundProduct } from '#shared/schemas/product.ts';
import type { MatchProposals, ProductMatch, SaidMatch } from '#shared/schemas/product-match.ts';
import { announceChange } from './changed-statistics.ts';
import { request, requestJson } from './client.ts';
import { invalidateAfter } from './query-client.ts';

export type { FoundProduct, ProductMatch, SaidMatch };

const pathOf = (directLinkId: string) => `/statistics/${encodeURIComponent(directLinkId)}/matches`;

/** Proposed products for an unmatched code; with a text, those that it finds. */
export function matchProposalsQuery(directLinkId: string, code: string, text: string) {
  return queryOptions({
    queryKey: ['match-proposals', directLinkId, code, text],
    queryFn: ({ signal }) =>
      requestJson<MatchProposals>(`${pathOf(directLinkId)}/proposals`, { query: { code, text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Matches a code to a product. */
export async function sayMatch(directLinkId: string, code: string, product: string): Promise<SaidMatch> {
  const json = { code, product };
  const said = await requestJson<SaidMatch>(pathOf(directLinkId), { method: 'POST', json });
  await announceChange(directLinkId);
  return said;
}

export async function takeBackMatch(directLinkId: string, code: string): Promise<void> {
  await request(`${pathOf(directLinkId)}/${code}`, { method: 'DELETE' });
  await announceChange(directLinkId);
}

/** All matches made by hand. */
export const productMatchesQuery = queryOptions({
  queryKey: ['product-matches'],
  queryFn: ({ signal }) => requestJson<ProductMatch[]>('/product-matches', { signal }),
});

export async function makeMatchGeneral(id: number): Promise<void> {
  await invalidateAfter(['product-matches'], request(`/product-matches/${id}/general`, { method: 'POST' }));
}

export async function undoMatch(id: number): Promise<void> {
  await invalidateAfter(['product-matches'], request(`/product-matches/${id}`, { method: 'DELETE' }));
}
