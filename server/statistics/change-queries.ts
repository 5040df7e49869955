import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import type { statisticEdit } from '#shared/schemas/statistic-edit.ts';
import {
  execute,
  inTransaction,
  type Queryable,
  queryOptionalRow,
  queryRow,
  storedFile,
} from '../platform/database/query.ts';

/** What an edit changes; only the given fields are. */
export type StatisticChanges = z.output<typeof statisticEdit> & {
  /** The stored name, with its prefix; storeConsent writes the file. */
  consentFileName?: string;
};

const columns: Record<keyof StatisticChanges, string> = {
  customer: 'customer',
  customerExternalId: 'customer_external_id',
  customerName: 'customer_name',
  timeMonthFrom: 'time_month_from',
  timeYearFrom: 'time_year_from',
  timeMonthTo: 'time_month_to',
  timeYearTo: 'time_year_to',
  comment: 'comment',
  user: 'sales_representative',
  uploader: 'uploader_id',
  headerImageId: 'header_image_id',
  testUpload: 'test_upload',
  consentFileName: 'consent_file_name',
};

/** Writes the given fields when the statistic still has `revision`; tells whether it had. */
export async function updateStatistic(
  db: Queryable,
  id: number,
  revision: number,
  edit: StatisticChanges,
): Promise<boolean> {
  const given = (Object.keys(columns) as (keyof StatisticChanges)[]).filter(
    (field) => edit[field] !== undefined,
  );
  const sets = given.map((field, index) => `${columns[field]} = $${index + 3}`);
  const count = await execute(
    db,
    `update statistics set ${['revision = revision + 1', ...sets].join(', ')}
     where id = $1 and revision = $2 and deleted_at is null`,
    [id, revision, ...given.map((field) => edit[field])],
  );
  return count === 1;
}

/** Enables or disables the direct link; false when it was so before. */
export async function setStatisticActive(db: Queryable, id: number, active: boolean): Promise<boolean> {
  const count = await execute(
    db,
    'update statistics set active = $2, revision = revision + 1 where id = $1 and active <> $2',
    [id, active],
  );
  return count === 1;
}

/** False when it was so before. */
export async function setStatisticAccomplished(
  db: Queryable,
  id: number,
  accomplished: boolean,
): Promise<boolean> {
  const count = await execute(
    db,
    'update statistics set accomplished = $2, revision = revision + 1 where id = $1 and accomplished <> $2',
    [id, accomplished],
  );
  return count === 1;
}

/** Takes a statistic out of every list and link; false when that was done before. restoreStatistic brings it back. */
export async function deleteStatistic(db: Queryable, id: number, deletedBy: number): Promise<boolean> {
  const count = await execute(
    db,
    'update statistics set deleted_at = now(), deleted_by = $2, revision = revision + 1 where id = $1 and deleted_at is null',
    [id, deletedBy],
  );
  return count === 1;
}

/** Hours for which a deleted statistic can be restored. */
const RESTORE_HOURS = 24;

/** Brings a deleted statistic back; false when it is too late. */
export async function restoreStatistic(db: Queryable, id: number): Promise<boolean> {
  const count = await execute(
    db,
    `update statistics set deleted_at = null, deleted_by = null, revision = revision + 1
     where id = $1 and deleted_at > now() - make_interval(hours => ${RESTORE_HOURS})`,
    [id],
  );
  return count === 1;
}

/** Identifiers that one transaction takes from a statistic: uploads that have one of them wait as long. */
const PURGED_AT_ONCE = 5000;

/**
 * Removes rows and files of statistics deleted longer ago than they can be restored, with identifiers that no other one
 * contains; gives how many. In parts, so that uploads wait for one at most.
 */
export async function purgeDeletedStatistics(pool: Pool): Promise<number> {
  let purged = 0;
  for (;;) {
    const part = await inTransaction(pool, purgePart);
    if (!part) return purged;
    if (part === 'all') purged++;
  }
}

/** Whether that was all of a statistic; undefined where there is none. */
async function purgePart(client: PoolClient): Promise<'all' | 'some' | undefined> {
  const expired = await queryOptionalRow<{ id: number }>(
    client,
    `select id from statistics where deleted_at <= now() - make_interval(hours => ${RESTORE_HOURS})
     order by combined, id limit 1 for update skip locked`,
  );
  if (!expired) return undefined;
  const { identifiers } = await queryRow<{ identifiers: number[] }>(
    client,
    `select array(select identifier_id from statistic_identifiers where statistic_id = $1 limit $2) as identifiers`,
    [expired.id, PURGED_AT_ONCE],
  );
  await execute(
    client,
    'delete from statistic_identifiers where statistic_id = $1 and identifier_id = any ($2)',
    [expired.id, identifiers],
  );
  // Looked up one by one: as a join it compares each with every row where PostgreSQL takes the table for an empty one.
  const unused =
    'not exists (select from statistic_identifiers where identifier_id = identifiers.id offset 0)';
  // An upload that has found one of them holds it until it says that it contains it.
  const { free } = await queryRow<{ free: number[] }>(
    client,
    `with free as (select id from identifiers where id = any ($1) and ${unused} for update skip locked)
     select coalesce(array_agg(id), '{}') as free from free`,
    [identifiers],
  );
  // Asked once more: one may have said so before it was free.
  await execute(client, `delete from identifiers where id = any ($1) and ${unused}`, [free]);
  if (identifiers.length === PURGED_AT_ONCE) return 'some';
  await execute(client, 'delete from statistics where id = $1', [expired.id]);
  return 'all';
}

/** A file of a statistic: its name, and its size in bytes. */
export type StatisticFile = { name: string; size: number };

/** The uploaded file. */
export function findOriginalFile(db: Queryable, id: number): Promise<StatisticFile | undefined> {
  return queryOptionalRow(
    db,
    `select s.file_name as name, length(f.file) as size
     from statistics s join statistic_files f on f.statistic_id = s.id where s.id = $1`,
    [id],
  );
}

export function originalFile(db: Queryable, id: number, { size }: StatisticFile): AsyncGenerator<Buffer> {
  const from = 'statistic_files where statistic_id = $3';
  return storedFile(db, { column: 'file', from, parameters: [id], size });
}

/** The consent file, if there is one, with its stored name. */
export function findConsentFile(db: Queryable, id: number): Promise<StatisticFile | undefined> {
  return queryOptionalRow(
    db,
    `select s.consent_file_name as name, length(f.consent) as size
     from statistics s join statistic_files f on f.statistic_id = s.id
     where s.id = $1 and f.consent is not null`,
    [id],
  );
}

/** Breaks off where another one is in its place since, by the prefix of its stored name. */
export function consentFile(
  db: Queryable,
  id: number,
  { name, size }: StatisticFile,
): AsyncGenerator<Buffer> {
  const from = `statistic_files f join statistics s on s.id = f.statistic_id
    where s.id = $3 and s.consent_file_name = $4`;
  return storedFile(db, { column: 'f.consent', from, parameters: [id, name], size });
}

/** Replaces the consent file; call it in a transaction. `name` is the stored one, with its prefix. */
export async function replaceConsentFile(
  db: Queryable,
  id: number,
  name: string,
  file: Uint8Array,
): Promise<boolean> {
  const replaced = await execute(
    db,
    'update statistics set consent_file_name = $2, revision = revision + 1 where id = $1 and deleted_at is null',
    [id, name],
  );
  if (replaced === 0) return false;
  await storeConsent(db, id, file);
  return true;
}

/** Keeps the consent file of a statistic; its name stands with the statistic, in the same transaction. */
export async function storeConsent(db: Queryable, id: number, file: Uint8Array): Promise<void> {
  await execute(db, 'update statistic_files set consent = $2 where statistic_id = $1', [id, file]);
}
