import { discontinuedPatterns } from '#shared/discontinued.ts';
import { type Engine, onBulk, type SqlParameters } from '../engine.ts';
import { withFiles } from '../files.ts';
import { toParquet } from './parquet.ts';
import type { Episode, StockoutHistory, StockoutSource } from './stockout-history.ts';

/** A published stock-out revision. */
export type StockoutFiles = {
  /** Episodes as Parquet. */
  stockouts: Uint8Array;
  sources: readonly StockoutSource[];
  /** Newest day among the sources' last lists, YYYY-MM-DD; null without lists. */
  date: string | null;
};

/** Revision number before the first list: nothing is known to be missing. */
export const NO_LIST = 0;

/** The files before the first list. */
export async function noStockoutFiles(engine: Engine): Promise<StockoutFiles> {
  return { stockouts: await toParquet(engine, 'episodes', []), sources: [], date: null };
}

/** A history as files. Throws without any list. */
export async function stockoutFilesOf(engine: Engine, history: StockoutHistory): Promise<StockoutFiles> {
  const { episodes, sources } = history;
  const date = sources
    .map(({ lastListOn }) => lastListOn)
    .sort()
    .at(-1);
  if (date === undefined) throw new Error('There was no stock-out list.');
  return { stockouts: await toParquet(engine, 'episodes', episodes), sources, date };
}

/** Parameters of sql/load/stockouts.sql, without its file. */
export function stockoutParameters(sources: readonly StockoutSource[]): SqlParameters {
  return {
    sources: sources.map(({ source }) => source),
    firstListsOn: sources.map(({ firstListOn }) => firstListOn),
    lastListsOn: sources.map(({ lastListOn }) => lastListOn),
    endedOn: sources.map(({ endedOn }) => endedOn ?? ''),
    weekly: sources.map(({ weekly }) => String(weekly ?? false)),
    ...discontinuedPatterns,
  };
}

/** Reads a published history. */
export async function readHistory(engine: Engine, files: StockoutFiles): Promise<StockoutHistory> {
  const rows = await withFiles(engine, { stockouts: files.stockouts }, ({ stockouts }) =>
    onBulk(engine, (connection) => connection.rows(episodeRows, { stockouts: stockouts! })),
  );
  const episodes = rows.map(({ deliveries, ...row }) => ({
    ...row,
    deliveries: JSON.parse(deliveries as string),
  })) as Episode[];
  return { episodes, sources: [...files.sources] };
}

const text = (column: string) => `coalesce(${column}::varchar, '') as ${column}`;

const episodeRows = `select
  gtin, source, first_list, to_json(deliveries)::varchar as deliveries,
  ${['reported_on', 'updated_on', 'status', 'expected_delivery', 'comment', 'back_in_stock_on'].map(text).join(', ')}
  from read_parquet($stockouts::varchar) order by gtin, reported_on, source`;
