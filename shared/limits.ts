/** Largest uploaded file in bytes: 15 MiB. */
export const LARGEST_FILE = 15_728_640;

/** Default limit of different codes (pairs of GTIN and Pharmacode) in a statistic; the largest real ones have 20,000. */
export const MOST_CODES = 60_000;

/** File name endings of purchase statistics; the format is recognised by content. */
export const STATISTIC_ENDINGS = ['.xlsx', '.xlsm', '.xls', '.csv', '.txt'] as const;

/** Most rows of a cart that one request may change. */
export const MOST_CART_ROWS = 5000;

/** Characters of a note of a customer. */
export const LONGEST_NOTE = 4000;

/** Longest name in the catalogue, in characters: the substances of a vaccine take more than two thousand. */
export const LONGEST_CATALOGUE_NAME = 5000;

/** Default first year of statistics. */
export const FIRST_YEAR = 2018;
