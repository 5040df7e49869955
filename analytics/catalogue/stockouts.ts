import { isDay } from '#shared/calendar.ts';
import { isGtin } from '#shared/identifiers.ts';
import { deliveryIn, outageIn } from '#shared/said-delivery.ts';
import type { Stockout } from './stockout-history.ts';
import { type ReferenceTable, readTable, Unusable } from './table.ts';

/**
 * Reads stockouts.csv. Products unknown to the catalogue are kept; a row with a date after `latest`, the day of the list
 * or today, is bad. Throws ReferenceDataError.
 */
export function readStockouts(text: string, latest?: string): ReferenceTable<Stockout> {
  const seen = new Set<string>();
  const noDays = new Map<Stockout, Unusable>();
  const headings = ['gtin', 'reportedOn', 'updatedOn', 'expectedDelivery', 'backInStockOn'];
  const read = (cells: Record<string, string>) => {
    const { gtin = '', reportedOn = '', updatedOn = '', backInStockOn = '' } = cells;
    if (!isGtin(gtin)) return new Unusable('gtin_invalid', gtin);
    for (const date of [reportedOn, updatedOn, backInStockOn]) {
      if (date !== '' && !isDay(date)) return new Unusable('date_invalid', date);
      if (latest !== undefined && date > latest) return new Unusable('date_late', date);
    }
    if (reportedOn === '') return new Unusable('date_missing', gtin);
    if (backInStockOn !== '' && backInStockOn < reportedOn) {
      return new Unusable('back_before_reported', backInStockOn);
    }
    const key = `${gtin} ${reportedOn}`;
    if (seen.has(key)) return new Unusable('gtin_duplicate', gtin);
    seen.add(key);
    const { status = '', expectedDelivery = '', comment = '' } = cells;
    const asOf = latest ?? (updatedOn || reportedOn);
    const dayOf = (day: string) => (isDay(day) ? day : null);
    const expected = deliveryIn(expectedDelivery, { asOf, dayOf });
    const said = deliveryIn(status, { asOf, dayOf });
    const { isOver, delivery } = outageIn({ expected, said, status, comment, asOf });
    const row = {
      gtin,
      reported_on: reportedOn,
      updated_on: updatedOn,
      status,
      expected_delivery: isOver ? '' : delivery.kept,
      comment: [delivery.day || delivery.doubt === 'date_invalid' ? delivery.words : '', comment]
        .filter(Boolean)
        .join('; '),
      back_in_stock_on: backInStockOn || (isOver ? updatedOn || asOf : ''),
    };
    if (expected.doubt === 'date_invalid') noDays.set(row, new Unusable('date_invalid', expectedDelivery));
    return row;
  };
  // A list may be empty.
  const doubt = (row: Stockout) => noDays.get(row);
  return readTable<Stockout>('stockouts', text, headings, read, { mayBeEmpty: true, doubt });
}

/** The newest date in a list: the day it was made. Null for an empty list. */
export function listDate(stockouts: readonly Stockout[]): string | null {
  const dates = stockouts.flatMap(({ reported_on, updated_on }) => [reported_on, updated_on]);
  return dates.reduce<string | null>(
    (newest, date) => (newest === null || date > newest ? date : newest),
    null,
  );
}
