import { afterAll, beforeAll, expect, test } from 'vitest';
import { gtin, type OpenWorld, openWorld } from '#tests/support/world.ts';
import example from '../../web/pages/dashboard/help/worked-example.json' with { type: 'json' };

const { articles, summary } = example;
const gtinOf = (name: string) => gtin(`76801000000${articles.findIndex((each) => each.name === name)}`);
const text = (value: number | null) => (value === null ? '' : String(value));

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld({
    products: articles
      .filter(({ exFactoryPrice }) => exFactoryPrice !== null)
      .map((article) => ({
        gtin: gtinOf(article.name),
        description: article.name,
        manufacturer: article.name === 'P' ? 'Provider AG' : 'Other AG',
        origin: article.origin,
        atc: 'C07AB02',
        pack_size: text(article.packSize),
        unit: 'tablet',
        ex_factory_price: text(article.exFactoryPrice),
        public_price: text(article.publicPrice),
      })),
    alternatives: articles.flatMap(({ name, alternative }) =>
      alternative ? [{ gtin: gtinOf(name), alternative: gtinOf(alternative) }] : [],
    ),
    lines: articles.flatMap(({ name, bought, returned }) => [
      { gtin: gtinOf(name), quantity: bought },
      ...(returned > 0 ? [{ gtin: gtinOf(name), quantity: -returned }] : []),
    ]),
  });
});
afterAll(() => world.close());

test('the articles of the help page’s example have the figures that the product analysis gives', async () => {
  const rows = await world.view('product');
  expect(rows).toHaveLength(articles.length);
  for (const article of articles) {
    const row = rows.find((each) => each.gtin === gtinOf(article.name))!;
    expect(row, article.name).toMatchObject({
      qtySum1: article.packs,
      efPreis1: article.exFactoryPrice,
      pPreis1: article.publicPrice,
      efPreisSum: article.exFactorySum,
      pPreisSum: article.publicSum,
      turnoverPotential: article.potential,
      alternativeGTIN: article.alternative && gtinOf(article.alternative),
    });
    if (article.packFactor === null) expect(row.packFactor, article.name).toBeNull();
    else expect(row.packFactor, article.name).toBeCloseTo(article.packFactor, 4);
  }
});

test('its key figures are those of the summary', async () => {
  expect(await world.view<object>('summary')).toMatchObject(summary);
});
