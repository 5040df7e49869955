import { isGtin } from '../identifiers.ts';
import { isCalendarDate } from './calendar-date.ts';
import { type ReferenceTable, readTable, Unusable } from './table.ts';

/** An episode of a product not being deliverable; over when `back_in_stock_on` is set. Dates YYYY-MM-DD. */
export type Stockout = {
  gtin: string;
  reported_on: string;
  updated_on: string;
  status: string;
  /** A date, or words of the manufacturer. */
  expected_delivery: string;
  comment: string;
  back_in_stock_on: string;
};

/**
 * Reads stockouts.csv. Products that the catalogue does not know are kept; a row that says something of a day after
 * `latest`, the day of the list or today, is bad. Throws ReferenceDataError.
 */
export function readStockouts(text: string, latest?: string): ReferenceTable<Stockout> {
  const seen = new Set<string>();
  const headings = ['gtin', 'reportedOn', 'updatedOn', 'expectedDelivery', 'backInStockOn'];
  return readTable('stockouts', text, headings, (cells) => {
    const { gtin = '', reportedOn = '', updatedOn = '', backInStockOn = '' } = cells;
    if (!isGtin(gtin)) return new Unusable('gtin_invalid', gtin);
    for (const date of [reportedOn, updatedOn, backInStockOn]) {
      if (date !== '' && !isCalendarDate(date)) return new Unusable('date_invalid', date);
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
  });
}

/** The newest date on which the list says anything: the day it was made. Null for an empty list. */
export function listDate(stockouts: readonly Stockout[]): string | null {
  const dates = stockouts.flatMap(({ reported_on, updated_on }) => [reported_on, updated_on]);
  return dates.reduce<string | null>(
    (newest, date) => (newest === null || date > newest ? date : newest),
    null,
  );
}

/**
 * What is known once `list` of the day `date` is in: episodes on the list as it says; open episodes of products that it
 * no longer names back in stock on `date`; open episodes that it reports anew over on the day of the new report; all
 * older ones as they were. Of an episode reported after `date` it knows nothing; none ends before it was reported.
 */
export function mergeStockouts(
  known: readonly Stockout[],
  list: readonly Stockout[],
  date: string,
): Stockout[] {
  const listed = new Set(list.map(episode));
  const reportedAnew = new Map<string, string>();
  for (const { gtin, reported_on } of list) {
    const first = reportedAnew.get(gtin);
    if (first === undefined || reported_on < first) reportedAnew.set(gtin, reported_on);
  }
  const kept = known
    .filter((stockout) => !listed.has(episode(stockout)))
    .map((stockout) => {
      if (stockout.back_in_stock_on !== '') return stockout;
      const anew = reportedAnew.get(stockout.gtin);
      const over = anew ?? date;
      if (over >= stockout.reported_on) return { ...stockout, back_in_stock_on: over };
      return anew === undefined ? stockout : { ...stockout, back_in_stock_on: stockout.reported_on };
    });
  return [...kept, ...list];
}

function episode({ gtin, reported_on }: Stockout): string {
  return `${gtin} ${reported_on}`;
}
