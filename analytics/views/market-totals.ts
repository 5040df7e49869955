import { z } from 'zod';
import { amount, integer, rowCount } from './figures.ts';

const day = z.string().describe('YYYY-MM-DD');

/** What every total of the market tells of its data. */
export const stockOutDate = day.describe('YYYY-MM-DD: day that stock-outs are of');

/** The same where a statistic's quantities count. */
export const marketDates = {
  feeding: z
    .boolean()
    .describe('whether a statistic feeds the market; without one packs and CHF are unknown'),
  priceDate: day.describe('YYYY-MM-DD: day that prices are of'),
  stockOutDate,
};

/** Totals of stock-out rows with one alternative each. */
export const stockoutTotals = z.strictObject({
  rowCount,
  manufacturers: integer.describe('manufacturers of the rows'),
  available: integer.describe('rows whose alternative is deliverable'),
  qty: amount.nullable().describe('packs of the feeding statistic; null while there is none'),
  turnoverPotential: amount
    .nullable()
    .describe('CHF, ex-factory price of the alternatives; null without a feeding statistic'),
  potentialsUnknown: integer.nullable().describe('rows whose potential is unknown, since a price is missing'),
  ...marketDates,
});
