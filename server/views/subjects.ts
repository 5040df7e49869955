import type { PooledConnection, WorkKind } from '#analytics/engine.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Revisions, versionOf } from '../following/revisions.ts';

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

type Parts = Pick<Dependencies, 'followLink' | 'currentRevisions' | 'feedingStatistic' | 'statistics'>;

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

/** The tables of the market; `withFeeding`: those of the statistic that stands for it too. @throws AppError 409 likewise */
export async function tablesOfMarket(
  { currentRevisions, feedingStatistic, statistics }: Parts,
  withFeeding: boolean,
): Promise<Tables> {
  const [revisions, feeding] = await Promise.all([
    currentRevisions(),
    withFeeding ? feedingStatistic() : undefined,
  ]);
  const key = { market: feeding ?? null, ...revisions };
  const version = [...Object.values(feeding ?? {}), versionOf(revisions)].join('.');
  return {
    key,
    version,
    use: (work, signal, kind) => statistics.onMarket(revisions, feeding, work, signal, kind),
  };
}
