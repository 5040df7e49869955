import type { PooledConnection, WorkKind } from '#analytics/engine.ts';
import type { FeedingStatistic } from '#analytics/statistics.ts';
import type { View } from '#analytics/views/view.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Revisions, versionOf } from '../../platform/cache-invalidation/revisions.ts';
import { maySeeAmounts, type Seer } from '../access.ts';

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

type Parts = Pick<
  Dependencies,
  'pool' | 'followLink' | 'currentRevisions' | 'feedingStatistic' | 'statistics'
>;

/**
 * The tables of the statistic behind a direct link; of several that are compared, with the same `asked` revisions.
 * @throws AppError 404, and 409 while no catalogue is published
 */
export async function tablesOfStatistic(
  { followLink, currentRevisions, statistics }: Parts,
  directLinkId: string,
  asked: Promise<Revisions> = currentRevisions(),
): Promise<StatisticTables> {
  const [link, revisions] = await Promise.all([followLink(directLinkId), asked]);
  const key = { statistic: link.id, revision: link.revision, ...revisions };
  const version = `${link.revision}.${versionOf(revisions)}`;
  return {
    statisticId: link.id,
    key,
    version,
    use: (work, signal, kind) => statistics.use(key, work, signal, kind),
    useLines: (work, signal, kind) => statistics.withLines(key, work, signal, kind),
  };
}

/** The tables of the market without any statistic. @throws AppError 409 likewise */
export async function tablesOfMarket({ currentRevisions, statistics }: Parts): Promise<Tables> {
  return marketTables(statistics, await currentRevisions(), undefined);
}

/**
 * What a view over the market reads for `user`, undefined for a visitor: the statistic that stands for the market too, for
 * who may see amounts reckoned from it. For everybody else the market is as without any, so that neither rows nor their
 * order tell of it, and its columns are left out. @throws AppError 409 likewise
 */
export async function tablesOfMarketView(
  { pool, currentRevisions, feedingStatistic, statistics }: Parts,
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
    const { statistic, revision } = feeding;
    return { ...marketTables(statistics, revisions, { statistic, revision }), hidden };
  }
  const tables = marketTables(statistics, revisions, undefined);
  return { ...tables, version: `hidden.${tables.version}`, hidden: [...hidden, ...view.amountColumns] };
}

function marketTables(
  statistics: Dependencies['statistics'],
  revisions: Revisions,
  feeding: FeedingStatistic | undefined,
): Tables {
  return {
    key: { market: feeding ?? null, ...revisions },
    version: [...Object.values(feeding ?? {}), versionOf(revisions)].join('.'),
    use: (work, signal, kind) => statistics.onMarket(revisions, feeding, work, signal, kind),
  };
}
