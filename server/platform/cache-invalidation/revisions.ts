import type { Pool } from 'pg';
import { NO_LIST } from '#analytics/catalogue/published-stockouts.ts';
import type { ReferenceRevisions, Statistics } from '#analytics/statistics.ts';
import { history } from '../database/history.ts';
import { type Queryable, queryRow } from '../database/query.ts';
import { databaseFailure } from '../database/query-failure.ts';
import { AppError } from '../errors.ts';
import { isRateKey, rateKeys } from '../settings/settings.ts';
import type { Changes } from './changes.ts';
import { keepUntilChanged } from './keep-until-changed.ts';

export type Revisions = Required<ReferenceRevisions>;

/** Catalogue and stock-outs may be missing before the first publication. */
type ReadRevisions = Omit<Revisions, 'catalogue' | 'stockouts'> & {
  catalogue: number | null;
  stockouts: number | null;
};

/** A key of this state of published data. */
export function versionOf(revisions: Revisions): string {
  return Object.values(revisions).join('.');
}

/**
 * Returns the newest revisions, cached until any process publishes or changes something. Throws AppError 409 while there
 * is no catalogue; without a stock-out list nothing is missing.
 */
export function followRevisions(pool: Pool, changes: Changes): () => Promise<Revisions> {
  const kept = keepUntilChanged<Revisions>(changes, {
    max: 1,
    kinds: ['catalogue', 'stockouts', 'focusGroups', 'config'],
  });
  return () => kept('', () => newestRevisions(pool));
}

/** The newest revisions, uncached. Throws AppError 409 likewise. */
export async function newestRevisions(pool: Pool): Promise<Revisions> {
  const { catalogue, ...others } = await readRevisionsForFigures(pool);
  if (catalogue === null) throw new AppError(409, 'no_catalogue');
  return { catalogue, ...others };
}

/** Delay before a failed read of the revisions is repeated. */
const READ_AGAIN_MILLISECONDS = 1000;

/**
 * Evicts what nobody can reach any more as soon as PostgreSQL announces it: statistics that were changed, closed or
 * deleted, and joins with replaced reference data.
 */
export function dropSuperseded(
  statistics: Pick<Statistics, 'retain' | 'forget'>,
  changes: Changes,
  currentRevisions: () => Promise<Revisions>,
): void {
  let newest: Promise<Revisions> | undefined;
  const retain = () => {
    const asked = currentRevisions();
    newest = asked;
    asked.then(
      (revisions) => {
        // Responses may arrive out of order.
        if (newest === asked) statistics.retain(revisions);
      },
      (error: unknown) => {
        // There is no catalogue: nothing to keep.
        if (newest === asked && databaseFailure(error)?.status === 503)
          setTimeout(retain, READ_AGAIN_MILLISECONDS).unref();
      },
    );
  };
  changes.on('catalogue', retain);
  changes.on('stockouts', retain);
  changes.on('focusGroups', retain);
  changes.on('config', (key) => (key === 'PROVIDER_COMPANIES' || isRateKey(key)) && retain());
  changes.onBack(retain);
  changes.on('statistic', (key) => statistics.forget(Number(key.slice(key.indexOf(' ')))));
  retain();
}

/** The current revision numbers; null before the first publication. */
export function readRevisions(db: Queryable): Promise<ReadRevisions> {
  return queryRow(
    db,
    `select (select revision from current_catalogue) as catalogue,
       (select max(revision) from stockout_revisions) as stockouts,
       (select revision from focus_group_revision) as "focusGroups",
       (select coalesce(max(id), 0) from config_changes where key = 'PROVIDER_COMPANIES') as provider,
       (select coalesce(max(id), 0) from config_changes where key = any ($1)) as rates,
       ${history} as history`,
    [rateKeys],
  );
}

/** The revisions that figures depend on; a stock-out list is not required. */
export async function readRevisionsForFigures(db: Queryable): Promise<ReadRevisions & { stockouts: number }> {
  const revisions = await readRevisions(db);
  return { ...revisions, stockouts: revisions.stockouts ?? NO_LIST };
}
