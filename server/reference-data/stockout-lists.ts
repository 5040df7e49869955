import { toParquet } from '#analytics/catalogue/parquet.ts';
import { readHistory, stockoutFilesOf } from '#analytics/catalogue/published-stockouts.ts';
import { mergeStockouts, noHistory, type StockoutHistory } from '#analytics/catalogue/stockout-history.ts';
import { checkList, type Forced, type ListChange } from '#analytics/catalogue/stockout-rule.ts';
import { readSourceName, sourceAmong } from '#analytics/catalogue/stockout-source.ts';
import { listDate, readStockouts, type Stockout } from '#analytics/catalogue/stockouts.ts';
import { ReferenceDataError, type ReferenceTable } from '#analytics/catalogue/table.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { Engine } from '#analytics/engine.ts';
import { insertStockoutRevision, newestStockouts } from '../db/catalogue.ts';
import type { Queryable } from '../db/query.ts';
import { type FileReport, reportOf } from './file-report.ts';

/** A list of stock-outs as CSV text, headings as docs/reference-data.md lists them. */
export type ListFile = {
  csv: string;
  /** Who says so; without it the source without a name. */
  source?: string;
  /** Day of the list, YYYY-MM-DD; without it the newest date that it names. */
  date?: string;
  /** Why it is published though the rule for lists refuses it. */
  force?: string;
};

/** A list's rows, read. */
export type ReadList = {
  source: string;
  date: string;
  force?: string | undefined;
} & ReferenceTable<Stockout>;

/** What became of a list; `change` is null for the first list of its source. */
export type ListReport = {
  source: string;
  /** YYYY-MM-DD */
  date: string;
  stockouts: FileReport;
  change: ListChange | null;
  forced?: Forced;
};

/** What became of the last list, and of those that came with it before; `open`: episodes of all sources. */
export type StockoutPublication = ListReport & { revision: number; open: number; earlier?: ListReport[] };

/** Reads a list. @throws ReferenceDataError */
export function readList({ csv, source, date, force }: ListFile): ReadList {
  const today = todayInZurich();
  if (date !== undefined && date > today) throw new ReferenceDataError('stockouts_in_future', { date });
  const list = readStockouts(csv, date ?? today);
  return { ...list, source: readSourceName(source), date: date ?? listDate(list.rows) ?? today, force };
}

/**
 * Publishes what is known once the lists are in, one after the other, as one revision. The caller holds the lock of
 * publications. @throws ReferenceDataError where the rule for lists refuses one
 */
export async function publishLists(
  db: Queryable,
  engine: Engine,
  lists: readonly ReadList[],
): Promise<StockoutPublication> {
  const known = await newestStockouts(db);
  let history: StockoutHistory = known ? await readHistory(engine, known) : noHistory;
  const reports: ListReport[] = [];
  for (const { force, ...read } of lists) {
    const list = { ...read, source: sourceAmong(history.sources, read.source) };
    const { source, date } = list;
    const checked = checkList(history, list, force);
    history = mergeStockouts(history, list);
    reports.push({ source, date, stockouts: reportOf(list), ...checked });
  }
  const { episodes } = history;
  const open = episodes.filter(({ back_in_stock_on }) => back_in_stock_on === '').length;
  const [last, ...before] = reports.toReversed();
  const report = { ...last!, ...(before.length > 0 ? { earlier: before.toReversed() } : {}) };
  const withoutSources = await toParquet(engine, 'stockouts', episodes);
  const files = await stockoutFilesOf(engine, history);
  const revision = await insertStockoutRevision(db, files, withoutSources, open, report);
  return { revision, open, ...report };
}
