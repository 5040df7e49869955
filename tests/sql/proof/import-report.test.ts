import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMatches } from '#server/statistics/uploads/read-matches.ts';
import { matchesOf } from '#tests/support/recompute/matches.ts';
import { rounds } from '#tests/support/rounds.ts';
import { writeWorld } from '#tests/support/world.ts';
import { type OpenWorlds, openWorlds } from './open-worlds.ts';
import { randomWorld } from './random-world.ts';

let worlds: OpenWorlds;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

test('the report of an import counts and names every row as its recomputation does', async () => {
  await fc.assert(
    fc.asyncProperty(randomWorld, async (world) => {
      const { key } = await worlds.add(world);
      const { statistic } = await writeWorld(worlds.engine, world);
      expect(await worlds.statistics.tryOut(statistic, key, readMatches)).toEqual(matchesOf(world));
    }),
    {
      numRuns: rounds({ short: 5, long: 40 }),
      seed: 20260104,
      endOnFailure: process.env.SHRINK === undefined,
    },
  );
});
