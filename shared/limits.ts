/** Bound on an uploaded file, in bytes: 15 MiB. */
export const LARGEST_FILE = 15_728_640;

/** Different codes, pairs of GTIN and Pharmacode, of a statistic where nothing else is set; the largest of real ones have 20,000. */
export const MOST_CODES = 60_000;

/** What files with purchase statistics are called; what they are is told by their content. */
export const STATISTIC_ENDINGS = ['.xlsx', '.xlsm', '.xls', '.csv', '.txt'] as const;

/** Rows of a cart that one request may change. */
export const MOST_CART_ROWS = 5000;

/** Characters of a note of a customer. */
export const LONGEST_NOTE = 4000;

/** Characters of a name in the catalogue: the substances of a vaccine take more than two thousand. */
export const LONGEST_CATALOGUE_NAME = 5000;

/** First year that a statistic can be of, where nothing else is set. */
export const FIRST_YEAR = 2018;
