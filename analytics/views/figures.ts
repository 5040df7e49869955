import { z } from 'zod';

/** An INTEGER column. */
export const integer = z.int32();

/** A DOUBLE column: an amount in CHF, or a number of packs. */
export const amount = z.number();

/** The figures of every aggregate row: articles, packs, and CHF at ex-factory and public prices. */
export const aggregateFigures = {
  count: integer.describe('articles'),
  qtySum: amount.describe('packs'),
  efPreisSum: amount.describe('CHF, ex-factory price without VAT'),
  pPreisSum: amount.describe('CHF, public price with VAT'),
  turnoverPotential: amount.describe('CHF, ex-factory price of the alternatives'),
};

/** How many rows the whole filtered list has; the first column of every view of totals. */
export const rowCount = integer.describe('rows of the whole list');
