import type { Pool, PoolClient } from 'pg';
import type { Engine } from '#analytics/engine.ts';
import { readRevisions } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { type AuditAction, recordChange } from '../../platform/record-audit.ts';
import { replaceCustomers } from '../customers/replace-customers.ts';
import { prepareAndStore, StaleStateError } from '../optimistic-retry.ts';
import { lockPublications } from '../publishing/catalogue-queries.ts';
import { prepareLists, prepareRestored, storeLists, storeRestored } from '../stockout-lists.ts';
import { findStockoutSource } from '../stockout-sources/stockout-source-queries.ts';
import { readLines } from './canonical-rows.ts';
import type { Guard } from './guards.ts';
import { sourceKeyOf, type TemplateFileKind } from './kinds.ts';
import { knownProducts } from './known-products.ts';
import { examineList, listOf, shortageEntries } from './list-to-publish.ts';
import { compareRows } from './read-rows.ts';
import {
  currentVersion,
  type Effect,
  findVersion,
  lockTemplateFile,
  pointTo,
  pointToNone,
  storedRows,
  type TemplateVersion,
} from './template-version-queries.ts';

type Parts = { pool: Pool; engine: Engine };

/** Who uses a version, and why where it was asked. */
export type Activation = {
  id: number;
  by: { id: number; name: string; email: string } | null;
  reason?: string | undefined;
  /** Called last in the transaction; what it throws undoes it. */
  beforeCommit?: (client: Queryable) => Promise<void>;
};

/** The file is only used when somebody says why it is right. */
export class GuardedError extends AppError {
  readonly guards: readonly Guard[];
  constructor(guards: readonly Guard[]) {
    super(409, 'template_file_guarded', { issues: [...guards] });
    this.guards = guards;
  }
}

/**
 * Lets a checked version count, with all that follows from it, in one transaction. Whoever comes at the same time waits.
 * Throws GuardedError where a guard asks for a reason, and AppError 409 template_file_stale when another version counts
 * than the one that it was compared with.
 */
export function activateChecked(
  parts: Parts,
  kind: TemplateFileKind,
  use: Activation,
): Promise<TemplateVersion> {
  const { pool } = parts;
  const refuseStale = ({ usedAt, report }: TemplateVersion, current: TemplateVersion | undefined) => {
    if (usedAt !== null || report.comparison.base !== (current?.id ?? null)) throw stale();
  };
  const prepare = async () => {
    const source = await sourceNow(pool, kind);
    if (source === undefined) return undefined;
    const version = await findVersion(pool, kind.key, use.id);
    if (!version) throw notFound();
    refuseStale(version, await currentVersion(pool, kind.key));
    return { source, ...(await prepareList(parts, source, version, use.reason)) };
  };
  return prepareAndStore(prepare, (list) =>
    change(parts, kind, use, 'template-file.replaced', async (client, version, current) => {
      refuseStale(version, current);
      if (list) {
        await refuseRenamed(client, kind, list.source);
        return publishList(client, list);
      }
      const { comparison } = version.report;
      if (comparison.guards.length > 0 && !use.reason) throw new GuardedError(comparison.guards);
      if (kind.key === 'customers') return applyCustomers(client, version);
      if (kind.content !== 'rows') return { kind: 'file' };
      return rowsEffect(comparison.difference, version);
    }),
  );
}

/**
 * Lets a version count again that was used before. A source's stock-outs are again what they were with it, and what its list
 * has of products that the catalogue knows by now; so that of stock-outs the version that counts can be used again too.
 */
export function reactivate(parts: Parts, kind: TemplateFileKind, use: Activation): Promise<TemplateVersion> {
  const { pool } = parts;
  const refuse = ({ usedAt, isCurrent }: TemplateVersion) => {
    if (usedAt === null || (isCurrent && !kind.stockoutSource)) throw stale();
  };
  const prepare = async () => {
    const version = await findVersion(pool, kind.key, use.id);
    if (!version) throw notFound();
    refuse(version);
    const current = await currentVersion(pool, kind.key);
    const source = await sourceNow(pool, kind);
    if (source !== undefined) {
      if (version.effect?.kind !== 'list') throw stale();
      const { source: before, revision } = version.effect;
      // Only who has been named can be called otherwise by now.
      const names = { source: kind.named ? source : before, before };
      return { current, source, list: await prepareAgain(parts, names, version, revision) };
    }
    if (kind.key === 'customers' || kind.content !== 'rows') return { current };
    if (!current) throw stale();
    const [rows, before] = [await storedRows(pool, version.id), await storedRows(pool, current.id)];
    return { current, difference: rows && before && (await compareRows(sourceKeyOf(kind), rows, before)) };
  };
  return prepareAndStore(prepare, (prepared) =>
    change(parts, kind, use, 'template-file.taken-back', async (client, version, current) => {
      refuse(version);
      if (current?.id !== prepared.current?.id) throw new StaleStateError();
      if (prepared.list) {
        await refuseRenamed(client, kind, prepared.source);
        return publishAgain(client, prepared.list);
      }
      if (kind.key === 'customers') return applyCustomers(client, version);
      if (kind.content !== 'rows') return { kind: 'file' };
      return rowsEffect(prepared.difference ?? null, version);
    }),
  );
}

/**
 * Lets the file that the portal comes with, `fileName`, count again; versions that were used stay to go back to.
 * Throws AppError 409 template_file_stale when it counts already.
 */
export function activateBuiltIn(
  { pool }: Pick<Parts, 'pool'>,
  { key }: TemplateFileKind,
  fileName: string,
  { by, beforeCommit }: Pick<Activation, 'by' | 'beforeCommit'>,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockTemplateFile(client, key);
    const current = await currentVersion(client, key);
    if (!current) throw stale();
    await pointToNone(client, key);
    await recordChange(client, {
      by,
      action: 'template-file.built-in',
      subject: 'template-file',
      subjectKey: key,
      subjectName: fileName,
      before: recorded(current),
      after: { version: null, fileName, date: null, rows: null },
    });
    await beforeCommit?.(client);
  });
}

const stale = () => new AppError(409, 'template_file_stale');

type Apply = (
  client: PoolClient,
  version: TemplateVersion,
  current: TemplateVersion | undefined,
) => Promise<Effect>;

async function change(
  { pool }: Parts,
  { key }: TemplateFileKind,
  { id, by, reason, beforeCommit }: Activation,
  action: AuditAction,
  apply: Apply,
): Promise<TemplateVersion> {
  return inTransaction(pool, async (client) => {
    await lockTemplateFile(client, key);
    const version = await findVersion(client, key, id);
    if (!version) throw notFound();
    const current = await currentVersion(client, key);
    const effect = await apply(client, version, current);
    await pointTo(client, version, { by, reason: reason ?? null, effect });
    await recordChange(client, {
      by,
      action,
      subject: 'template-file',
      subjectKey: key,
      subjectName: version.fileName,
      ...(current ? { before: recorded(current) } : {}),
      after: { ...recorded(version), effect },
      reason,
    });
    await beforeCommit?.(client);
    return (await findVersion(client, key, id))!;
  });
}

/** What the source of a list is called by now. @throws AppError 404, 409 where it has ended */
async function sourceNow(db: Queryable, { named, stockoutSource }: TemplateFileKind) {
  if (!named) return stockoutSource;
  const source = await findStockoutSource(db, named.id);
  if (!source) throw notFound();
  if (source.endedOn !== null) throw sourceEnded(source.name);
  return source.name;
}

async function refuseRenamed(client: PoolClient, kind: TemplateFileKind, source: string): Promise<void> {
  if ((await sourceNow(client, kind)) !== source) throw new StaleStateError();
}

/** A source that has ended takes no list any more. */
export function sourceEnded(source: string): AppError {
  return new AppError(409, 'stockout_source_ended', { params: { source } });
}

/** A source's list beside what is known and the products of the newest catalogue. */
async function prepareList(
  { pool, engine }: Parts,
  source: string,
  version: TemplateVersion,
  reason: string | undefined,
) {
  const { entries, catalogue, products } = await listAndProducts({ pool, engine }, version);
  let unknown = 0;
  const otherGuards = version.report.comparison.guards.filter(({ code }) => code === 'columns');
  const lists = await prepareLists(pool, engine, [
    (history) => {
      const list = listOf(entries, { source, date: version.date }, products, history);
      const guards = [...examineList(history, list).guards, ...otherGuards];
      if (guards.length > 0 && !reason) throw new GuardedError(guards);
      unknown = list.unknown;
      return { ...list, doubtful: [], bad: [], force: reason };
    },
  ]);
  return { catalogue, lists, unknown };
}

/** What a source's list says of products, by the rows of its version and the newest catalogue. */
async function listAndProducts({ pool, engine }: Parts, version: TemplateVersion) {
  const entries = await shortageEntries((await storedRows(pool, version.id))!);
  const { catalogue } = await readRevisions(pool);
  return { entries, catalogue, products: await knownProducts(pool, engine) };
}

async function publishList(
  client: PoolClient,
  { catalogue, lists, unknown }: Awaited<ReturnType<typeof prepareList>>,
): Promise<Effect> {
  await lockForCatalogue(client, catalogue);
  const { revision, ...published } = await storeLists(client, lists);
  const { added, dropped, open } = published.change ?? {
    added: published.stockouts.rows,
    dropped: 0,
    open: 0,
  };
  return { kind: 'list', source: published.source, revision, added, dropped, open, unknown };
}

/** What a source said with a version, as of `revision`, with the products of the newest catalogue. */
async function prepareAgain(
  parts: Parts,
  names: { source: string; before: string },
  version: TemplateVersion,
  revision: number,
) {
  const { entries, catalogue, products } = await listAndProducts(parts, version);
  let unknown = 0;
  const restored = await prepareRestored(parts.pool, parts.engine, names, revision, (then, date) => {
    const list = listOf(entries, { source: names.source, date }, products, then);
    unknown = list.unknown;
    return list;
  });
  return { catalogue, restored, unknown };
}

async function publishAgain(
  client: PoolClient,
  { catalogue, restored, unknown }: Awaited<ReturnType<typeof prepareAgain>>,
): Promise<Effect> {
  await lockForCatalogue(client, catalogue);
  return { kind: 'list', ...(await storeRestored(client, restored)), unknown };
}

/** Locks publications. @throws StaleStateError where another catalogue is the newest than rows were matched with */
async function lockForCatalogue(client: PoolClient, catalogue: number | null): Promise<void> {
  await lockPublications(client);
  if ((await readRevisions(client)).catalogue !== catalogue) throw new StaleStateError();
}

async function applyCustomers(client: PoolClient, { id }: TemplateVersion): Promise<Effect> {
  const rows = await storedRows(client, id);
  return { kind: 'customers', ...(await replaceCustomers(client, readLines(rows!))) };
}

function rowsEffect(
  difference: TemplateVersion['report']['comparison']['difference'],
  { rows }: TemplateVersion,
): Effect {
  if (!difference) return { kind: 'rows', first: true, new: rows, gone: 0, changed: 0 };
  const { new: added, gone, changed } = difference;
  return { kind: 'rows', first: false, new: added.count, gone: gone.count, changed: changed.count };
}

function recorded({ id, fileName, date, rows }: TemplateVersion): Record<string, unknown> {
  // A file that is kept as it is has none.
  return { version: id, fileName, date, rows: rows || null };
}
