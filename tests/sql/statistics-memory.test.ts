import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addPurchases, isComplete, meaningsOf, missingPurchases } from '#analytics/customers.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import { holdStatistics, type Statistics } from '#analytics/statistics.ts';
import { packTables } from '../support/pack-tables.ts';
import { gtin, type World, writeLines, writeWorld } from '../support/world.ts';

const OPEN = 12;

const packs = Array.from({ length: 8000 }, (_, index) => gtin(`7680${String(index).padStart(8, '0')}`));
/** Every second pack could be replaced by one of the provider's 200. */
const world = {
  products: packs.map((each, index) => ({
    gtin: each,
    pharmacode: String(1_000_000 + index),
    description: `Active Substance Maker ${index} Filmtabl 100 mg 30 Stk`,
    manufacturer: index < 200 ? 'Provider AG' : `Maker ${index % 150}`,
    molecule: `substance ${index % 900}`,
    atc: 'N02BE01',
    ex_factory_price: '10',
    public_price: '20',
  })),
  alternatives: packs
    .map((each, index) => ({ gtin: each, alternative: packs[index % 200]! }))
    .filter((_, index) => index >= 200 && index % 2 === 0),
  lines: [],
};

let directory: string;
let engine: Engine;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-memory-'));
  engine = await openEngine({ directory });
});
afterEach(async () => {
  engine.close();
  await rm(directory, { recursive: true, force: true });
});

describe.each([300, 6000])('an open statistic of %i articles', (articles) => {
  test('is counted with what DuckDB holds of it, with room for longer texts, but not with twice as much', async () => {
    const statistics = await hold(articles);
    const open = (statistic: number) =>
      statistics.use({ statistic, revision: 1, catalogue: 1, stockouts: 1 }, async () => undefined);
    await open(0);
    const [heldBefore, countedBefore] = [await packedBytes(), statistics.open().bytes];
    for (let statistic = 1; statistic <= OPEN; statistic++) await open(statistic);
    const held = ((await packedBytes()) - heldBefore) / OPEN;
    const counted = (statistics.open().bytes - countedBefore) / OPEN;
    expect(held).toBeLessThanOrEqual(counted);
    expect(counted).toBeLessThan(2 * held);
  });
});

const none = { statistics: '', revisions: '' };

test('who buys what is missing is counted with what DuckDB holds of it, as long as its catalogue is there', async () => {
  const statistics = await hold(300);
  const revisions = { catalogue: 1, stockouts: 1 };
  const [products, customers] = [1000, 300];
  const every = (count: number, value: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => value(at)).join(',');
  const rows = products * customers;
  await statistics.onMarket(revisions, undefined, (tables) =>
    missingPurchases(tables, none, [], '2026-01-01'),
  );
  const [heldBefore, countedBefore] = [await packedBytes(), statistics.open().bytes];
  await statistics.onMarket(revisions, undefined, async (tables) => {
    const bytes = await addPurchases(
      tables,
      [
        {
          products: every(rows, (at) => 1 + (at % products)),
          statistics: every(rows, (at) => 1 + Math.floor(at / products)),
          quantities: every(rows, (at) => at % 50),
        },
      ],
      {
        products: every(products, (at) => 1 + at),
        statistics: every(customers, (at) => 1 + at),
        revisions: every(customers, () => 1),
      },
    );
    statistics.weighBeside(revisions, bytes);
  });
  const counted = statistics.open().bytes - countedBefore;
  const held = (await packedBytes()) - heldBefore;
  expect(held).toBeLessThanOrEqual(counted);
  expect(counted).toBeLessThan(2 * held);
  statistics.retain({ catalogue: 2, stockouts: 1 });
  expect(statistics.open()).toEqual({ statistics: 0, catalogues: 0, bytes: 0 });
});

test('a catalogue is counted with what DuckDB holds of its episodes, but not with twice as much', async () => {
  const stockouts = packs.flatMap((each) =>
    ['2023', '2024', '2025'].map((year) => ({
      gtin: each,
      reported_on: `${year}-03-01`,
      updated_on: `${year}-04-01`,
      back_in_stock_on: `${year}-06-01`,
      status: 'Temporarily out of stock',
      expected_delivery: `${year}-06-15`,
    })),
  );
  const statistics = await hold(300, stockouts);
  const taken = async () => [await packedBytes(), statistics.open().bytes] as const;
  const none = await taken();
  const open = <T>(revision: number, work: () => Promise<T>) =>
    statistics.keeping({ catalogue: 1, stockouts: revision }, work);
  const [one, both] = await open(1, async () => [await taken(), await open(2, taken)] as const);
  const [held, counted] = none.map((nothing, index) => both[index]! - 2 * one[index]! + nothing) as [
    number,
    number,
  ];
  expect(held).toBeLessThanOrEqual(counted);
  expect(counted).toBeLessThan(2 * held);
});

/** Of the first revision of stock-outs nothing is missing; the others hold `stockouts`. */
async function hold(articles: number, stockouts: World['stockouts'] = []): Promise<Statistics> {
  const files = await writeWorld(engine, world);
  const reported = await writeWorld(engine, { ...world, stockouts });
  const stored = await writeLines(
    engine,
    packs.slice(0, articles).map((each) => ({ gtin: each, quantity: 2 })),
  );
  return holdStatistics(engine, {
    sources: {
      catalogue: async () => files.catalogue,
      stockouts: async (revision) => (revision === 1 ? files : reported).stockouts,
      statistic: async () => ({ ...stored, head: files.statistic.head }),
      lines: async () => stored.lines,
    },
    providerCompanies: ['Provider AG'],
    memoryBytes: Number.POSITIVE_INFINITY,
    onError(error) {
      throw error;
    },
  });
}

/** Memory once tables are packed; twice, since the first packing leaves the room of what it moved. */
async function packedBytes(): Promise<number> {
  for (let pass = 0; pass < 2; pass++) {
    await packTables(engine);
  }
  const [used] = await engine.use('main', ({ rows }) =>
    rows('select sum(memory_usage_bytes)::double as bytes from duckdb_memory()'),
  );
  return used!.bytes as number;
}

test('while the tables of who buys what is missing are being made, nothing is taken for complete', async () => {
  const statistics = await hold(1);
  await statistics.onMarket({ catalogue: 1, stockouts: 1 }, undefined, async (tables) => {
    const statements = sqlFile('customers/tables.sql')
      .text.split(/;\n/)
      .filter((each) => each.trim());
    for (const [index, statement] of statements.entries()) {
      expect(await isComplete(tables, none, [], '2026-01-01')).toBe(false);
      // Reports ask out of turn, and make nothing.
      await meaningsOf(tables, '1', [{ id: 1, gtin: '7680000000001', pharmacode: 0 }]);
      await tables.runScript(statement);
      if (index === statements.length - 1)
        expect(await isComplete(tables, none, [], '2026-01-01')).toBeTypeOf('boolean');
    }
  });
});
