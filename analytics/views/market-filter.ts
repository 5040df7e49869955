import { atcCodes, choices, names } from '#shared/parameters.ts';

/** Options that narrow; `co` asks for co-marketing products, whatever the alternative is, `discontinued` for what will not come back. */
export const stockoutOptions = ['match', 'available_match', 'sb20', 'co', 'discontinued'] as const;
export const competitorOptions = ['available_match', 'discontinued'] as const;
export const backInStockOptions = ['sb20', 'co'] as const;

/** Parameters that leave rows of the market, beside the general ones; none leaves all. */
export const competitorFilters = {
  type: choices(['generika', 'original']),
  molecule: names(),
  atc: atcCodes(),
};

export const marketFilters = { ...competitorFilters, manufacturer: names() };
