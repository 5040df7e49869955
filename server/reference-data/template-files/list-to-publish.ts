import {
  type Episode,
  keyOf,
  type Stockout,
  type StockoutHistory,
  type StockoutList,
  sourceAmong,
} from '#analytics/catalogue/stockout-history.ts';
import { checkList } from '#analytics/catalogue/stockout-rule.ts';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { ShortageEntry } from '../sources/rows.ts';
import { readLines } from './canonical-rows.ts';
import type { Guard } from './guards.ts';
import type { Products } from './known-products.ts';
import type { ListDifference } from './template-version-queries.ts';

/** A list of stock-outs is read at once: more rows than there are packs on the market many times over are none. */
const MOST_LIST_ROWS = 50_000;

/** A list of stock-outs as it would be published, and the rows of it that are of no product we can name. */
export type ListToPublish = StockoutList & { rows: Stockout[]; unknown: number };

/** The rows of a list of stock-outs. @throws ReferenceDataError for more than there can be */
export async function shortageEntries(rowsFile: Uint8Array): Promise<ShortageEntry[]> {
  const entries: ShortageEntry[] = [];
  for await (const lines of readLines(rowsFile)) {
    if (entries.length + lines.length > MOST_LIST_ROWS) {
      throw new ReferenceDataError('template_list_too_long', { limit: MOST_LIST_ROWS });
    }
    for (const line of lines) entries.push(JSON.parse(line));
  }
  return entries;
}

/**
 * A source's list as products: by a GTIN of the catalogue, else by the Pharmacode in it, else by another GTIN.
 * @throws ReferenceDataError for a list of a day to come
 */
export function listOf(
  entries: readonly ShortageEntry[],
  { source, date: named }: { source: string; date: string | null },
  { gtins, gtinOfPharmacode }: Products,
  history: StockoutHistory,
): ListToPublish {
  const today = todayInZurich();
  const date = named ?? dateOf(entries, today) ?? today;
  if (date > today) throw new ReferenceDataError('stockouts_in_future', { date });
  const known = sourceAmong(history.sources, source);
  const episodesOf = Map.groupBy(
    history.episodes
      .filter(({ source: of, reported_on }) => of === known && reported_on <= date)
      .sort((a, b) => (a.reported_on < b.reported_on ? -1 : 1)),
    ({ gtin }) => gtin,
  );
  const rows = new Map<string, Stockout>();
  let unknown = 0;
  // What a row announces is no news of a product that another row says is missing already.
  const isAhead = ({ reportedOn }: ShortageEntry) => reportedOn > date;
  const missing = new Set<string>();
  for (const entry of entries.toSorted((a, b) => Number(isAhead(a)) - Number(isAhead(b)))) {
    const gtin = gtins.has(entry.gtin) ? entry.gtin : (gtinOfPharmacode.get(entry.pharmacode) ?? entry.gtin);
    if (!gtin) {
      unknown++;
      continue;
    }
    const row = stockoutOf(entry, gtin, episodesOf.get(gtin) ?? [], date);
    if (rows.has(keyOf(row)) || (isAhead(entry) && missing.has(gtin))) continue;
    rows.set(keyOf(row), row);
    if (row.back_in_stock_on === '') missing.add(gtin);
  }
  return { source: known, date, rows: [...rows.values()], unknown };
}

/** What the list would change, and whether the rule for lists asks why it is right. */
export function examineList(
  history: StockoutHistory,
  list: ListToPublish,
): { list: ListDifference; guards: Guard[] } {
  const nothing = { source: list.source, date: list.date, last: null, open: 0, dropped: 0 };
  const first = { ...nothing, added: list.rows.filter((row) => row.back_in_stock_on === '').length };
  try {
    const { change } = checkList(history, list, undefined);
    return { list: { ...(change ?? first), unknown: list.unknown }, guards: [] };
  } catch (error) {
    if (!(error instanceof ReferenceDataError)) throw error;
    const { limit: _, ...change } = error.params;
    return {
      list: { ...(change as Omit<ListDifference, 'unknown'>), unknown: list.unknown },
      guards: [{ code: error.code, params: error.params }],
    };
  }
}

/** The newest day up to today on which any of the entries says anything. */
function dateOf(entries: readonly ShortageEntry[], today: string): string | undefined {
  const days = entries.flatMap(({ reportedOn, updatedOn }) => [reportedOn, updatedOn]);
  return days
    .filter((day) => day !== '' && day <= today)
    .sort()
    .at(-1);
}

/** What begins on a day to come counts from the list that announced it; another day to come is taken for the list's own. */
function stockoutOf(
  entry: ShortageEntry,
  gtin: string,
  episodes: readonly Episode[],
  date: string,
): Stockout {
  const notAfter = (day: string) => (day > date ? date : day);
  const back = notAfter(entry.backInStockOn);
  const isSaid = entry.reportedOn !== '' && entry.reportedOn <= date;
  const reported_on = isSaid ? entry.reportedOn : sinceOf(back, episodes, date);
  return {
    gtin,
    reported_on,
    updated_on: notAfter(entry.updatedOn),
    status: entry.status,
    expected_delivery: entry.expectedDelivery,
    comment: entry.comment,
    back_in_stock_on: back !== '' && back < reported_on ? reported_on : back,
  };
}

/**
 * When something was reported of which the list does not say so, given the source's episodes of the product, oldest first:
 * the day of the open one, else of this list. What is over ended the episode that was not over before; one that no list
 * showed is known of the day of its end alone, however often lists say so.
 */
function sinceOf(back: string, episodes: readonly Episode[], date: string): string {
  if (back === '') return episodes.findLast((each) => each.back_in_stock_on === '')?.reported_on ?? date;
  const ended = episodes.find((each) => each.back_in_stock_on === '' || each.back_in_stock_on >= back);
  return ended?.reported_on ?? back;
}
