import * as z from 'zod/mini';

/** An INTEGER column. */
export const integer = z.int32();

/** A DOUBLE column: an amount in CHF, or a number of packs. */
export const amount = z.number();

/** How many rows the whole filtered list has; the first column of every view of totals. */
export const rowCount = integer.with(z.describe('rows of the whole list'));
