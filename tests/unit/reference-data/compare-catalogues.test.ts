import { expect, test } from 'vitest';
import type { Product } from '#analytics/catalogue/products.ts';
import { compareCatalogues } from '#server/reference-data/merging/compare-catalogues.ts';
import { type Catalogue, mergeProducts } from '#server/reference-data/merging/merge-products.ts';
import { galenicGroups } from '#server/reference-data/portfolio/portfolio-proposal.ts';
import type { OwnAttributes } from '#server/reference-data/sources/rows.ts';

const [a, b, c, d] = ['7680100000013', '7680100000020', '7680100000037', '7680100000044'] as const;

const product = (gtin: string, said: Partial<Product> = {}): Product => ({
  gtin,
  pharmacode: '',
  description: `Pack ${gtin}`,
  manufacturer: 'Other AG',
  atc: '',
  molecule: '',
  pack_size_text: '30',
  pack_size: '30.000',
  unit: 'Stk',
  form: '',
  strength: '',
  origin: 'other',
  sl: 'false',
  sb20: 'false',
  biological: 'false',
  co_marketing: 'false',
  ex_factory_price: '10.00',
  public_price: '20.00',
  swissmedic_no: '',
  category: '',
  ...said,
});

/** The lists where nothing is new but a company's own values. */
function compared(
  current: Catalogue,
  own: Record<string, OwnAttributes['values']>,
  portfolio?: [string, string, number][],
) {
  const rows = Object.entries(own).map(([gtin, values]) => ({ gtin, values }));
  const merged = mergeProducts(
    {
      'own-attributes': { date: null, rows },
      ...(portfolio
        ? {
            portfolio: {
              date: null,
              rows: portfolio.map(([gtin, alternativeGtin, rank]) => ({ gtin, alternativeGtin, rank })),
            },
          }
        : {}),
    },
    current,
    '2026-08-15',
    ['Provider AG'],
  );
  return compareCatalogues(current, merged, ['Provider AG']);
}
const catalogue = (products: Product[], alternatives: Catalogue['alternatives'] = []): Catalogue => ({
  products,
  alternatives,
  exclusives: [],
});

test('a catalogue built from nothing but itself changes nothing', () => {
  const lists = compared(catalogue([product(a), product(b)]), {});
  expect(Object.values(lists).flat()).toEqual([]);
});

test('a change of price is told in francs and in percent of the price before', () => {
  const lists = compared(
    catalogue([product(a), product(b, { ex_factory_price: '' }), product(c, { ex_factory_price: '0.00' })]),
    {
      [a]: { exFactoryPrice: '10.15', publicPrice: '' },
      [b]: { exFactoryPrice: '5.00' },
      [c]: { exFactoryPrice: '1.00' },
    },
  );
  const told = lists.prices.map(({ gtin, column, chf, percent }) => [gtin, column, chf, percent]);
  expect(told).toEqual([
    [a, 'exFactoryPrice', 0.15, 1.5],
    // From or to nothing there is no difference, and of nothing no percentage.
    [a, 'publicPrice', null, null],
    [b, 'exFactoryPrice', null, null],
    [c, 'exFactoryPrice', 1, null],
  ]);
});

test('prices that double or halve are doubtful, and a public price below the ex-factory price is', () => {
  const lists = compared(
    catalogue([product(a), product(b), product(c), product(d, { ex_factory_price: '0.50' })]),
    {
      [a]: { exFactoryPrice: '20.00' },
      [b]: { exFactoryPrice: '19.99' },
      [c]: { exFactoryPrice: '21.00' },
      // The double, but not a franc more.
      [d]: { exFactoryPrice: '1.00' },
    },
  );
  expect(lists.doubtful.map(({ gtin, reason }) => [gtin, reason])).toEqual([
    [a, 'price_leap'],
    [c, 'price_leap'],
    [c, 'public_price_lower'],
  ]);
});

test('each list has its columns; what concerns the provider’s products is listed once more', () => {
  const lists = compared(catalogue([product(a, { manufacturer: 'Provider AG' }), product(b)]), {
    [a]: { origin: 'generic', sl: 'true', sB20: 'true', atc: 'C09AA05', unit: 'Tabl' },
    [b]: { origin: 'original' },
  });
  expect(lists.origin.map(({ gtin, after }) => [gtin, after])).toEqual([
    [a, 'generic'],
    [b, 'original'],
  ]);
  expect([lists.sl, lists.deductible, lists.atc, lists.others].map((list) => list.length)).toEqual([
    1, 1, 1, 1,
  ]);
  expect(lists.provider.map(({ gtin, reason }) => [gtin, reason])).toEqual([
    [a, 'origin'],
    [a, 'deductible'],
    [a, 'sl'],
    [a, 'atc'],
    [a, 'others'],
  ]);
});

test('a pack size has no more decimals than it needs', () => {
  const current = catalogue([product(a), product(b, { pack_size: '0.500' })]);
  const { others } = compared(current, { [a]: { packSize: '60' }, [b]: { packSize: '1.5' } });
  expect(others.map(({ before, after }) => [before, after])).toEqual([
    ['30', '60'],
    ['0.5', '1.5'],
  ]);
});

test('an alternative is lost, won or changed where the first by rank is another one', () => {
  const products = [product(a), product(b), product(c, { manufacturer: 'Provider AG' }), product(d)];
  const offered = (gtin: string, alternative_gtin: string, rank: string) => ({
    gtin,
    alternative_gtin,
    rank,
  });
  const lists = compared(
    catalogue(products, [offered(a, c, '1'), offered(b, d, '2'), offered(b, c, '10')]),
    {},
    [
      [b, c, 1],
      [b, d, 2],
      [d, c, 1],
    ],
  );
  expect(lists.alternatives.map(({ gtin, reason }) => [gtin, reason])).toEqual([
    [a, 'lost'],
    [b, 'changed'],
    [d, 'won'],
  ]);
});

test('what stands beside a product of the provider’s is no alternative, and beside one that becomes so none any more', () => {
  const own = product(a, { manufacturer: 'Provider AG' });
  const products = [own, product(b), product(c, { manufacturer: 'Provider AG' })];
  const offered = { gtin: b, alternative_gtin: c, rank: '1' };
  const rows: [string, string, number][] = [
    [a, c, 1],
    [b, c, 1],
  ];
  expect(compared(catalogue(products, [offered]), {}, rows).alternatives).toEqual([]);
  const bought = compared(catalogue(products, [offered]), { [b]: { manufacturer: 'Provider AG' } }, rows);
  expect(bought.alternatives.map(({ gtin, reason }) => [gtin, reason])).toEqual([[b, 'lost']]);
});

test('forms that stand for one another are of one group, in whichever language', () => {
  const groupOf = (form: string) =>
    galenicGroups.find(([, pattern]) => new RegExp(pattern, 'u').test(form.toLowerCase()))?.[0];
  for (const form of [
    'Filmtabletten',
    'Tabl',
    'comprimés pelliculés',
    'compresse rivestite con film',
    'Hartkapseln',
    'Dragées',
  ]) {
    expect(groupOf(form), form).toBe('oral solid');
  }
  for (const form of [
    'Retardtabletten',
    'Tabletten retard',
    'comprimés à libération prolongée',
    'Depotabs',
  ]) {
    expect(groupOf(form), form).toBe('retard');
  }
  for (const form of ['Injektionslösung im Fertigpen', 'soluzione iniettabile', 'solution injectable']) {
    expect(groupOf(form), form).toBe('injection');
  }
  expect(groupOf('Augentropfen')).toBe('eye');
  expect(groupOf('Tropfen zum Einnehmen')).toBe('oral liquid');
  expect(groupOf('magensaftresistente Tabletten')).toBe('gastro-resistant');
  expect(groupOf('Infusionslösung')).toBe('infusion');
  expect(groupOf('Brausetabletten')).toBe('effervescent');
});
