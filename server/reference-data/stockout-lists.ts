import {
  readHistory,
  type StockoutFiles,
  stockoutFilesOf,
} from '#analytics/catalogue/published-stockouts.ts';
import {
  keyOf,
  matchAnew,
  mergeStockouts,
  noHistory,
  readSourceName,
  renameSource,
  type Stockout,
  type StockoutHistory,
  type StockoutList,
  type StockoutSource,
  sourceAmong,
} from '#analytics/catalogue/stockout-history.ts';
import { checkList, type Forced, type ListChange } from '#analytics/catalogue/stockout-rule.ts';
import { listDate, readStockouts } from '#analytics/catalogue/stockouts.ts';
import { type BadRow, ReferenceDataError, type ReferenceTable } from '#analytics/catalogue/table.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { Engine } from '#analytics/engine.ts';
import { readRevisions } from '../platform/cache-invalidation/revisions.ts';
import type { Queryable } from '../platform/database/query.ts';
import { StaleStateError } from './optimistic-retry.ts';
import { insertStockoutRevision, stockoutFiles } from './publishing/catalogue-queries.ts';
import { listStockoutSources } from './stockout-sources/stockout-source-queries.ts';

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

/** What one file gave: rows used, and those of them that are doubtful or rows left out, with line numbers and reasons. */
export type FileReport = { rows: number; doubtful: BadRow[]; bad: BadRow[] };

export function reportOf({ rows, doubtful, bad }: ReferenceTable<unknown>): FileReport {
  return { rows: rows.length, doubtful, bad };
}

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

/** All that is known about stock-outs by now. */
export async function newestHistory(db: Queryable, engine: Engine): Promise<StockoutHistory> {
  return (await newestWithRevision(db, engine)).history;
}

/** The same with its revision, null before the first. */
async function newestWithRevision(
  db: Queryable,
  engine: Engine,
): Promise<{ base: number | null; history: StockoutHistory }> {
  const { stockouts: base } = await readRevisions(db);
  if (base === null) return { base, history: noHistory };
  return { base, history: await readHistory(engine, await stockoutFiles(db, base)) };
}

/** A revision of stock-outs that is not stored yet. */
type Prepared<Told> = {
  /** The revision that it goes on from. */
  base: number | null;
  files: StockoutFiles;
  /** Episodes of all sources. */
  open: number;
  report: unknown;
  told: Told;
};

/**
 * Prepares what is known once the lists are in, one after the other, as one revision; a list can depend on what was known
 * before it. @throws ReferenceDataError where the rule for lists refuses one
 */
export async function prepareLists(
  db: Queryable,
  engine: Engine,
  lists: readonly (ReadList | ((history: StockoutHistory) => ReadList))[],
): Promise<Prepared<Omit<StockoutPublication, 'revision' | 'open'>>> {
  const { base, history: newest } = await newestWithRevision(db, engine);
  const named = await listStockoutSources(db);
  const ended = new Set(named.filter(({ endedOn }) => endedOn).map(({ name }) => name.toLowerCase()));
  let history = newest;
  const reports: ListReport[] = [];
  for (const given of lists) {
    const { force, ...read } = typeof given === 'function' ? given(history) : given;
    const list = { ...read, source: sourceAmong(history.sources, read.source) };
    const { source, date } = list;
    if (ended.has(source.toLowerCase())) {
      throw new ReferenceDataError('stockout_source_ended', { source });
    }
    const checked = checkList(history, list, force);
    history = mergeStockouts(history, list);
    reports.push({ source, date, stockouts: reportOf(list), ...checked });
  }
  const [last, ...before] = reports.toReversed();
  const report = { ...last!, ...(before.length > 0 ? { earlier: before.toReversed() } : {}) };
  return { ...(await prepare(engine, base, history)), report, told: report };
}

/**
 * Publishes it. The caller holds the lock of publications.
 * @throws StaleStateError where another revision is the newest, ReferenceDataError before the first catalogue
 */
export async function storeLists(
  db: Queryable,
  prepared: Awaited<ReturnType<typeof prepareLists>>,
): Promise<StockoutPublication> {
  await refuseWithoutCatalogue(db);
  return { ...prepared.told, revision: await store(db, prepared), open: prepared.open };
}

/** Of a list without a catalogue nobody knows which products it means. @throws ReferenceDataError */
export async function refuseWithoutCatalogue(db: Queryable): Promise<void> {
  const { catalogue } = await readRevisions(db);
  if (catalogue === null) throw new ReferenceDataError('stockouts_without_catalogue', {});
}

/** What going back to what a source said before has changed of its open episodes. */
export type Restored = { source: string; revision: number; open: number; added: number; dropped: number };

/**
 * Prepares a revision in which a source says what it said in an earlier one, in which it was called `before`, with what
 * `listAnew` gives of its last list by now, and all others what they say now.
 */
export async function prepareRestored(
  db: Queryable,
  engine: Engine,
  { source, before: calledBefore }: { source: string; before: string },
  earlier: number,
  listAnew: (then: StockoutHistory, date: string) => StockoutList,
): Promise<Prepared<Omit<Restored, 'revision'>>> {
  const { base, history: now } = await newestWithRevision(db, engine);
  const all = await readHistory(engine, await stockoutFiles(db, earlier));
  // Somebody else may have been called then as this one is now.
  const wasOwn = (each: { source: string }) => each.source === calledBefore;
  const own = { episodes: all.episodes.filter(wasOwn), sources: all.sources.filter(wasOwn) };
  const said = renameSource(own, calledBefore, source);
  const then = matchAnew(said, listAnew(said, said.sources[0]!.lastListOn));
  const isOwn = (each: { source: string }) => each.source === source;
  const openOf = ({ episodes }: StockoutHistory) =>
    new Set(episodes.filter((each) => isOwn(each) && each.back_in_stock_on === '').map(keyOf));
  const [before, after] = [openOf(now), openOf(then)];
  const history = {
    episodes: [...now.episodes.filter((each) => !isOwn(each)), ...then.episodes],
    sources: [...now.sources.filter((each) => !isOwn(each)), ...then.sources],
  };
  const told = {
    source,
    open: before.size,
    added: after.difference(before).size,
    dropped: before.difference(after).size,
  };
  return { ...(await prepare(engine, base, history)), report: { source, restored: earlier }, told };
}

/** Publishes it, as storeLists does. */
export async function storeRestored(
  db: Queryable,
  prepared: Awaited<ReturnType<typeof prepareRestored>>,
): Promise<Restored> {
  await refuseWithoutCatalogue(db);
  return { ...prepared.told, revision: await store(db, prepared) };
}

/**
 * Prepares a revision in which a source is called otherwise, has ended or is named by administrators; undefined where it never published a list.
 * Capitals make no difference.
 */
export async function prepareSource(
  db: Queryable,
  engine: Engine,
  name: string,
  change: { renamed: string } | { endedOn: string } | { named: true },
): Promise<(Prepared<null> & { source: string }) | undefined> {
  const { base, history } = await newestWithRevision(db, engine);
  const source = sourceAmong(history.sources, name);
  const isOwn = (each: StockoutSource) => each.source === source;
  if (!history.sources.some(isOwn)) return undefined;
  let changed = history;
  if ('renamed' in change) changed = renameSource(history, source, change.renamed);
  if ('endedOn' in change) {
    const sources = history.sources.map((each) => (isOwn(each) ? { ...each, ...change } : each));
    changed = { ...history, sources };
  }
  const prepared = await prepare(engine, base, changed);
  return { ...prepared, source, report: { source, ...change }, told: null };
}

/** Publishes it, as storeLists does. */
export async function storeSource(db: Queryable, prepared: Prepared<null>): Promise<void> {
  await store(db, prepared);
}

async function prepare(engine: Engine, base: number | null, history: StockoutHistory) {
  const { episodes } = history;
  const ended = new Set(history.sources.filter(({ endedOn }) => endedOn).map(({ source }) => source));
  return {
    base,
    open: episodes.filter((each) => each.back_in_stock_on === '' && !ended.has(each.source)).length,
    files: await stockoutFilesOf(engine, history),
  };
}

async function store(db: Queryable, { base, files, report }: Prepared<unknown>): Promise<number> {
  if ((await readRevisions(db)).stockouts !== base) throw new StaleStateError();
  return insertStockoutRevision(db, files, report);
}
