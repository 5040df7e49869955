import type { portfolio } from '#analytics/views/portfolio.ts';
import type { RowOf } from '../../api/views.ts';

/** A product that is missing, with an alternative: what the rows of all lists of stock-outs have. */
export type StockoutRow = Omit<RowOf<typeof portfolio>, 'stockOutCount'>;

/** Whether the alternative can be delivered instead. */
export function isReplaceable(row: StockoutRow): boolean {
  return row.alternativeGTIN !== null && row.stockOut2 === false;
}
