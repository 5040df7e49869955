import { product } from '#analytics/views/product.ts';
import { type ParametersOf, rowsQuery } from '../../../api/views.ts';

const most = 10;
export const ranks = ['turnoverPotential', 'customersGain'] as const;
export type Rank = (typeof ranks)[number];
export const rankParameter = 'offers';

export const general = ['match', 'available_match'] as const;
export const questionOf = (sortBy: Rank): ParametersOf<typeof product> => ({
  general: [...general],
  sortBy,
  limit: most,
  offset: 0,
});

/** The best offers, by what they turn over: asked for while the page's code is on its way. */
export function bestOffersQuery(directLinkId: string, rank: Rank) {
  return rowsQuery(directLinkId, product, questionOf(rank));
}

/** Ranked by potential unless the address says otherwise. */
export function rankIn(parameters: URLSearchParams): Rank {
  return ranks.find((rank) => rank === parameters.get(rankParameter)) ?? ranks[0];
}
