import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { todayInUtc, todayInZurich } from '#analytics/context.ts';
import type { PooledConnection, WorkKind } from '#analytics/engine.ts';
import type { StatisticKey, StatisticRevision, Statistics } from '#analytics/statistics.ts';
import type { View, ViewContext } from '#analytics/views/view.ts';
import type { Language } from '#shared/languages.ts';
import type { Seer } from '../../accounts/user-queries.ts';
import { type Revisions, versionOf } from '../../platform/cache-invalidation/revisions.ts';
import { AppError } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { maySeeAmounts } from '../access.ts';
import type { Feeding } from '../feeding-statistic/feeding-queries.ts';
import type { StatisticLink } from '../statistic-queries.ts';

/** What views read, as it is now. */
export type Tables = {
  /** Which statistic and which revisions: what an answer depends on. */
  key: object;
  /** Tells one state of them from another. */
  version: string;
  /** Runs `work` with unqualified names meaning these tables. */
  use<T>(
    work: (connection: PooledConnection) => Promise<T>,
    signal?: AbortSignal,
    kind?: WorkKind,
  ): Promise<T>;
};

export type StatisticTables = Tables & {
  statisticId: number;
  /** The same with the rows of the uploaded file, which are loaded for it. */
  useLines: Tables['use'];
};

/** What the tables of views are found with. */
export type MarketParts = { statistics: Statistics; currentRevisions: () => Promise<Revisions> };
export type StatisticParts = MarketParts & { followLink: (directLinkId: string) => Promise<StatisticLink> };
export type MarketViewParts = MarketParts & {
  pool: Pool;
  feedingStatistic: () => Promise<Feeding | undefined>;
};

/** Who waits for an answer: in which language, and until when. */
export type Asking = { language: Language; signal: AbortSignal };

/** What views depend on beside their parameters. */
export async function viewContext(
  { settings }: { settings: () => Promise<Pick<Settings, 'newStockoutDays'>> },
  language: Language,
): Promise<ViewContext> {
  const { newStockoutDays } = await settings();
  return { today: todayInZurich(), todayUtc: todayInUtc(), newStockoutDays, language };
}

/**
 * The tables of the statistic behind a direct link; of several that are compared, with the same `asked` revisions.
 * @throws AppError 404, and 409 while no catalogue is published
 */
export async function tablesOfStatistic(
  { followLink, currentRevisions, statistics }: StatisticParts,
  directLinkId: string,
  asked: Promise<Revisions> = currentRevisions(),
): Promise<StatisticTables> {
  const [link, revisions] = await Promise.all([followLink(directLinkId), asked]);
  const key = statisticKey(link, revisions);
  const version = `${link.revision}.${link.history}.${versionOf(revisions)}`;
  return {
    statisticId: link.id,
    key,
    version,
    use: (work, signal, kind) => statistics.use(key, work, signal, kind),
    useLines: (work, signal, kind) => statistics.withLines(key, work, signal, kind),
  };
}

/** By which the tables of a statistic are kept. */
export function statisticKey(link: StatisticLink, revisions: Revisions): StatisticKey {
  return {
    statistic: link.id,
    revision: link.revision,
    statisticHistory: link.history,
    ...revisions,
  };
}

/** The tables of the market without any statistic. @throws AppError 409 likewise */
export async function tablesOfMarket({ currentRevisions, statistics }: MarketParts): Promise<Tables> {
  return marketTables(statistics, await currentRevisions(), undefined);
}

/**
 * What a view over the market reads for `user`, undefined for a visitor: the statistic that stands for the market too, for
 * who may see amounts reckoned from it. For everybody else the market is as without any, so that neither rows nor their
 * order tell of it, and its columns are left out. @throws AppError 409 likewise
 */
export async function tablesOfMarketView(
  { pool, currentRevisions, feedingStatistic, statistics }: MarketViewParts,
  view: View & { subject: 'market' },
  user: Seer | undefined,
): Promise<Tables & { hidden: readonly string[] }> {
  const [revisions, feeding] = await Promise.all([
    currentRevisions(),
    view.feeding ? feedingStatistic() : undefined,
  ]);
  const hidden = user ? [] : view.signedInColumns;
  if (!view.feeding || !feeding) return { ...marketTables(statistics, revisions, undefined), hidden };
  if (await maySeeAmounts(pool, user, feeding)) {
    const { statistic, revision, statisticHistory } = feeding;
    return { ...marketTables(statistics, revisions, { statistic, revision, statisticHistory }), hidden };
  }
  const tables = marketTables(statistics, revisions, undefined);
  return { ...tables, version: `hidden.${tables.version}`, hidden: [...hidden, ...view.amountColumns] };
}

/** Notices of a change are there within that many times as long. */
const MOST_ATTEMPTS = 20;
const WAIT_MILLISECONDS = 100;

/**
 * Runs `work` on the newest revisions, and again on newer ones where the focus groups that are loaded with them, or a
 * statistic, were changed meanwhile.
 */
export async function onCurrentRevisions<Newest, T>(
  currentRevisions: () => Promise<Newest>,
  work: (revisions: Newest) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const revisions = await currentRevisions();
    try {
      return await work(revisions);
    } catch (error) {
      const isChanged = error instanceof AppError && error.code === 'statistic_changed';
      if (!isChanged || attempt === MOST_ATTEMPTS) throw error;
      await sleep(WAIT_MILLISECONDS);
    }
  }
}

/** Runs `work` on the current catalogue; undefined while there is none. */
export async function onCurrentCatalogue<T>(
  { statistics, currentRevisions }: MarketParts,
  work: (connection: PooledConnection) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  try {
    return await onCurrentRevisions(currentRevisions, (revisions) =>
      statistics.onMarket(revisions, undefined, work, signal),
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_catalogue') return undefined;
    throw error;
  }
}

function marketTables(
  statistics: Statistics,
  revisions: Revisions,
  feeding: StatisticRevision | undefined,
): Tables {
  return {
    key: { market: feeding ?? null, ...revisions },
    version: [...Object.values(feeding ?? {}), versionOf(revisions)].join('.'),
    use: (work, signal, kind) => statistics.onMarket(revisions, feeding, work, signal, kind),
  };
}
