import { isDiscontinued } from '#shared/discontinued.ts';
import { endOf, keyOf, type StockoutHistory, type StockoutList } from './stockout-history.ts';
import { ReferenceDataError } from './table.ts';

/** Changes that a list would make to its source's episodes, as counts. */
export type ListChange = {
  source: string;
  /** Days of the list and of the source's last list, YYYY-MM-DD. */
  date: string;
  last: string;
  /** Open before, without discontinued products, which stay open when left out. */
  open: number;
  /** Open in the list, and not before. */
  added: number;
  /** Open before, and ended because the list leaves them out. */
  dropped: number;
};

/** The reason for publishing a list against the rule. */
export type Forced = ListChange & { reason: string };

/** Percent of open episodes that a list may add or drop without a reason: a truncated list would drop more. */
export const SHARE_LIMIT = 30;

/**
 * The rule for lists from anywhere: a list that is not newer than its source's last one, or that adds or drops more than
 * 30 % of its open episodes, is refused unless `force` gives a reason; returns its changes and what was forced. A
 * source's first list is always accepted. @throws ReferenceDataError
 */
export function checkList(
  history: StockoutHistory,
  list: StockoutList,
  force: string | undefined,
): { change: ListChange | null; forced?: Forced } {
  const change = changeBy(history, list);
  if (!change) return { change };
  const older = change.date <= change.last;
  const tooMuch = Math.max(change.added, change.dropped) * 100 > change.open * SHARE_LIMIT;
  if (!older && !tooMuch) return { change };
  if (force !== undefined) return { change, forced: { reason: force, ...change } };
  throw older
    ? new ReferenceDataError('stockouts_not_newer', change)
    : new ReferenceDataError('stockouts_change_much', { ...change, limit: SHARE_LIMIT });
}

/** Changes by `list`; null for a source's first one. */
function changeBy(history: StockoutHistory, list: StockoutList): ListChange | null {
  const { source, date, rows } = list;
  const known = history.sources.find((each) => each.source === source);
  if (!known) return null;
  const listed = new Set(rows.map(keyOf));
  const rowsOf = Map.groupBy(rows, ({ gtin }) => gtin);
  const open = history.episodes.filter((each) => each.source === source && each.back_in_stock_on === '');
  const openKeys = new Set(open.map(keyOf));
  return {
    source,
    date,
    last: known.lastListOn,
    open: open.filter((each) => !isDiscontinued(each)).length,
    added: rows.filter((row) => row.back_in_stock_on === '' && !openKeys.has(keyOf(row))).length,
    dropped: open.filter(
      (each) => !listed.has(keyOf(each)) && endOf(each, rowsOf.get(each.gtin), date) !== '',
    ).length,
  };
}
