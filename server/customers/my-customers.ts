import type { Pool } from 'pg';
import { todayInZurich } from '#analytics/context.ts';
import {
  addPurchases,
  type CustomerStatistics,
  identifiersOf,
  isComplete,
  meaningsOf,
  missingPurchases,
  type PurchaseRows,
} from '#analytics/customers.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { User } from '../answers/user.ts';
import {
  newestOfEveryUploader,
  newestStatistics,
  pairsWith,
  purchasesOf,
  summedOf,
} from '../db/customer-statistics.ts';
import { type Revisions, versionOf } from '../following/revisions.ts';
import { visibleUploaderIds } from '../statistics/access.ts';

/** Purchases of one question to PostgreSQL: pairs of statistics and products. */
const PAIRS_AT_ONCE = 500_000;

/** Statistics that are loaded at once while nobody waits for them: who asks meanwhile comes next. */
const STATISTICS_AHEAD = 2000;

/** Publications that one question may meet. */
const MOST_TRIES = 4;

type Parts = {
  pool: Pool;
  /** For loading purchases, which takes its time. */
  bulkPool: Pool;
  statistics: Statistics;
  currentRevisions: () => Promise<Revisions>;
};

/** Runs `work` on what is known of the customers of `user`, who may see them now, with the `version` of what is published. */
export type AskCustomers = <T>(
  question: { user: User; gtins: readonly string[]; today: string },
  work: (connection: PooledConnection, customers: CustomerStatistics, version: string) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export type MyCustomers = {
  ask: AskCustomers;
  /** Loads ahead what anybody's question would wait for, in parts, until it is `over`. */
  loadAhead(over: () => boolean): Promise<void>;
};

/**
 * Answers from a table of who buys what is missing or back, beside each catalogue in DuckDB. It is filled from PostgreSQL as
 * far as somebody asks, and never stale: what a statistic contains does not change, new ones are loaded when they are
 * first seen, and whose statistics count is asked of PostgreSQL every time. One of these per process: it keeps loads apart.
 */
export function holdMyCustomers({ pool, bulkPool, statistics, currentRevisions }: Parts): MyCustomers {
  /** One loads at a time: who waits finds it done. */
  let loading: Promise<unknown> = Promise.resolve();

  return { ask, loadAhead };

  async function ask<T>(
    { user, gtins, today }: Parameters<AskCustomers>[0],
    work: (connection: PooledConnection, customers: CustomerStatistics, version: string) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const customers = await newestStatistics(pool, await visibleUploaderIds(pool, user));
    return whileCurrent(async (revisions) => {
      await complete(revisions, customers.statistics, gtins, today);
      return onCatalogue(revisions, (tables) => work(tables, customers, versionOf(revisions)), signal);
    });
  }

  /** Runs `work` on the newest revisions; once more where others were published meanwhile, whose catalogues take its place. */
  async function whileCurrent<T>(work: (revisions: Revisions) => Promise<T>, tries = 1): Promise<T> {
    const revisions = await currentRevisions();
    try {
      return await work(revisions);
    } catch (error) {
      const { catalogue, stockouts } = await currentRevisions();
      const isCurrent = catalogue === revisions.catalogue && stockouts === revisions.stockouts;
      if (isCurrent || tries === MOST_TRIES) throw error;
      return whileCurrent(work, tries + 1);
    }
  }

  async function loadAhead(over: () => boolean): Promise<void> {
    const ids = await newestOfEveryUploader(bulkPool);
    for (let start = 0; start < ids.length && !over(); start += STATISTICS_AHEAD) {
      const part = ids.slice(start, start + STATISTICS_AHEAD).join(',');
      await whileCurrent((revisions) => complete(revisions, part, [], todayInZurich()));
    }
  }

  /** Loads what is asked for as far as it is not. */
  async function complete(
    revisions: Revisions,
    ids: string,
    gtins: readonly string[],
    today: string,
  ): Promise<void> {
    const isThere = await onCatalogue(revisions, (tables) => isComplete(tables, ids, gtins, today));
    if (isThere) return;
    const loaded = loading.then(() =>
      load(revisions, () => onCatalogue(revisions, (tables) => missingPurchases(tables, ids, gtins, today))),
    );
    loading = loaded.catch(() => undefined);
    await loaded;
  }

  function onCatalogue<T>(
    revisions: Revisions,
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return statistics.onMarket(revisions, undefined, work, signal);
  }

  async function load(
    revisions: Revisions,
    missing: () => ReturnType<typeof missingPurchases>,
  ): Promise<void> {
    const asked = await missing();
    if (!isMissing(asked)) return;
    const added = await summedOf(bulkPool, asked.statistics);
    const parts = [
      { products: asked.products, statistics: asked.known },
      { products: joined(asked.loaded, asked.products), statistics: added },
    ].filter(({ products, statistics: ids }) => products && ids);
    const purchases: PurchaseRows[] = [];
    for (const part of parts) purchases.push(...(await read(revisions, part)));
    await onCatalogue(revisions, async (tables) => {
      const bytes = await addPurchases(tables, purchases, { products: asked.products, statistics: added });
      statistics.weighBeside(revisions, bytes);
    });
  }

  async function read(
    revisions: Revisions,
    { products, statistics: ids }: { products: string; statistics: string },
  ): Promise<PurchaseRows[]> {
    const identifiers = await onCatalogue(revisions, (tables) => identifiersOf(tables, products));
    const pairs = await pairsWith(bulkPool, identifiers.gtins, identifiers.pharmacodes);
    const meanings = await onCatalogue(revisions, (tables) => meaningsOf(tables, products, pairs));
    return readInParts(bulkPool, ids, meanings);
  }
}

/** All identifiers of a product stand in one part, since its quantities are netted. */
async function readInParts(
  pool: Pool,
  ids: string,
  meanings: readonly { id: number; product: number }[],
): Promise<PurchaseRows[]> {
  const most = Math.max(1, Math.floor(PAIRS_AT_ONCE / ids.split(',').length));
  const byProduct = Map.groupBy(meanings, ({ product }) => product)
    .values()
    .toArray();
  const parts: PurchaseRows[] = [];
  for (let start = 0; start < byProduct.length; start += most) {
    const rows = await purchasesOf(pool, ids, byProduct.slice(start, start + most).flat());
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
