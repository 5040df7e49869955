import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeArrow } from '#analytics/arrow.ts';
import { runView } from '#analytics/run.ts';
import type { Statistics } from '#analytics/statistics.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { checksum } from '../../../bench/checksum.ts';
import { marketQuestions } from '../../../bench/market/questions.ts';
import { type MarketData, readMarketData } from '../../../bench/market/rivals/market-data.ts';
import { openMarketRival } from '../../../bench/market/rivals/postgres.ts';
import { holdBench, onTables, statisticKey } from '../../../bench/views/ours.ts';
import type { Question } from '../../../bench/views/questions.ts';
import { heldEqual } from '../../../bench/views/rivals/held-equal.ts';
import type { Rival } from '../../../bench/views/rivals/rival.ts';
import { type MarketWorld, openMarketWorld } from '../../../bench/world/market.ts';

let world: MarketWorld;
let statistics: Statistics;
let asked: Question[];
let data: MarketData;
let database: TestDatabase;

beforeAll(async () => {
  world = await openMarketWorld({ products: 6000, open: 300, ended: 3000, lines: 20_000 });
  statistics = holdBench(world, [world.feeding], Number.POSITIVE_INFINITY);
  asked = marketQuestions([], world.mostReported);
  data = await statistics.withLines(statisticKey(1), readMarketData);
  database = await testDatabase({ template: 'none' });
});

afterAll(async () => {
  await database.close();
  await world.close();
});

/** The rows that `rival` answers, by the name of the question, held against our answer. */
async function holdAll(rival: Rival): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (const question of asked) {
    const { name, view, parameters } = question;
    const stream = await onTables(statistics, 1, question, async (connection) =>
      encodeArrow(await runView(connection, view, parameters), {}),
    );
    const { columns, rows: ask } = rival.answers[name]!;
    const cells = await ask();
    heldEqual(rival.name, name, { rows: cells.length, checksum: checksum(cells), columns }, stream);
    rows.set(name, cells.length);
  }
  return rows;
}

for (const perArticle of [false, true]) {
  test(`PostgreSQL answers every view over the market as we do${perArticle ? ', per article too' : ''}`, async () => {
    const rival = await openMarketRival(database.url, data, asked, { perArticle });
    try {
      // Otherwise nothing would be compared.
      for (const [name, count] of await holdAll(rival)) expect(count, name).toBeGreaterThan(0);
    } finally {
      await rival.close();
    }
  });
}

test('an answer of PostgreSQL to another market than ours ends the run', async () => {
  const [first, ...episodes] = data.episodes.toReversed();
  const wrong = { ...first!, reported_on: '2001-02-03', first_list: true };
  const rival = await openMarketRival(database.url, { ...data, episodes: [...episodes, wrong] }, asked, {
    perArticle: false,
  });
  try {
    await expect(holdAll(rival)).rejects.toThrow(/^PostgreSQL answers /);
  } finally {
    await rival.close();
  }
});

test('the market holds exactly as many episodes as it is asked for, each once', () => {
  const open = data.episodes.filter((episode) => episode.back_in_stock_on === null);
  expect([open.length, data.episodes.length - open.length]).toEqual([300, 3000]);
  const keys = data.episodes.map((each) => `${each.product_id} ${each.source} ${each.reported_on}`);
  expect(new Set(keys).size).toBe(3300);
});
