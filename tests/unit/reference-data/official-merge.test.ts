import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Product } from '#analytics/catalogue/products.ts';
import {
  type Merged,
  type MergeSources,
  mergeProducts,
} from '#server/reference-data/merging/merge-products.ts';
import { sourceReaders } from '#server/reference-data/sources/index.ts';
import type { RowsOf } from '#server/reference-data/sources/rows.ts';
import { isGtin } from '#shared/identifiers.ts';
import { referenceData } from '#tests/support/reference-data.ts';

const folder = new URL('official/', referenceData);
const files = {
  'swissmedic-packs': 'Packungen-2026.01.08.xlsx',
  'bag-sl-fhir': 'bag-sl-fhir-255.ndjson',
  'bag-sl-prices': 'bag-sl-prices-2026-08.json',
} as const;
const there = existsSync(folder);
/** After every change of price and listing that the files name. */
const priceDate = '2026-08-15';

async function read<Key extends keyof typeof files>(key: Key) {
  const fileName = files[key];
  const { date, rows } = await sourceReaders[key]({
    path: fileURLToPath(new URL(fileName, folder)),
    fileName,
    milliseconds: 60_000,
  });
  return { date, rows: rows as RowsOf[Key][] };
}

/** The files as the authorities publish them; the product is delivered without. */
let sources: Required<Pick<MergeSources, keyof typeof files>>;
let merged: Merged;
let byGtin: Map<string, Product>;

beforeAll(async () => {
  if (!there) return;
  sources = {
    'swissmedic-packs': await read('swissmedic-packs'),
    'bag-sl-fhir': await read('bag-sl-fhir'),
    'bag-sl-prices': await read('bag-sl-prices'),
  };
  merged = mergeProducts(sources, undefined, priceDate, ['Provider AG']);
  byGtin = new Map(merged.products.map((product) => [product.gtin, product]));
}, 120_000);

test.skipIf(!there)('all 17,864 authorised packs become products with right GTINs, each once', () => {
  const packs = sources['swissmedic-packs'].rows;
  expect(packs).toHaveLength(17_864);
  for (const { gtin, swissmedicNo } of packs) {
    expect(isGtin(gtin)).toBe(true);
    expect(byGtin.get(gtin)!.swissmedic_no).toBe(swissmedicNo);
    expect(gtin.slice(4, 9)).toBe(swissmedicNo);
  }
  expect(byGtin.size).toBe(merged.products.length);
  expect(merged.products.filter(({ swissmedic_no }) => swissmedic_no)).toHaveLength(17_864);
});

test.skipIf(!there)('the 255 bundles give 310 products with their types, cost shares and prices', () => {
  const alone = mergeProducts({ 'bag-sl-fhir': sources['bag-sl-fhir'] }, undefined, priceDate, []);
  expect(alone.products).toHaveLength(310);
  const listed = sources['bag-sl-fhir'].rows;
  for (const pack of listed) {
    const product = byGtin.get(pack.gtin)!;
    expect(product).toMatchObject({ origin: pack.origin, co_marketing: String(pack.coMarketing) });
    expect(product.sb20).toBe(String(pack.costShare === 40));
    // Reckoned here in another way: the last of the changes in the order of their days that has come.
    for (const [kind, column] of [
      ['exFactory', 'ex_factory_price'],
      ['public', 'public_price'],
    ] as const) {
      const come = pack.prices.filter((price) => price.kind === kind && price.from <= priceDate);
      const last = come.toSorted((x, y) => x.from.localeCompare(y.from)).at(-1);
      const found = alone.products.find(({ gtin }) => gtin === pack.gtin)!;
      expect(found[column]).toBe(last?.chf ?? '');
    }
  }
  expect(merged.products.filter(({ sb20 }) => sb20 === 'true')).toHaveLength(10);
});

test.skipIf(!there)('ATC codes are the BAG’s on the 19 packs of which Swissmedic says another', () => {
  const swissmedic = new Map(sources['swissmedic-packs'].rows.map((pack) => [pack.gtin, pack]));
  const both = sources['bag-sl-fhir'].rows.filter(({ gtin }) => swissmedic.has(gtin));
  expect(both).toHaveLength(260);
  const other = both.filter(({ gtin, atc }) => atc && atc !== swissmedic.get(gtin)!.atc);
  expect(other).toHaveLength(19);
  for (const { gtin, atc } of other) expect(byGtin.get(gtin)!.atc).toBe(atc);
  // Names are Swissmedic's; where that writes one in two ways (Artemisia, artemisia), they are written in one.
  for (const { gtin, manufacturer, molecule } of sources['swissmedic-packs'].rows) {
    const product = byGtin.get(gtin)!;
    expect(product.manufacturer.toLowerCase()).toBe(manufacturer.toLowerCase());
    expect(product.molecule.toLowerCase()).toBe(molecule.toLowerCase());
  }
});

test.skipIf(!there)('at most 2 % of the packs have no size', () => {
  expect(merged.facts.packSizeUnknown).toBeLessThanOrEqual(merged.products.length * 0.02);
});

test.skipIf(!there)('what the price list alone knows is a product on the list with its prices', () => {
  const known = new Set([
    ...sources['swissmedic-packs'].rows.map(({ gtin }) => gtin),
    ...sources['bag-sl-fhir'].rows.map(({ gtin }) => gtin),
  ]);
  const entries = sources['bag-sl-prices'].rows;
  expect(entries).toHaveLength(10_175);
  for (const { gtin, exFactoryPrice, publicPrice } of entries.filter((entry) => !known.has(entry.gtin))) {
    expect(byGtin.get(gtin)).toMatchObject({
      sl: 'true',
      ex_factory_price: exFactoryPrice,
      public_price: publicPrice,
    });
  }
});

test.skipIf(!there)('no two molecules or manufacturers differ in capitals alone', () => {
  for (const column of ['molecule', 'manufacturer'] as const) {
    const names = new Set(merged.products.map((product) => product[column]));
    expect(new Set([...names].map((name) => name.toLowerCase())).size, column).toBe(names.size);
  }
  // 140 packs that Swissmedic lists, and 11 that only the BAG's price list has, as Omeprazolum.
  expect(merged.products.filter(({ molecule }) => molecule === 'omeprazolum')).toHaveLength(151);
});
