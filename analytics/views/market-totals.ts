import * as z from 'zod/mini';
import { amount, integer, rowCount } from '#shared/figures.ts';

const month = z.nullable(z.string());
const day = z.string().with(z.describe('YYYY-MM-DD'));

/** What every total of the market tells of its data. */
export const stockOutDate = z
  .nullable(day)
  .with(z.describe('YYYY-MM-DD: day that stock-outs are of; null while there is no list'));

/** The same where a statistic's quantities count. */
export const marketDates = {
  feeding: z
    .boolean()
    .with(z.describe('whether a statistic feeds the market; without one packs and CHF are unknown')),
  feedingFrom: month.with(z.describe('YYYY-MM: its first month; null without one')),
  feedingTo: month.with(z.describe('YYYY-MM: its last month; null without one')),
  feedingOfCustomer: z
    .nullable(z.boolean())
    .with(z.describe('whether it names a customer, or is market data; null without one')),
  priceDate: day.with(z.describe('YYYY-MM-DD: day that prices are of')),
  stockOutDate,
};

/** Those of them that tell of the statistic. */
export const feedingColumns = ['feeding', 'feedingFrom', 'feedingTo', 'feedingOfCustomer'] as const;

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

/** First and last month, YYYY-MM, as people write them: 01–12.2025, 07.2024–06.2025, 03.2025. */
export function writtenMonths(from: string, to: string): string {
  const [fromYear, fromMonth] = from.split('-');
  const [toYear, toMonth] = to.split('-');
  if (from === to) return `${toMonth}.${toYear}`;
  return fromYear === toYear
    ? `${fromMonth}–${toMonth}.${toYear}`
    : `${fromMonth}.${fromYear}–${toMonth}.${toYear}`;
}

/** Whether these months are the year to date, YTD: from January to a month of the year that it is on `today`. */
export function isYearToDate(from: string, to: string, today: string): boolean {
  const year = today.slice(0, 4);
  return from === `${year}-01` && to.startsWith(year);
}
