import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { type StoredLines, sumLines } from '#analytics/lines.ts';
import { holdStatistics, type Statistics } from '#analytics/statistics.ts';
import { askView, gtin, type Line, type World, writeLines, writeWorld } from '../support/world.ts';

const packs = Array.from({ length: 40 }, (_, index) => gtin(`7680${String(index).padStart(8, '0')}`));

/** 40 articles at CHF 10; statistic 1 has a line for each, statistic 2 fifty. */
const world: World = {
  products: packs.map((each, index) => ({
    gtin: each,
    pharmacode: String(1_000_000 + index),
    description: `Pack ${index}`,
    ex_factory_price: '10',
  })),
  lines: [],
};
const once = packs.map((each) => ({ gtin: each, quantity: 2 }));
const often = Array.from({ length: 50 }, () => once).flat();

let directory: string;
let engine: Engine;
let files: Awaited<ReturnType<typeof writeWorld>>;
let stored: Record<number, StoredLines>;
let asked: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-lines-'));
  engine = await openEngine({ directory });
  files = await writeWorld(engine, world);
  stored = { 1: await writeLines(engine, once), 2: await writeLines(engine, often) };
  stored[3] = stored[1]!;
  engine.close();
});

beforeEach(async () => {
  engine = await openEngine({ directory });
  asked = [];
});

afterEach(() => engine.close());

afterAll(() => rm(directory, { recursive: true, force: true }));

test('a statistic opens without its lines, which are read once when somebody names them', async () => {
  const statistics = hold();
  expect(await askView(statistics, key(2), 'summary')).toMatchObject({
    totalQty: 4000,
    turnoverTotal: 40_000,
  });
  for (const table of ['lines', 'identifiers']) {
    await expect(statistics.use(key(2), ({ rows }) => rows(`from ${table}`))).rejects.toThrow(
      `${table} does not exist`,
    );
  }
  expect(asked).toEqual(['sums of 2']);

  const count = () =>
    statistics.withLines(key(2), ({ rows }) =>
      rows('select count(*)::integer as n, count(distinct article)::integer as articles from lines'),
    );
  expect(await Promise.all([count(), count()])).toEqual(Array(2).fill([{ n: 2000, articles: 40 }]));
  expect(await count()).toEqual([{ n: 2000, articles: 40 }]);
  expect(
    await statistics.withLines(key(2), ({ rows }) => rows('select count(*)::integer as n from identifiers')),
  ).toEqual([{ n: 40 }]);
  expect(asked).toEqual(['sums of 2', 'sums of 2', 'lines of 2']);
});

test('an open statistic takes the memory of its articles, however many lines they came in', async () => {
  const statistics = hold();
  const bytesAfter = async (statistic: number) => {
    await askView(statistics, key(statistic), 'summary');
    return statistics.open().bytes;
  };
  const [first, second, third] = [await bytesAfter(1), await bytesAfter(2), await bytesAfter(3)];
  expect(second - first).toBeGreaterThan(0);
  expect(third - second).toBe(second - first);
});

test('lines count as memory, and go before any statistic does', async () => {
  let memoryBytes = Number.POSITIVE_INFINITY;
  const statistics = hold({
    get memoryBytes() {
      return memoryBytes;
    },
  });
  await askView(statistics, key(1), 'summary');
  await askView(statistics, key(2), 'summary');
  memoryBytes = statistics.open().bytes;
  await statistics.withLines(key(2), async ({ rows }) => {
    expect(await rows('select count(*)::integer as n from line_rows')).toEqual([{ n: 2000 }]);
    expect(statistics.open().bytes).toBeGreaterThan(memoryBytes);
  });
  expect(statistics.open()).toEqual({ statistics: 2, catalogues: 1, bytes: memoryBytes });
  await statistics.withLines(key(2), ({ rows }) => rows('from lines'));
  const linesOf2 = ['sums of 2', 'lines of 2'];
  expect(asked).toEqual(['sums of 1', 'sums of 2', ...linesOf2, ...linesOf2]);
});

test('lines go with their statistic when it is forgotten or its catalogue superseded', async () => {
  const statistics = hold();
  const rowsOf = (statistic: number) =>
    statistics.withLines(key(statistic), ({ rows }) => rows('select count(*)::integer as n from lines'));
  expect(await rowsOf(1)).toEqual([{ n: 40 }]);
  expect(await rowsOf(2)).toEqual([{ n: 2000 }]);
  statistics.forget(1);
  expect(statistics.open().statistics).toBe(1);
  statistics.retain({ catalogue: 2, stockouts: 1 });
  expect(statistics.open()).toEqual({ statistics: 0, catalogues: 0, bytes: 0 });
  expect(await rowsOf(1)).toEqual([{ n: 40 }]);
  expect(asked.filter((each) => each.endsWith(' 1'))).toEqual(
    [...Array(2).fill(['sums of 1', 'sums of 1', 'lines of 1'])].flat(),
  );
});

test('lines that cannot be read fail those who ask for them and nobody else', async () => {
  let broken = true;
  const statistics = hold({ broken: () => broken });
  await expect(statistics.withLines(key(1), ({ rows }) => rows('from lines'))).rejects.toThrow('gone');
  expect(await askView(statistics, key(1), 'summary')).toMatchObject({ totalQty: 80 });
  broken = false;
  expect(await statistics.withLines(key(1), ({ rows }) => rows('from lines'))).toHaveLength(40);
});

test('sums know returns, both identifiers, and the first words of the file for what no catalogue knows', async () => {
  const lines: Line[] = [
    { gtin: packs[0]!, quantity: 5 },
    { gtin: packs[0]!, quantity: -2 },
    { gtin: packs[0]!, pharmacode: '1000000', quantity: 1 },
    { pharmacode: '9999999', quantity: 1 },
    { pharmacode: '9999999', quantity: 3, description: 'First words' },
    { pharmacode: '9999999', quantity: 4, description: 'Other words' },
  ];
  const own = await writeLines(engine, lines);
  const statistics = hold({ lines: { 1: own } });
  const identifiers = await statistics.withLines(key(1), ({ rows }) =>
    rows(`select gtin, pharmacode, line_count::integer as lines, return_count::integer as returned,
      quantity::integer as packs, description_read, description_row from identifiers order by gtin, pharmacode`),
  );
  const known = { gtin: packs[0], description_read: null, description_row: null };
  expect(identifiers).toEqual([
    { ...known, pharmacode: '1000000', lines: 1, returned: 0, packs: 1 },
    { ...known, pharmacode: null, lines: 2, returned: 1, packs: 3 },
    {
      gtin: null,
      pharmacode: '9999999',
      lines: 3,
      returned: 0,
      packs: 8,
      description_read: 'First words',
      description_row: 6,
    },
  ]);
});

test('sums made from stored lines are those of the import, byte for byte', async () => {
  expect(Buffer.compare(await sumLines(engine, stored[2]!.lines), stored[2]!.sums)).toBe(0);
});

function key(statistic: number) {
  return { statistic, revision: 1, catalogue: 1, stockouts: 1 };
}

type Holding = { memoryBytes?: number; broken?: () => boolean; lines?: typeof stored };

function hold(options: Holding = {}): Statistics {
  const { broken, lines = stored } = options;
  return holdStatistics(engine, {
    sources: {
      catalogue: async () => files.catalogue,
      stockouts: async () => files.stockouts,
      async statistic(statistic) {
        asked.push(`sums of ${statistic}`);
        return { sums: lines[statistic]!.sums, head: files.statistic.head };
      },
      async lines(statistic) {
        asked.push(`lines of ${statistic}`);
        if (broken?.()) throw new Error('The lines are gone.');
        return lines[statistic]!.lines;
      },
    },
    providerCompanies: ['Provider AG'],
    get memoryBytes() {
      return options.memoryBytes ?? Number.POSITIVE_INFINITY;
    },
    onError(error) {
      throw error;
    },
  });
}
