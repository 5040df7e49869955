import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Pool } from 'pg';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';
import { findStockoutSource, listStockoutSources } from '../stockout-sources/stockout-source-queries.ts';
import type { RowDifference } from './difference.ts';
import type { Guard } from './guards.ts';
import {
  NAMED_KIND,
  namedKind,
  namedNumber,
  type TemplateFileKind,
  templateFileKind,
  templateFileKinds,
} from './kinds.ts';

const unzip = promisify(gunzip);

/** A version of a template file without its contents. Instants in ISO. */
export type TemplateVersion = {
  id: number;
  key: string;
  fileName: string;
  size: number;
  sha256: Buffer;
  /** The file's own date, YYYY-MM-DD. */
  date: string | null;
  rows: number;
  report: Report;
  checkedAt: string;
  checkedBy: string | null;
  /** When it was used last; null for one that was only checked. */
  usedAt: string | null;
  usedBy: string | null;
  reason: string | null;
  effect: Effect | null;
  isCurrent: boolean;
};

/** What checking a file has found, to be stored; `rowsFile` and `problems` are gzip-compressed NDJSON. */
export type NewVersion = {
  key: string;
  fileName: string;
  size: number;
  sha256: Uint8Array;
  date: string | null;
  rows: number;
  report: Report;
  rowsFile: Uint8Array | null;
  problems: Uint8Array | null;
  checkedBy: number | null;
};

/** What a list of stock-outs changes of what its source said. Counts are of its open episodes. */
export type ListDifference = {
  source: string;
  /** Days of the list and of the source's last one, YYYY-MM-DD; null: it is the first one. */
  date: string;
  last: string | null;
  open: number;
  added: number;
  dropped: number;
  /** Rows of products that neither GTIN nor Pharmacode tell. */
  unknown: number;
};

/** What a file is beside the version that counts. */
export type Comparison = {
  /** The version it was compared with; null: there was none. */
  base: number | null;
  difference: RowDifference | null;
  list: ListDifference | null;
  guards: Guard[];
  /** Of a list: the revisions of catalogue and stock-outs that it was held against. */
  heldAgainst?: string;
};

/** What checking a file has found, as it is stored with the version. */
export type Report = {
  /** Rows that are there, used or not. */
  found: number;
  columns: string[];
  facts: Record<string, number>;
  matched: number | null;
  problems: { total: number; unused: number; listed: number };
  comparison: Comparison;
};

/** What using a version has changed. */
export type Effect =
  | { kind: 'file' }
  /** `first`: there was no version before. */
  | { kind: 'rows'; first: boolean; new: number; gone: number; changed: number }
  /** `revision`: of the stock-outs, which going back to the version restores; `unknown` as of a ListDifference. */
  | {
      kind: 'list';
      source: string;
      revision: number;
      added: number;
      dropped: number;
      open: number;
      unknown: number;
    }
  | { kind: 'customers'; added: number; changed: number; ended: number };

const versions = `select v.id, v.key, v.file_name as "fileName", v.size, v.sha256, v.file_date as date,
    v.row_count as rows, v.report, ${instant('v.checked_at')} as "checkedAt", checker.name as "checkedBy",
    ${instant('v.used_at')} as "usedAt", v.used_by_name as "usedBy", v.reason, v.effect,
    f.key is not null as "isCurrent"
  from template_file_versions v
  left join template_files f on f.key = v.key and f.version_id = v.id
  left join users checker on checker.id = v.checked_by`;

/** The version of each template file that counts, for those that have one. */
export function currentVersions(db: Queryable): Promise<TemplateVersion[]> {
  return queryRows(db, `${versions} where f.key is not null order by v.key`);
}

/** The version of a template file that counts. */
export function currentVersion(db: Queryable, key: string): Promise<TemplateVersion | undefined> {
  return queryOptionalRow(db, `${versions} where f.key = $1`, [key]);
}

/** Which version counts, and what tells its content from others. */
export type CurrentFile = { key: string; id: number; sha256: string; size: number };

function currentFiles(db: Queryable): Promise<CurrentFile[]> {
  return queryRows(
    db,
    `select f.key, v.id, encode(v.sha256, 'hex') as sha256, v.size
     from template_files f join template_file_versions v on v.id = f.version_id`,
  );
}

export function findVersion(db: Queryable, key: string, id: number): Promise<TemplateVersion | undefined> {
  return queryOptionalRow(db, `${versions} where v.key = $1 and v.id = $2`, [key, id]);
}

/** The versions of a template file that were used, the one that counts first, then by when they were used last. */
export function usedVersions(db: Queryable, key: string): Promise<TemplateVersion[]> {
  return queryRows(
    db,
    `${versions} where v.key = $1 and v.used_at is not null
     order by f.key is not null desc, v.used_at desc, v.id desc limit 500`,
    [key],
  );
}

/** The template files of which a version was used, whether or not one counts. */
export async function usedKeys(db: Queryable): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    db,
    'select distinct key from template_file_versions where used_at is not null',
  );
  return rows.map(({ key }) => key);
}

/** Lets changes of a template file wait for each other until the transaction ends. */
export async function lockTemplateFile(db: Queryable, key: string): Promise<void> {
  await execute(db, "select pg_advisory_xact_lock(hashtextextended('template file ' || $1, 0))", [key]);
}

/** Stores a version that nobody uses yet; gives its id. Its file comes in parts beside it. */
export async function insertVersion(db: Queryable, version: NewVersion): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into template_file_versions
       (key, file_name, size, sha256, file_date, row_count, report, rows, problems, checked_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      version.key,
      version.fileName,
      version.size,
      version.sha256,
      version.date,
      version.rows,
      jsonOf(version.report),
      version.rowsFile,
      version.problems,
      version.checkedBy,
    ],
  );
  return id;
}

export async function insertPart(
  db: Queryable,
  id: number,
  part: number,
  content: Uint8Array,
): Promise<void> {
  await execute(db, 'insert into template_file_parts (version_id, part, content) values ($1, $2, $3)', [
    id,
    part,
    content,
  ]);
}

/** The file of a version, part by part. */
export async function* fileParts(db: Queryable, id: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await queryOptionalRow<{ content: Buffer }>(
      db,
      'select content from template_file_parts where version_id = $1 and part = $2',
      [id, part],
    );
    if (!row) return;
    yield await unzip(row.content);
  }
}

/** The file of a version, whole; for kinds that are small. */
export async function wholeFile(db: Queryable, id: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(fileParts(db, id)));
}

/** The rows of a version as they are stored; null for a file that is kept as it is. */
export async function storedRows(db: Queryable, id: number): Promise<Buffer | null> {
  const row = await queryOptionalRow<{ rows: Buffer | null }>(
    db,
    'select rows from template_file_versions where id = $1',
    [id],
  );
  return row?.rows ?? null;
}

/** The problem rows of a version as they are stored. */
export async function storedProblems(db: Queryable, id: number): Promise<Buffer | null> {
  const row = await queryOptionalRow<{ problems: Buffer | null }>(
    db,
    'select problems from template_file_versions where id = $1',
    [id],
  );
  return row?.problems ?? null;
}

/** Keeps what a version that nobody uses yet is beside the one that counts by now. */
export async function updateReport(db: Queryable, id: number, report: Report): Promise<void> {
  await execute(db, 'update template_file_versions set report = $2 where id = $1 and used_at is null', [
    id,
    jsonOf(report),
  ]);
}

/** From now on the version counts. */
export async function pointTo(
  db: Queryable,
  { id, key }: { id: number; key: string },
  use: { by: { id: number; name: string } | null; reason: string | null; effect: Effect | null },
): Promise<void> {
  await execute(
    db,
    `update template_file_versions
     set used_at = now(), used_by = $2, used_by_name = $3, reason = $4, effect = $5
     where id = $1`,
    [id, use.by?.id ?? null, use.by?.name ?? null, use.reason, use.effect && JSON.stringify(use.effect)],
  );
  await execute(
    db,
    `insert into template_files (key, version_id) values ($1, $2)
     on conflict (key) do update set version_id = excluded.version_id, since = now()`,
    [key, id],
  );
}

/** From now on no version counts. */
export async function pointToNone(db: Queryable, key: string): Promise<void> {
  await execute(db, 'delete from template_files where key = $1', [key]);
}

/** Removes checked files that nobody has used for this many days. */
const STAGED_DAYS = 14;

export async function purgeStagedVersions(db: Queryable): Promise<void> {
  await execute(
    db,
    `delete from template_file_versions
     where used_at is null and checked_at < now() - make_interval(days => ${STAGED_DAYS})`,
  );
}

/** JSON as PostgreSQL takes it: without NUL and halves of characters, which files may hold. */
function jsonOf(report: Report): string {
  return JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}

/** The kind of a key, of a named source too, ended or not; undefined where there is none. */
export async function findKind(db: Queryable, key: string): Promise<TemplateFileKind | undefined> {
  const number = namedNumber(key);
  if (number === undefined) return templateFileKind(key);
  const source = await findStockoutSource(db, number);
  return source && namedKind(source);
}

/** Every template file that can be replaced, in the order of the page: named sources behind the fixed one of their kind. */
export async function allKinds(db: Queryable): Promise<TemplateFileKind[]> {
  const sources = await listStockoutSources(db);
  const named = sources.filter(({ endedOn }) => endedOn === null).map(namedKind);
  return templateFileKinds.flatMap((kind) => (kind.key === NAMED_KIND ? [kind, ...named] : [kind]));
}

/** Gives which version of a template file counts, if there is one; asked once and again after every replacement, in whichever process. */
export function followTemplateFiles(
  pool: Pool,
  changes: Changes,
): (key: string) => Promise<CurrentFile | undefined> {
  const kept = keepUntilChanged<ReadonlyMap<string, CurrentFile>>(changes, {
    max: 1,
    kinds: ['template_file'],
  });
  return async (key) => {
    const files = await kept('', async () => {
      return new Map((await currentFiles(pool)).map((file) => [file.key, file]));
    });
    return files.get(key);
  };
}
