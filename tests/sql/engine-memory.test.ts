import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { holdStatistics, type Statistics } from '#analytics/statistics.ts';
import { leastMemory } from '../support/least-memory.ts';
import { packTables } from '../support/pack-tables.ts';
import { gtin, writeLines, writeWorld } from '../support/world.ts';

const MB = 1_000_000;
const STATISTICS = 2;
/** Milliseconds within which everything is as before. */
const RECOVERED = { timeout: 5000 };

let directory: string;
let engine: Engine;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-out-of-memory-'));
  engine = await openEngine({ directory, memoryLimit: '64MB' });
});
afterEach(async () => {
  engine.close();
  await rm(directory, { recursive: true });
});

/** What DuckDB holds in memory and has put aside on the disk. */
async function held(): Promise<number> {
  const [sum] = await engine.use('main', ({ rows }) =>
    rows('select sum(memory_usage_bytes + temporary_storage_bytes)::double as bytes from duckdb_memory()'),
  );
  return sum!.bytes as number;
}

/** Fails after 10 MB were sorted. */
const late = `select case when i = 299999 then error('late') else i::varchar || repeat('z', 30) end
  from range(300000) t (i) order by i desc`;
/** More than there is. */
const tooLarge = `select max(l)::varchar as most
  from (select list(i::varchar || repeat('y', 20)) as l from range(900000) t (i) group by i % 3)`;

/** Takes half of the memory until it is read to its end. */
const large = `select len(l) + j from (select list(i::varchar || repeat('y', 20)) as l from range(330000) t (i)), range(20000) u (j)`;

const failing: Record<string, () => Promise<unknown>> = {
  'a script that fails late': () =>
    engine.use('main', ({ runScript }) => runScript(`create table x as ${late}`)),
  'a script that is out of memory': () =>
    engine.use('main', ({ runScript }) => runScript(`create table x as ${tooLarge}`)),
  'a question that is out of memory': () => engine.use('main', ({ rows }) => rows(tooLarge)),
  'an answer that is not read to its end': () =>
    engine.use('main', async ({ prepare }) => {
      await (await (await prepare(large)).stream()).fetchChunk();
      throw new Error('too late');
    }),
};

test.each(Object.entries(failing))('of %s nothing stays in memory', async (_name, fail) => {
  const before = await held();
  for (let time = 0; time < 4; time++) await expect(fail()).rejects.toThrow(/late|memory of DuckDB/);
  expect(await held()).toBeLessThan(before + MB);
});

const revisions = { catalogue: 1, stockouts: 1 };
const key = (statistic: number) => ({ statistic, revision: 1, ...revisions });
const open = (statistics: Statistics, statistic: number) =>
  statistics.use(key(statistic), ({ rows }) => rows('select count(*)::integer as articles from assortment'));

/** Statistics of 6,000 articles, of which the catalogue knows 2,000. */
async function hold(): Promise<Statistics> {
  const packs = Array.from({ length: 6000 }, (_, index) => gtin(`7680${String(index).padStart(8, '0')}`));
  const writer = await openEngine({ directory: join(directory, 'writer') });
  const products = packs.slice(0, 2000).map((each, index) => ({
    gtin: each,
    description: `Product ${index}`,
    molecule: `substance ${index % 100}`,
    atc: 'N02BE01',
    ex_factory_price: '10',
    public_price: '20',
  }));
  const files = await writeWorld(writer, { products, lines: [] });
  const stored = await writeLines(
    writer,
    packs.map((each) => ({ gtin: each, quantity: 2 })),
  );
  writer.close();
  return holdStatistics(engine, {
    sources: {
      catalogue: async () => files.catalogue,
      stockouts: async () => files.stockouts,
      statistic: async () => ({ ...stored, head: files.statistic.head }),
      lines: async () => stored.lines,
    },
    providerCompanies: ['Provider AG'],
    memoryBytes: Number.POSITIVE_INFINITY,
    // What is dropped in the end may fail before.
    onError: () => undefined,
  });
}

/** Of catalogues and statistics, their lines included. */
async function schemas(): Promise<string[]> {
  const found = await engine.use('main', ({ rows }) =>
    rows("select schema_name as name from duckdb_schemas() where schema_name similar to 's[0-9]+'"),
  );
  return found.map(({ name }) => String(name));
}

/** As `expect.poll` asks: what fails meanwhile is asked again. */
const unlessFailing = <T>(ask: () => Promise<T>) =>
  ask().catch((error: Error) => error.message.split('\n')[0]);

const columns = Array.from({ length: 30 }, (_, column) => `i + ${column} as c${column}`).join(', ');

/** Runs `work` while no memory is left: half is held by an answer that is not read on, the rest by small tables. */
async function withoutMemory(work: () => Promise<void>): Promise<void> {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = engine.use('main', async ({ connection }) => {
    const answer = await connection.stream(large);
    await answer.fetchChunk();
    begun.resolve();
    await over.promise;
    while ((await answer.fetchChunk())?.rowCount);
  });
  await Promise.race([begun.promise, reading]);
  await engine.use('main', async ({ connection }) => {
    const fill = async () => {
      for (let table = 0; ; table++)
        await connection.run(`create temp table small${table} as select ${columns} from range(1) t (i)`);
    };
    await expect(fill()).rejects.toThrow();
  });
  await work();
  over.resolve();
  await reading.catch(() => undefined);
  // The small tables go with the connections.
  engine.forget('main');
}

test('after all memory was taken, what was let go meanwhile is gone, and everything opens again', async () => {
  const statistics = await hold();
  for (let statistic = 1; statistic <= STATISTICS; statistic++) await open(statistics, statistic);
  await packTables(engine);
  // The packing that opening asked for is over too.
  await sleep(600);
  // Tables that are not packed yet, of 8 MB each.
  const wide = Array.from(
    { length: 4 },
    (_, table) => `create table wide.t${table} as select ${columns} from range(5000) t (i);`,
  );
  await engine.use('main', ({ runScript }) => runScript(`create schema wide; ${wide.join(' ')}`));
  await withoutMemory(async () => {
    for (let statistic = 2; statistic <= STATISTICS; statistic++) statistics.forget(statistic);
    engine.pack();
    await sleep(1000);
  });
  await expect.poll(() => unlessFailing(() => open(statistics, 1)), RECOVERED).toEqual([{ articles: 6000 }]);
  await expect.poll(() => unlessFailing(schemas), RECOVERED).toHaveLength(2);
  await engine.use('main', ({ runScript }) => runScript('drop schema if exists wide cascade'));
  statistics.forget(1);
  statistics.retain({ catalogue: 2, stockouts: 1 });
  await expect.poll(() => unlessFailing(schemas), RECOVERED).toEqual([]);
  await expect.poll(() => unlessFailing(held), RECOVERED).toBeLessThan(MB);
});

test('a statistic whose tables another transaction changes is dropped when that is over', async () => {
  const statistics = await hold();
  await statistics.keeping(revisions, async () => undefined);
  const [catalogue] = await schemas();
  await open(statistics, 1);
  const schema = (await schemas()).find((name) => name !== catalogue);
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = engine.use('main', async ({ connection }) => {
    await connection.run(`begin; drop table ${schema}.assortment`);
    begun.resolve();
    await over.promise;
    await connection.run('rollback');
  });
  await begun.promise;
  statistics.forget(1);
  await sleep(200);
  expect(await schemas()).toContain(schema);
  over.resolve();
  await changing;
  await expect.poll(schemas, RECOVERED).toEqual([catalogue]);
});

test('lines are read with the least memory that a process starts with', async () => {
  const small = await openEngine({ directory: join(directory, 'small'), memoryLimit: leastMemory });
  try {
    const { lines } = await writeLines(small, [{ gtin: gtin('768000000001'), quantity: 2 }]);
    expect(lines.length).toBeGreaterThan(0);
  } finally {
    small.close();
  }
});
