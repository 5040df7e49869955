import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectMarket, type MarketFigures, marketFigures } from '#tests/support/market-figures.ts';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { expectedFigures, referenceWorld } from '#tests/support/reference-world.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

describe.skipIf(!referenceDataPresent)('the market that apotheke-bezug-2025 feeds', () => {
  let world: OpenWorld;
  let expected: MarketFigures;
  beforeAll(async () => {
    world = await openWorld(await referenceWorld('apotheke-bezug-2025'));
    expected = await expectedFigures<MarketFigures>(marketFigures);
  }, 60_000);
  afterAll(() => world?.close());

  test('has the figures that were computed for it', async () => {
    await expectMarket(expected, async (view, parameters) =>
      [await world.view<Record<string, unknown>>(view, parameters)].flat(),
    );
  });

  test('goes back six months and four months before today where nobody says otherwise', async () => {
    const today = '2026-06-02';
    expect([expected.since, expected.backSince]).toEqual(['2025-12-02', '2026-02-02']);
    expect(await world.view('portfolio', {}, { today })).toHaveLength(expected.rows);
    const back = await world.view('portfolio/back-in-stock', {}, { today });
    expect(back).toHaveLength(Object.keys(expected.backInStock).length);
  });
});
