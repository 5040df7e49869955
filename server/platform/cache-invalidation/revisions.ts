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

/** What counts before the first publications, too. */
type ReadRevisions = Omit<Revisions, 'catalogue' | 'stockouts'> & {
  catalogue: number | null;
  stockouts: number | null;
};

/** Tells one state of what is published from another. */
export function versionOf(revisions: Revisions): string {
  return Object.values(revisions).join('.');
}

/**
 * Gives the newest revisions; asked once and again after every publication or change, in whichever process.
 * Throws AppError 409 while there is no catalogue; without a stock-out list nothing is missing.
 */
export function followRevisions(pool: Pool, changes: Changes): () => Promise<Revisions> {
  const kept = keepUntilChanged<Revisions>(changes, {
    max: 1,
    kinds: ['catalogue', 'stockouts', 'focusGroups', 'config'],
  });
  return () => kept('', () => newestRevisions(pool));
}

/** What counts now. Throws AppError 409 likewise. */
export async function newestRevisions(pool: Pool): Promise<Revisions> {
  const { catalogue, ...others } = await readRevisionsForFigures(pool);
  if (catalogue === null) throw new AppError(409, 'no_catalogue');
  return { catalogue, ...others };
}

/** Revisions that could not be read are read again so soon. */
const READ_AGAIN_MILLISECONDS = 1000;

/**
 * Lets what nobody can reach any more leave memory as soon as PostgreSQL tells of it: statistics that were changed,
 * closed or deleted, and those joined with reference data that another revision has replaced. What counts stays.
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
        // Of two that are asked at once, the one of before may come last.
        if (newest === asked) statistics.retain(revisions);
      },
      (error: unknown) => {
        // Without a catalogue there is nothing to keep.
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

/** The revision numbers that count; null before the first publication. */
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

/** Those that figures are reckoned from: they need no stock-out list. */
export async function readRevisionsForFigures(db: Queryable): Promise<ReadRevisions & { stockouts: number }> {
  const revisions = await readRevisions(db);
  return { ...revisions, stockouts: revisions.stockouts ?? NO_LIST };
}
