import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, onBulk, openEngine } from '#analytics/engine.ts';
import type { StoredLines } from '#analytics/lines.ts';
import { holdStatistics, type StatisticKey, type Statistics } from '#analytics/statistics.ts';
import { packTables } from '../support/pack-tables.ts';
import { recompute } from '../support/recompute/answers.ts';
import { assortmentOf } from '../support/recompute/assortment.ts';
import { summaryFigures } from '../support/recompute/summary.ts';
import { rounds } from '../support/rounds.ts';
import { askView, gtin, type World, writeLines, writeWorld } from '../support/world.ts';

const statisticCount = 40;
const heldCount = 10;
const requestCount = 64;
const publications = rounds({ short: 8, long: 200 });
/** Those of an engine that is not told otherwise. */
const connectionCount = 6;
/** Those of them that bulk work may take. */
const bulkCount = 4;

/** 300 packs of 12 companies, a third of them the provider's, each of which replaces the two before it. */
const packs = Array.from({ length: 300 }, (_, index) => gtin(`7680${String(index).padStart(8, '0')}`));
const reference: World = {
  products: packs.map((each, index) => ({
    gtin: each,
    description: `Pack ${index}`,
    manufacturer: index % 3 === 2 ? 'Provider AG' : `Company ${index % 12}`,
    molecule: `Molecule ${index % 40}`,
    atc: 'ABCDGHJLMNPRSV'[index % 14]!,
    origin: ['original', 'generic', 'other'][index % 3]!,
    ex_factory_price: (1 + index * 1.37).toFixed(2),
    public_price: (2 + index * 1.91).toFixed(2),
    pack_size: String(10 + (index % 5) * 10),
    unit: 'Stk',
  })),
  alternatives: packs.flatMap((each, index) =>
    index % 3 === 2 ? [] : [{ gtin: each, alternative: packs[index - (index % 3) + 2]! }],
  ),
  lines: [],
};

/** Statistics of the same size, each with quantities of its own. */
function worldOf(statistic: number): World {
  const lines = packs.map((each, index) => ({ gtin: each, quantity: 1 + ((index * (statistic + 3)) % 17) }));
  return { ...reference, lines };
}

const worlds = Array.from({ length: statisticCount }, (_, statistic) => worldOf(statistic));
const expected = worlds.map((world) => {
  const assortment = assortmentOf(world);
  const asked = { world, assortment, given: { sortBy: 'turnoverPotential' } };
  return {
    summary: summaryFigures(assortment),
    manufacturers: recompute('v1/manufacturers.sql', asked),
    molecule: recompute('v1/molecule.sql', asked),
  };
});

let directory: string;
let files: Awaited<ReturnType<typeof writeWorld>>;
let stored: StoredLines[];
/** What the process reckons one statistic to take, and the catalogue. */
let bytes: number;
let catalogueBytes: number;
let engine: Engine;
const dropFailures: unknown[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-concurrency-'));
  engine = await openEngine({ directory });
  files = await writeWorld(engine, reference);
  stored = await Promise.all(worlds.map((world) => writeLines(engine, world.lines)));
  const statistics = hold();
  await askAndCheck(statistics, 0, 0);
  const one = statistics.open().bytes;
  await askAndCheck(statistics, 1, 0);
  bytes = statistics.open().bytes - one;
  catalogueBytes = one - bytes;
  engine.close();
});

beforeEach(async () => {
  engine = await openEngine({ directory });
  dropFailures.length = 0;
});

afterEach(async () => {
  await settled();
  engine.close();
  expect(dropFailures).toEqual([]);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test('64 requests on 40 statistics, of which memory holds ten: right answers, soon, and no leak', async () => {
  const statistics = hold({ memoryBytes: catalogueBytes + heldCount * bytes });
  const most = watch(statistics);
  const used: number[] = [];
  let slowest = 0;
  for (let round = 0; round < rounds({ short: 6, long: 8 }); round++) {
    const requests = Array.from({ length: requestCount }, async (_, request) => {
      const started = performance.now();
      await askAndCheck(statistics, (request * 7 + round * 13) % statisticCount, request);
      slowest = Math.max(slowest, performance.now() - started);
    });
    await Promise.all(requests);
    await settled();
    expect(statistics.open()).toEqual(held(heldCount));
    expect(await schemaCount()).toBe(heldCount + 1);
    used.push(await packedBytes());
  }
  // Those in use come on top of the bound: as many as there are connections, and those being opened.
  expect(most().statistics).toBeLessThanOrEqual(heldCount + 10);
  // Plans hold up to fifteen blocks more or less, a round at random: what stays is there in each of the last three. Had one
  // in ten of those dropped since the third round stayed, it would be ten statistics more.
  expect(Math.min(...used.slice(-3))).toBeLessThan(Math.max(...used.slice(0, 3)) + 5 * bytes);
  expect(slowest).toBeLessThan(longestWait());
});

test('requests that are given up in the middle leave the others their answers and everything usable', async () => {
  const statistics = hold({ memoryBytes: catalogueBytes + heldCount * bytes });
  const givenUp: unknown[] = [];
  const requests = Array.from({ length: requestCount }, async (_, request) => {
    const statistic = request % statisticCount;
    if (request % 2 === 0) return askAndCheck(statistics, statistic, request);
    const client = new AbortController();
    setTimeout(() => client.abort(new Error('gone')), request * 3);
    await statistics
      .use(keyOf(statistic), ({ rows }) => rows(neverEnding), client.signal)
      .catch((error: unknown) => givenUp.push(error));
  });
  await Promise.all(requests);
  expect(givenUp).toEqual(Array.from({ length: requestCount / 2 }, () => new Error('gone')));
  // What those who are gone had opened ends after them.
  await expect
    .poll(async () => [statistics.open(), await schemaCount()], { timeout: longestWait() })
    .toEqual([held(heldCount), heldCount + 1]);
  await settled();
  expect(statistics.open()).toEqual(held(heldCount));
  await Promise.all(worlds.map((_, statistic) => askAndCheck(statistics, statistic, 0)));
});

test('what is in use is never dropped, nor what was used last, however little memory there may be', async () => {
  const statistics = hold({ memoryBytes: 0 });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = statistics.withLines(keyOf(0), async ({ rows }) => {
    await released;
    return rows('select sum(quantity)::integer as n from lines');
  });
  await Promise.all(worlds.slice(1, 9).map((_, index) => askAndCheck(statistics, index + 1, index)));
  await settled({ inUse: 1 });
  expect(statistics.open().statistics).toBe(2);
  release();
  const bought = worlds[0]!.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(await slow).toEqual([{ n: bought }]);
  await settled();
  expect(statistics.open()).toEqual(held(1));
  expect(await schemaCount()).toBe(2);
});

test('a source that fails fails those who wait for it and nobody after them', async () => {
  let broken = true;
  const statistics = hold({ fail: (statistic) => broken && statistic === 3 });
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, request) => askAndCheck(statistics, request % 4, request)),
  );
  const failed = answers.flatMap(({ status }, request) => (status === 'rejected' ? [request] : []));
  expect(failed).toEqual([3, 7, 11]);
  await settled();
  expect(await schemaCount()).toBe(3 + 1);
  broken = false;
  await askAndCheck(statistics, 3, 0);
});

test('a catalogue that fails is asked for again', async () => {
  let broken = true;
  const statistics = hold({ failCatalogue: () => broken });
  await expect(askAndCheck(statistics, 0, 0)).rejects.toThrow('The source is gone.');
  await expect(tryOut(statistics, 1)).rejects.toThrow('The source is gone.');
  broken = false;
  await askAndCheck(statistics, 0, 0);
  expect(await tryOut(statistics, 1)).toBe(packs.length);
});

test('lines that are tried out keep their catalogue while a newer one takes over', async () => {
  const statistics = hold();
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const counted = statistics.tryOut(
    { ...files.statistic, ...stored[0]! },
    { catalogue: 1, stockouts: 1 },
    async ({ rows }) => {
      begun.resolve();
      await over.promise;
      return (await rows('select count(*)::integer as n from products'))[0]!.n;
    },
  );
  await begun.promise;
  await statistics.use({ ...keyOf(1), catalogue: 2 }, ({ rows: newer }) => newer('select 1'));
  await settled({ inUse: 1 });
  over.resolve();
  expect(await counted).toBe(packs.length);
});

test('lines are tried out at the places of bulk work alone, and not at all for whoever is gone before', async () => {
  const statistics = hold();
  await askAndCheck(statistics, 0, 0);
  const release = Promise.withResolvers<void>();
  const bulk = Array.from({ length: bulkCount }, () => onBulk(engine, () => release.promise));
  const client = new AbortController();
  const gone = Array.from({ length: 3 }, () =>
    expect(tryOut(statistics, 1, client.signal)).rejects.toThrow('gone'),
  );
  const waiting = tryOut(statistics, 1);
  await settled({ inUse: bulkCount });
  // Nothing is made of them while they wait, and what is opened waits for none of them.
  expect(await schemaCount()).toBe(1 + 1);
  await askAndCheck(statistics, 1, 0);
  client.abort(new Error('gone'));
  await Promise.all(gone);
  release.resolve();
  await Promise.all(bulk);
  expect(await waiting).toBe(packs.length);
  await settled();
  expect(await schemaCount()).toBe(2 + 1);
});

test('whoever is gone waits for no opening, which goes on for those who come after', async () => {
  const arrival = Promise.withResolvers<void>();
  const asked: number[] = [];
  const statistics = hold({
    memoryBytes: 0,
    async arrived(statistic) {
      asked.push(statistic);
      if (statistic === 0) await arrival.promise;
    },
  });
  const client = new AbortController();
  const ways = [
    statistics.use(keyOf(0), async () => 'never', client.signal),
    statistics.withLines(keyOf(0), async () => 'never', client.signal),
    statistics.onMarket(keyOf(0), keyOf(0), async () => 'never', client.signal),
  ];
  const left = Promise.all(ways.map((way) => expect(way).rejects.toThrow('gone')));
  await expect.poll(() => asked).toEqual([0]);
  client.abort(new Error('gone'));
  await left;
  // Its leaving memory, too, waits for the opening.
  await askAndCheck(statistics, 1, 0);
  const others = [askAndCheck(statistics, 0, 0), askAndCheck(statistics, 0, 1)];
  arrival.resolve();
  await Promise.all(others);
  // The lines, which nobody waits for, are opened after their statistic and go.
  await expect.poll(() => asked, { timeout: longestWait() }).toEqual([0, 1, 0]);
  await expect
    .poll(async () => [statistics.open(), await schemaCount()], { timeout: longestWait() })
    .toMatchObject([{ statistics: 1, catalogues: 1 }, 1 + 1]);
});

test('an opening that nobody waits for any more ends, and leaves memory like any other', async () => {
  const arrival = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const statistics = hold({
    memoryBytes: 0,
    async arrived(statistic) {
      if (statistic !== 0) return;
      begun.resolve();
      await arrival.promise;
    },
  });
  const client = new AbortController();
  const left = expect(statistics.use(keyOf(0), async () => 'never', client.signal)).rejects.toThrow('gone');
  await begun.promise;
  client.abort(new Error('gone'));
  await left;
  await askAndCheck(statistics, 1, 0);
  arrival.resolve();
  await expect
    .poll(async () => [statistics.open(), await schemaCount()], { timeout: longestWait() })
    .toEqual([held(1), 1 + 1]);
  await askAndCheck(statistics, 0, 0);
});

test(`after ${publications} publications under requests, memory holds what it held after the first ones`, async () => {
  const statistics = hold();
  const used: number[] = [];
  for (let publication = 1; publication <= publications; publication++) {
    const asked = [0, 1, 2].map((statistic) =>
      askAndCheck(statistics, statistic, publication, { catalogue: publication }),
    );
    // Published while they are being answered, as it is in life.
    statistics.retain({ catalogue: publication + 1, stockouts: 1 });
    await Promise.all(asked);
    if (publication % (publications / 4) !== 0) continue;
    await settled();
    expect(statistics.open()).toEqual({ statistics: 0, catalogues: 0, bytes: 0 });
    expect(await schemaCount()).toBe(0);
    used.push(await packedBytes());
  }
  expect(used.at(-1)!).toBeLessThanOrEqual(used[0]! * 1.1);
});

test('a catalogue that is superseded goes with the statistics joined with it, and the current one stays', async () => {
  const statistics = hold();
  await Promise.all([0, 1].map((statistic) => askAndCheck(statistics, statistic, 0, { catalogue: 1 })));
  statistics.retain({ catalogue: 1, stockouts: 1 });
  expect(statistics.open()).toEqual(held(2));
  statistics.retain({ catalogue: 2, stockouts: 1 });
  expect(statistics.open()).toEqual({ statistics: 0, catalogues: 0, bytes: 0 });
  await askAndCheck(statistics, 0, 0, { catalogue: 2 });
  // Asked by a request that began before the publication.
  await askAndCheck(statistics, 1, 0, { catalogue: 1 });
  expect(statistics.open()).toEqual(held(1));
  await settled();
  expect(await schemaCount()).toBe(1 + 1);
});

test('a statistic that was changed leaves memory, in use only when its last user is done', async () => {
  const statistics = hold();
  await Promise.all([0, 1].map((statistic) => askAndCheck(statistics, statistic, 0)));
  const release = Promise.withResolvers<void>();
  const slow = statistics.use(keyOf(0), async ({ rows }) => {
    await release.promise;
    return rows('select count(*)::integer as n from assortment');
  });
  statistics.forget(0);
  statistics.forget(7);
  expect(statistics.open()).toEqual(held(1));
  release.resolve();
  expect(await slow).toEqual([{ n: packs.length }]);
  await settled();
  expect(await schemaCount()).toBe(1 + 1);
  await askAndCheck(statistics, 0, 0);
  expect(statistics.open()).toEqual(held(2));
});

/** Runs for longer than any test unless it is interrupted. */
const neverEnding = `select count(*) as n from range(1000000) a, range(1000000) b, assortment
  where a.range * b.range % 7 = assortment.quantity`;

/** On a machine that is busy with other work, waiting is its doing. */
function longestWait(): number {
  return loadavg()[0]! > availableParallelism() ? 20_000 : 2000;
}

function tryOut(statistics: Statistics, catalogue: number, signal?: AbortSignal) {
  return statistics.tryOut(
    { ...files.statistic, ...stored[0]! },
    { catalogue, stockouts: 1 },
    async ({ rows }) => (await rows('select count(*)::integer as n from products'))[0]!.n,
    signal,
  );
}

type Holding = {
  memoryBytes?: number;
  fail?: (statistic: number) => boolean;
  failCatalogue?: () => boolean;
  /** What its files wait for. */
  arrived?: (statistic: number) => Promise<void>;
};

function hold(options: Holding = {}): Statistics {
  return holdStatistics(engine, {
    sources: {
      async catalogue() {
        if (options.failCatalogue?.()) throw new Error('The source is gone.');
        return files.catalogue;
      },
      stockouts: async () => files.stockouts,
      async statistic(statistic) {
        await sleep(1);
        await options.arrived?.(statistic);
        if (options.fail?.(statistic)) throw new Error('The source is gone.');
        return { ...files.statistic, ...stored[statistic]! };
      },
      lines: async (statistic) => stored[statistic]!.lines,
    },
    providerCompanies: ['Provider AG'],
    memoryBytes: options.memoryBytes ?? 1_000_000_000,
    onError: (error) => void dropFailures.push(error),
  });
}

function keyOf(statistic: number): StatisticKey {
  return { statistic, revision: 1, catalogue: 1, stockouts: 1 };
}

/** What is open when memory holds so many statistics and their one catalogue. */
function held(count: number) {
  return { statistics: count, catalogues: 1, bytes: catalogueBytes + count * bytes };
}

async function askAndCheck(
  statistics: Statistics,
  statistic: number,
  request: number,
  key: Partial<StatisticKey> = {},
): Promise<void> {
  const name = (['summary', 'manufacturers', 'molecule'] as const)[request % 3]!;
  const answer = await askView<unknown>(statistics, { ...keyOf(statistic), ...key }, name);
  if (name === 'summary') expect(answer).toMatchObject(expected[statistic]!.summary);
  else expect(answer).toEqual(expected[statistic]![name]);
}

/** Looks at what is held while something runs; gives the most there was. */
function watch(statistics: Statistics): () => { statistics: number; bytes: number } {
  const most = { statistics: 0, bytes: 0 };
  const timer = setInterval(() => {
    const open = statistics.open();
    most.statistics = Math.max(most.statistics, open.statistics);
    most.bytes = Math.max(most.bytes, open.bytes);
  }, 1);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Dropping happens behind the requests: all connections but those in use have to have been free at the same time. */
async function settled({ inUse = 0 } = {}): Promise<void> {
  for (let pass = 0; pass < 3; pass++) {
    let waiting = connectionCount - inUse;
    const all = Promise.withResolvers<void>();
    const waitForAll = async () => {
      if (--waiting === 0) all.resolve();
      await all.promise;
    };
    const connections = Array.from({ length: waiting }, () => engine.use('main', waitForAll));
    await Promise.all(connections);
  }
}

async function schemaCount(): Promise<number> {
  const rows = await engine.use('main', ({ rows }) =>
    rows(`select count(*)::integer as n from duckdb_schemas() where regexp_matches(schema_name, '^s\\d+$')`),
  );
  return rows[0]!.n as number;
}

/** Memory in use once the tables are packed. */
async function packedBytes(): Promise<number> {
  await packTables(engine);
  return usedBytes();
}

async function usedBytes(): Promise<number> {
  const rows = await engine.use('main', ({ rows }) =>
    rows('select sum(memory_usage_bytes)::double as n from duckdb_memory()'),
  );
  return rows[0]!.n as number;
}
