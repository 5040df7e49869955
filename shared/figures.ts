import * as z from 'zod/mini';

/** An INTEGER column. */
export const integer = z.int32();

/** A DOUBLE column: an amount in CHF, or a number of packs. */
export const amount = z.number();

/** Number of rows of the whole filtered list; the first column of every totals view. */
export const rowCount = integer.with(z.describe('rows of the whole list'));
