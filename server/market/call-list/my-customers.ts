import type { Pool } from 'pg';
import { todayInZurich } from '#analytics/context.ts';
import {
  addPurchases,
  type CustomerStatistics,
  identifiersOf,
  isComplete,
  letGoOfNamed,
  type Meaning,
  type Missing,
  meaningsOf,
  missingPurchases,
  type PurchaseRows,
  type RevisedStatistics,
} from '#analytics/customers.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import { NoPlaceError, unlessGone } from '#analytics/semaphore.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../../accounts/user-queries.ts';
import { type Revisions, versionOf } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { matchedPairs } from '../../statistics/matches/match-queries.ts';
import {
  newestOfEveryUploader,
  newestStatistics,
  pairsWith,
  purchasesOf,
} from './customer-statistic-queries.ts';

/** Pairs of statistics and products per query of PostgreSQL. */
const PAIRS_AT_ONCE = 500_000;

/** Statistics per background load: requests are served in between. */
const STATISTICS_AHEAD = 2000;

/** Purchases kept beside a catalogue, in about 130 MB. */
const MOST_PURCHASES = 4_000_000;

/** Retries of a request after publications, or after others evicted what it needs. */
const MOST_TRIES = 4;

/** Longest wait for a load, and for one statement of it. */
const PATIENCE_MILLISECONDS = 60_000;

type Parts = {
  pool: Pool;
  /** For loading purchases, which takes long. */
  bulkPool: Pool;
  statistics: Statistics;
  currentRevisions: () => Promise<Revisions>;
  patienceMs?: number;
  /** Purchases beyond which those of products neither missing nor back are evicted. */
  mostPurchases?: number;
};

/** Runs `work` with the customers that `user` may see now, and the `version` of published data. */
export type AskCustomers = <T>(
  question: { user: User; gtins: readonly string[]; today: string },
  work: (connection: PooledConnection, customers: CustomerStatistics, version: string) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export type MyCustomers = {
  ask: AskCustomers;
  /** Preloads what any request would need, in parts, until it is `over`. */
  loadAhead(over: () => boolean): Promise<void>;
};

/**
 * Answers from a table of who buys what is missing or back, beside each catalogue in DuckDB. It is filled from PostgreSQL
 * on demand, and never stale: the content of a statistic's revision does not change, new ones are loaded when first seen,
 * and access is checked in PostgreSQL every time. One instance per process, because it serialises loads.
 */
export function holdMyCustomers({
  pool,
  bulkPool,
  statistics,
  currentRevisions,
  patienceMs = PATIENCE_MILLISECONDS,
  mostPurchases = MOST_PURCHASES,
}: Parts): MyCustomers {
  /** One load at a time: those that wait find it done. */
  let loading: Promise<unknown> = Promise.resolve();
  /** Requests that read loaded data: none of them waits for a load. */
  const reading = new Set<Promise<unknown>>();

  return { ask, loadAhead };

  async function ask<T>(
    { user, gtins, today }: Parameters<AskCustomers>[0],
    work: (connection: PooledConnection, customers: CustomerStatistics, version: string) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const newest = await newestStatistics(pool, await visibleUploaderIds(pool, user));
    const { history, statistics: mine, months } = newest;
    return whileCurrent(async (revisions) => {
      // What is loaded belongs to another database with the same numbers.
      if (history !== revisions.history) throw new AppError(409, 'statistic_changed');
      for (let tries = 1; tries <= MOST_TRIES; tries++) {
        const read = onCatalogue(
          revisions,
          async (tables) =>
            (await isComplete(tables, newest, gtins, today))
              ? { answer: await work(tables, { statistics: mine, months }, versionOf(revisions)) }
              : undefined,
          signal,
        );
        reading.add(read);
        const done = await read.finally(() => reading.delete(read));
        if (done) return done.answer;
        await complete(revisions, newest, gtins, today, signal);
      }
      throw new NoPlaceError('turn to read purchases');
    }, signal);
  }

  /**
   * Runs `work` on the newest revisions, whose catalogue is kept with its tables; again after a publication meanwhile.
   */
  async function whileCurrent<T>(
    work: (revisions: Revisions) => Promise<T>,
    signal?: AbortSignal,
    tries = 1,
  ): Promise<T> {
    const revisions = await currentRevisions();
    try {
      return await statistics.keeping(revisions, () => work(revisions), signal);
    } catch (error) {
      const isCurrent = versionOf(await currentRevisions()) === versionOf(revisions);
      if (isCurrent || tries === MOST_TRIES) throw error;
      return whileCurrent(work, signal, tries + 1);
    }
  }

  async function loadAhead(over: () => boolean): Promise<void> {
    const newest = await newestOfEveryUploader(bulkPool);
    for (let start = 0; start < newest.length && !over(); start += STATISTICS_AHEAD) {
      const loaded = newest.slice(start, start + STATISTICS_AHEAD);
      const part = {
        statistics: loaded.map(({ id }) => id).join(','),
        revisions: loaded.map(({ revision }) => revision).join(','),
      };
      const today = todayInZurich();
      await whileCurrent(async (revisions) => {
        const isThere = await onCatalogue(revisions, (tables) => isComplete(tables, part, [], today));
        if (!isThere) await complete(revisions, part, [], today);
      });
    }
  }

  /** Loads what is missing for those who still wait when their turn comes. */
  async function complete(
    revisions: Revisions,
    of: RevisedStatistics,
    gtins: readonly string[],
    today: string,
    signal?: AbortSignal,
  ): Promise<void> {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(new NoPlaceError('turn to load purchases')), patienceMs);
    const over = AbortSignal.any([tooLong.signal, ...(signal ? [signal] : [])]);
    const missing = () => onCatalogue(revisions, (tables) => missingPurchases(tables, of, gtins, today));
    const loaded = loading.then(async () => {
      const asked = over.aborted ? undefined : await missing();
      if (!asked || !isMissing(asked)) return;
      await load(revisions, (await makeRoom(revisions, today)) ? await missing() : asked);
    });
    loading = loaded.catch(() => undefined);
    try {
      await unlessGone(loaded, over);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A load may take long, but not for ever: everybody waits for it. */
  function inTime<T>(ask: (db: Queryable) => Promise<T>): Promise<T> {
    return inTransaction(bulkPool, async (client) => {
      await client.query(`select set_config('statement_timeout', $1, true)`, [String(patienceMs)]);
      return ask(client);
    });
  }

  function onCatalogue<T>(
    revisions: Revisions,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return statistics.onMarket(revisions, undefined, work, signal);
  }

  /**
   * Evicts purchases of requested products where there are too many. Later requests reload what they need; current
   * readers finish first. False where there is room.
   */
  async function makeRoom(revisions: Revisions, today: string): Promise<boolean> {
    const forget = await onCatalogue(revisions, (tables) => letGoOfNamed(tables, today, mostPurchases));
    if (!forget) return false;
    await Promise.allSettled(reading);
    await onCatalogue(revisions, forget);
    return true;
  }

  async function load(revisions: Revisions, asked: Missing): Promise<void> {
    const { products: wanted, statistics: added } = asked;
    const parts = [
      { products: wanted, statistics: asked.known },
      { products: joined(asked.loaded, wanted), statistics: added },
    ].filter(({ products, statistics: ids }) => products && ids);
    const purchases: PurchaseRows[] = [];
    for (const part of parts) purchases.push(...(await read(revisions, part)));
    await onCatalogue(revisions, async (tables) => {
      const bytes = await addPurchases(tables, purchases, {
        products: wanted,
        statistics: added,
        revisions: asked.revisions,
      });
      statistics.weighBeside(revisions, bytes);
    });
  }

  async function read(
    revisions: Revisions,
    { products, statistics: ids }: { products: string; statistics: string },
  ): Promise<PurchaseRows[]> {
    const identifiers = await onCatalogue(revisions, (tables) => identifiersOf(tables, products));
    const pairs = await inTime(async (db) => [
      ...(await pairsWith(db, identifiers.gtins, identifiers.pharmacodes)),
      ...(await matchedPairs(db, ids)),
    ]);
    const meanings = await onCatalogue(revisions, (tables) => meaningsOf(tables, products, pairs));
    return inTime((db) => readInParts(db, ids, meanings));
  }
}

/** All identifiers of a product are in one part, because its quantities are netted. */
async function readInParts(
  db: Queryable,
  ids: string,
  meanings: readonly Meaning[],
): Promise<PurchaseRows[]> {
  const most = Math.max(1, Math.floor(PAIRS_AT_ONCE / ids.split(',').length));
  const byProduct = Map.groupBy(meanings, ({ product }) => product)
    .values()
    .toArray();
  const parts: PurchaseRows[] = [];
  for (let start = 0; start < byProduct.length; start += most) {
    const rows = await purchasesOf(db, ids, byProduct.slice(start, start + most).flat());
    if (rows.products) parts.push(rows);
  }
  return parts;
}

function isMissing({ statistics, products }: { statistics: string; products: string }): boolean {
  return statistics !== '' || products !== '';
}

function joined(one: string, other: string): string {
  return [one, other].filter(Boolean).join(',');
}
