import { isDay } from '#shared/calendar.ts';
import { isGtin } from '#shared/identifiers.ts';
import type { Stockout } from './stockout-history.ts';
import { type ReferenceTable, readTable, Unusable } from './table.ts';

/**
 * Reads stockouts.csv. Products that the catalogue does not know are kept; a row that says something of a day after
 * `latest`, the day of the list or today, is bad. Throws ReferenceDataError.
 */
export function readStockouts(text: string, latest?: string): ReferenceTable<Stockout> {
  const seen = new Set<string>();
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
    return {
      gtin,
      reported_on: reportedOn,
      updated_on: updatedOn,
      status: cells.status ?? '',
      expected_delivery: cells.expectedDelivery ?? '',
      comment: cells.comment ?? '',
      back_in_stock_on: backInStockOn,
    };
  };
  // A source may miss nothing.
  return readTable<Stockout>('stockouts', text, headings, read, { mayBeEmpty: true });
}

/** The newest date on which the list says anything: the day it was made. Null for an empty list. */
export function listDate(stockouts: readonly Stockout[]): string | null {
  const dates = stockouts.flatMap(({ reported_on, updated_on }) => [reported_on, updated_on]);
  return dates.reduce<string | null>(
    (newest, date) => (newest === null || date > newest ? date : newest),
    null,
  );
}
