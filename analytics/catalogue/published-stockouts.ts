import { randomUUID } from 'node:crypto';
import { discontinuedPatterns } from '#shared/discontinued.ts';
import { type Engine, onBulk, quotedName, type SqlParameters } from '../engine.ts';
import { withFiles } from '../files.ts';
import { sqlFile } from '../sql.ts';
import { toParquet } from './parquet.ts';
import type { Episode, StockoutHistory, StockoutSource } from './stockout-history.ts';

/** A published stock-out revision. */
export type StockoutFiles = {
  /** Parquet of the episodes. */
  stockouts: Uint8Array;
  sources: readonly StockoutSource[];
  /** Day of the newest of the sources' last lists, YYYY-MM-DD; null where there was none yet. */
  date: string | null;
};

/** In place of a revision's number while there is none: nothing is known to be missing. */
export const NO_LIST = 0;

/** What is known before the first list. */
export async function noStockoutFiles(engine: Engine): Promise<StockoutFiles> {
  return { stockouts: await toParquet(engine, 'episodes', []), sources: [], date: null };
}

/** A history as it is published. Throws when there was no list yet: nothing is known of any day. */
export async function stockoutFilesOf(engine: Engine, history: StockoutHistory): Promise<StockoutFiles> {
  const { episodes, sources } = history;
  const date = sources
    .map(({ lastListOn }) => lastListOn)
    .sort()
    .at(-1);
  if (date === undefined) throw new Error('There was no stock-out list.');
  return { stockouts: await toParquet(engine, 'episodes', episodes), sources, date };
}

/** Parameters of sql/load/stockouts.sql, but for its file. */
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

/** Reads a published history back. */
export async function readHistory(engine: Engine, files: StockoutFiles): Promise<StockoutHistory> {
  const schema = quotedName(`history_${randomUUID()}`);
  await onBulk(engine, ({ runScript }) => runScript(`create schema ${schema}`));
  try {
    await withFiles(engine, { stockouts: files.stockouts }, ({ stockouts }) =>
      onBulk(
        engine,
        ({ runScript }) =>
          runScript(sqlFile('load/stockouts.sql').text, { stockouts, ...stockoutParameters(files.sources) }),
        { path: schema },
      ),
    );
    const read = await onBulk(
      engine,
      async ({ rows }) => ({ episodes: await rows(episodeColumns), deliveries: await rows(deliveryColumns) }),
      { path: schema },
    );
    const said = Map.groupBy(
      read.deliveries as Said[],
      (row) => `${row.source} ${row.gtin} ${row.reported_on}`,
    );
    const episodes = (read.episodes as Omit<Episode, 'deliveries'>[]).map((episode) => ({
      ...episode,
      deliveries: (said.get(`${episode.source} ${episode.gtin} ${episode.reported_on}`) ?? []).map(
        ({ said_on, expected_delivery }) => ({ said_on, expected_delivery }),
      ),
    }));
    return { episodes, sources: [...files.sources] };
  } finally {
    engine.forget(schema);
    await onBulk(engine, ({ runScript }) => runScript(`drop schema if exists ${schema} cascade`));
  }
}

type Said = { gtin: string; source: string; reported_on: string; said_on: string; expected_delivery: string };

const text = (column: string) => `coalesce(${column}::varchar, '') as ${column}`;

const episodeColumns = `select
  gtin, source, first_list,
  ${['reported_on', 'updated_on', 'status', 'expected_delivery', 'comment', 'back_in_stock_on'].map(text).join(', ')}
  from stockouts order by gtin, reported_on, source`;

const deliveryColumns = `select
  gtin, source, ${['reported_on', 'said_on', 'expected_delivery'].map(text).join(', ')}
  from stockout_deliveries order by gtin, reported_on, source, said_on`;
