import type { Pool, PoolClient } from 'pg';
import { readSourceName } from '#analytics/catalogue/stockout-history.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { Engine } from '#analytics/engine.ts';
import type { StockoutSource } from '#shared/schemas/stockout-source.ts';
import type { User } from '#shared/schemas/user.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { nameTaken, notFound } from '../../platform/errors.ts';
import { type AuditDeed, changedFields, recordChange } from '../../platform/record-audit.ts';
import { prepareAndStore, StaleStateError } from '../optimistic-retry.ts';
import { lockPublications } from '../publishing/catalogue-queries.ts';
import { prepareSource, storeSource } from '../stockout-lists.ts';
import { sourceEnded } from '../template-files/activate-version.ts';
import { fixedSources, namedKind } from '../template-files/kinds.ts';
import { lockTemplateFile } from '../template-files/template-version-queries.ts';
import {
  endStockoutSource,
  findStockoutSource,
  insertStockoutSource,
  listStockoutSources,
  publishedSources,
  renameStockoutSource,
} from './stockout-source-queries.ts';

type Parts = { pool: Pool; engine: Engine };

/**
 * Names a source. One whose lists came in otherwise until now goes on under the name that it has; its days of deliveries stand
 * for their weeks from now on.
 * @throws AppError 409 where another one is called so
 */
export function addStockoutSource({ pool, engine }: Parts, given: string, by: User): Promise<StockoutSource> {
  const wanted = readSourceName(given);
  return prepareAndStore(
    () => prepareSource(pool, engine, wanted, { named: true }),
    (revision) =>
      inTransaction(pool, async (client) => {
        await lockPublications(client);
        const published = (await publishedSources(client)).find(isCalled(wanted));
        if (published !== revision?.source) throw new StaleStateError();
        const name = published ?? wanted;
        await refuseTaken(client, name, null);
        const added = await insertStockoutSource(client, name);
        if (revision) await storeSource(client, revision);
        await record(client, by, 'created', {}, added);
        return added;
      }),
  );
}

/**
 * Calls a source otherwise, with all that it ever said.
 * @throws AppError 404, 409 where it has ended or another one is called so
 */
export async function renameNamedSource(
  parts: Parts,
  id: number,
  given: string,
  by: User,
): Promise<StockoutSource> {
  const name = readSourceName(given);
  const now = await found(parts.pool, id);
  if (now.name === name) return now;
  return change(parts, id, by, 'renamed', {
    prepare: (before) => prepareSource(parts.pool, parts.engine, before.name, { renamed: name }),
    async store(client, before) {
      await refuseTaken(client, name, id);
      const others = (await publishedSources(client)).filter((source) => !isCalled(before.name)(source));
      if (others.some(isCalled(name))) throw nameTaken('name', name);
      await renameStockoutSource(client, id, name);
    },
  });
}

/**
 * Ends a source: it takes no lists any more, and what it has open is open no longer, without being back in stock. What it
 * said stays. @throws AppError 404, 409 where it has ended
 */
export function endNamedSource(parts: Parts, id: number, by: User): Promise<StockoutSource> {
  const endedOn = todayInZurich();
  return change(parts, id, by, 'ended', {
    prepare: (before) => prepareSource(parts.pool, parts.engine, before.name, { endedOn }),
    store: (client) => endStockoutSource(client, id, endedOn),
  });
}

/** Changes a source, and what is known of stock-outs where it ever published a list. */
function change(
  { pool }: Parts,
  id: number,
  by: User,
  deed: AuditDeed,
  {
    prepare,
    store,
  }: {
    prepare: (before: StockoutSource) => ReturnType<typeof prepareSource>;
    store: (client: PoolClient, before: StockoutSource) => Promise<void>;
  },
): Promise<StockoutSource> {
  const prepareChange = async () => {
    const before = await found(pool, id);
    return { before, revision: await prepare(before) };
  };
  return prepareAndStore(prepareChange, ({ before, revision }) =>
    inTransaction(pool, async (client) => {
      await lockTemplateFile(client, namedKind(before).key);
      await lockPublications(client);
      const now = await found(client, id);
      if (now.name !== before.name) throw new StaleStateError();
      const isPublished = (await publishedSources(client)).some(isCalled(now.name));
      if (isPublished !== (revision !== undefined)) throw new StaleStateError();
      await store(client, now);
      if (revision) await storeSource(client, revision);
      const after = (await findStockoutSource(client, id))!;
      await record(client, by, deed, now, after);
      return after;
    }),
  );
}

async function found(db: Queryable, id: number): Promise<StockoutSource> {
  const source = await findStockoutSource(db, id);
  if (!source) throw notFound();
  if (source.endedOn !== null) throw sourceEnded(source.name);
  return source;
}

/** Ended ones keep their names. */
async function refuseTaken(client: Queryable, name: string, except: number | null): Promise<void> {
  const named = (await listStockoutSources(client)).filter(({ id }) => id !== except);
  const taken = [...fixedSources, ...named.map((each) => each.name)];
  if (taken.some(isCalled(name))) throw nameTaken('name', name);
}

/** Capitals make no difference. */
function isCalled(name: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === name.toLowerCase();
}

async function record(
  client: Queryable,
  by: User,
  deed: AuditDeed,
  before: Partial<StockoutSource>,
  after: StockoutSource,
): Promise<void> {
  const changed = changedFields(before, after);
  if (Object.keys(changed.after).length === 0) return;
  await recordChange(client, {
    by,
    action: `stockout-source.${deed}`,
    subject: 'stockout-source',
    subjectKey: after.id,
    subjectName: after.name,
    ...changed,
  });
}
