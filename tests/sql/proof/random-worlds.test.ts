import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assortmentOf } from '#tests/support/recompute/assortment.ts';
import { rounds } from '#tests/support/rounds.ts';
import { type OpenWorlds, openWorlds } from './open-worlds.ts';
import { proveEveryView } from './proofs.ts';
import { questionsFor, randomQuestions } from './random-questions.ts';
import { largeWorld, randomWorld } from './random-world.ts';

let worlds: OpenWorlds;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

test('every figure of every view equals its recomputation in exact integers, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(randomWorld, randomQuestions, async (world, drawn) => {
      await proveEveryView(await worlds.add(world), world, questionsFor(world, drawn));
    }),
    // SHRINK=1 looks for the smallest world that shows the same; that takes minutes.
    {
      numRuns: rounds({ short: 5, long: 120 }),
      seed: 20260101,
      endOnFailure: process.env.SHRINK === undefined,
    },
  );
});

test('so it does in a world of thousands of articles, whatever is asked', async () => {
  const [world] = fc.sample(largeWorld, { numRuns: 1, seed: 20260103 });
  const opened = await worlds.add(world!);
  const assortment = assortmentOf(world!);
  expect(assortment.length).toBeGreaterThan(2048);
  for (const drawn of fc.sample(randomQuestions, {
    numRuns: rounds({ short: 1, long: 5 }),
    seed: 20260103,
  })) {
    await proveEveryView(opened, world!, questionsFor(world!, drawn), assortment);
  }
});
