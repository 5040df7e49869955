import type { PooledConnection } from '#analytics/engine.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { summary } from '#analytics/views/summary.ts';
import { type KeptFigures, keptFigures } from '#shared/schemas/customer-page.ts';
import type { Revisions } from '../platform/cache-invalidation/revisions.ts';
import { execute, type Queryable, queryRows } from '../platform/database/query.ts';

const names = Object.keys(keptFigures.shape) as (keyof KeptFigures)[];

/**
 * What the figures of a statistic depend on beside what it contains, which never changes: edits change what is said of it.
 * `answerVersion`: of this process, see views/results.ts. Focus groups are not in it.
 */
export function figuresVersion(
  answerVersion: string,
  { catalogue, stockouts, provider }: Pick<Revisions, 'catalogue' | 'stockouts' | 'provider'>,
): string {
  const { version } = sqlFile(summary.sql);
  return [version, answerVersion, catalogue, stockouts, provider].join(' ');
}

/** As the summary of the dashboard says them. `connection` stands on the statistic's tables. */
export async function readFigures(connection: PooledConnection): Promise<KeptFigures> {
  const bytes = encodeJson(await runView(connection, summary, {}), 'one');
  const row = JSON.parse(Buffer.from(bytes).toString()) as KeptFigures;
  return Object.fromEntries(names.map((name) => [name, row[name]])) as KeptFigures;
}

/** Keeps the figures of a statistic, unless it was deleted for good. */
export async function storeFigures(
  db: Queryable,
  statistic: number,
  version: string,
  figures: KeptFigures,
): Promise<void> {
  await execute(
    db,
    `insert into statistic_figures (statistic_id, version, figures)
     select id, $2, $3 from statistics where id = $1
     on conflict (statistic_id) do update
     set version = excluded.version, figures = excluded.figures, reckoned_at = now()`,
    [statistic, version, JSON.stringify(figures)],
  );
}

export type Outdated = { statistic: number; revision: number };

/** The newest statistics of customers below `id` whose figures are missing or of another version. */
export function outdatedFigures(
  db: Queryable,
  version: string,
  id: number,
  most: number,
): Promise<Outdated[]> {
  return queryRows<Outdated>(
    db,
    `select s.id as statistic, s.revision
     from statistics s left join statistic_figures f on f.statistic_id = s.id
     where s.id < $2 and s.customer_external_id <> '' and not s.test_upload and s.deleted_at is null
       and f.version is distinct from $1
     order by s.id desc limit $3`,
    [version, id, most],
  );
}

/** Seconds for which a process has its turn, and for which it is waited for where it was killed. */
const TURN_SECONDS = 60;

/** Lets `process` reckon figures for a while, and no other one meanwhile; tells whether it may. */
export async function takeTurn(db: Queryable, process: string): Promise<boolean> {
  const taken = await execute(
    db,
    `insert into figures_turn as turn (process, until) values ($1, now() + make_interval(secs => ${TURN_SECONDS}))
     on conflict (only_row) do update set process = excluded.process, until = excluded.until
     where turn.process = $1 or turn.until < now()`,
    [process],
  );
  return taken === 1;
}

export async function endTurn(db: Queryable, process: string): Promise<void> {
  await execute(db, 'delete from figures_turn where process = $1', [process]);
}
