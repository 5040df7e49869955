import * as z from 'zod/mini';
import { amount, integer, rowCount } from './figures.ts';

const day = z.string().with(z.describe('YYYY-MM-DD'));

/** What every total of the market tells of its data. */
export const stockOutDate = day.with(z.describe('YYYY-MM-DD: day that stock-outs are of'));

/** The same where a statistic's quantities count. */
export const marketDates = {
  feeding: z
    .boolean()
    .with(z.describe('whether a statistic feeds the market; without one packs and CHF are unknown')),
  priceDate: day.with(z.describe('YYYY-MM-DD: day that prices are of')),
  stockOutDate,
};

/** Those of them that tell of the statistic. */
export const feedingColumns = ['feeding'] as const;

/** Totals of stock-out rows with one alternative each. */
export const stockoutTotals = z.strictObject({
  rowCount,
  manufacturers: integer.with(z.describe('manufacturers of the rows')),
  available: integer.with(z.describe('rows whose alternative is deliverable')),
  qty: z.nullable(amount).with(z.describe('packs of the feeding statistic; null while there is none')),
  turnoverPotential: z
    .nullable(amount)
    .with(z.describe('CHF, ex-factory price of the alternatives; null without a feeding statistic')),
  potentialsUnknown: z
    .nullable(integer)
    .with(z.describe('rows whose potential is unknown, since a price is missing')),
  ...marketDates,
});

export const stockoutTotalAmounts = [
  'qty',
  'turnoverPotential',
  'potentialsUnknown',
  ...feedingColumns,
] as const;
