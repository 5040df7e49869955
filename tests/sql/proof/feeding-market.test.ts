import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standardContext } from '#analytics/context.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { views } from '#analytics/views/index.ts';
import { rounds } from '#tests/support/rounds.ts';
import { type AddedWorld, type OpenWorlds, openWorlds } from './open-worlds.ts';
import { randomWorld } from './random-world.ts';

let worlds: OpenWorlds;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

const EVER = { stockOutSince: '2000-01-01' };

type Totals = { rowCount: number; qty: number | null; turnoverPotential: number | null };

test('what choosing a feeding statistic promises is what the market then answers', async () => {
  let missing = 0;
  await fc.assert(
    fc.asyncProperty(randomWorld, async (world) => {
      const opened = await worlds.add(world);
      const [preview] = await worlds.statistics.use(opened.key, ({ rows }) =>
        rows(sqlFile('market/feeding.sql').text),
      );
      const list = await opened.view<{ qty: number; turnoverPotential: number | null }[]>('portfolio', EVER);
      const bought = list.filter(({ qty }) => qty > 0);
      missing += bought.length;
      expect(preview).toMatchObject({
        missingProducts: bought.length,
        missingPacks: bought.reduce((sum, { qty }) => sum + qty, 0),
        missingPotential: centimes(bought.map(({ turnoverPotential }) => turnoverPotential ?? 0)),
      });
      const totals = await opened.view<Totals>('portfolio/totals', EVER);
      expect(totals).toMatchObject({
        qty: list.length === 0 ? expect.anything() : preview!.missingPacks,
        turnoverPotential: list.length === 0 ? expect.anything() : preview!.missingPotential,
      });
    }),
    { numRuns: rounds({ short: 8, long: 120 }), seed: 20261122, endOnFailure: true },
  );
  // Not of worlds in which nothing is missing.
  expect(missing).toBeGreaterThan(rounds({ short: 1, long: 20 }));
});

test('a market answers the same from the tables that its statistic makes ready as from the statistic itself', async () => {
  await fc.assert(
    fc.asyncProperty(randomWorld, async (world) => {
      const { key } = await worlds.add(world);
      const unready = await answers(key, false);
      expect(await answers(key, true)).toEqual(unready);
      // From then on every way to the statistic leads to them.
      expect(await answers(key, false)).toEqual(unready);
    }),
    { numRuns: rounds({ short: 2, long: 60 }), seed: 20261123, endOnFailure: true },
  );
});

/** Of every view over the market that reads its feeding statistic, by name. */
async function answers(key: AddedWorld['key'], market: boolean): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const view of views.filter((each) => each.subject === 'market' && each.feeding)) {
    const parameters = view.parameters.parse('stockOutSince' in view.parameters.shape ? EVER : {});
    const run = (connection: Parameters<typeof runView>[0]) =>
      runView(connection, view, parameters, standardContext());
    const columns = market
      ? await worlds.statistics.onMarket(key, key, run)
      : await worlds.statistics.use(key, run);
    found.set(view.name, Buffer.from(encodeJson(columns, view.cardinality)).toString());
  }
  return found;
}

/** The sum in CHF, added up in centimes. */
function centimes(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}
