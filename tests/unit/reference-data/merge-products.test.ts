import { describe, expect, test } from 'vitest';
import type { Product } from '#analytics/catalogue/products.ts';
import {
  type Catalogue,
  type MergeSources,
  mergeProducts,
} from '#server/reference-data/merging/merge-products.ts';
import { fhirRow, priceRow, swissmedicRow } from '../../support/merged-rows.ts';

const a = '7680100000013';
const b = '7680100000020';
const foreign = '4008500000010';
const day = '2026-08-15';

function merge(sources: MergeSources, current?: Catalogue, priceDate = day) {
  return mergeProducts(sources, current, priceDate, ['Provider AG']);
}

function file<Row>(rows: Row[], date: string | null = null) {
  return { date, rows };
}

const product = (gtin: string, said: Partial<Product> = {}): Product => ({
  gtin,
  pharmacode: '',
  description: `Current ${gtin}`,
  manufacturer: 'Current AG',
  atc: '',
  molecule: '',
  pack_size_text: '',
  pack_size: '',
  unit: '',
  form: '',
  strength: '',
  origin: 'other',
  sl: 'false',
  sb20: 'false',
  biological: 'false',
  co_marketing: 'false',
  ex_factory_price: '',
  public_price: '',
  swissmedic_no: '',
  category: '',
  ...said,
});
const catalogue = (...products: Product[]): Catalogue => ({ products, alternatives: [], exclusives: [] });

test('each column comes from the source that its precedence names first', () => {
  const { products } = merge({
    'swissmedic-packs': file([
      swissmedicRow(a, {
        description: 'Ramipril 5 mg, Tabletten',
        form: 'Tabletten',
        manufacturer: 'Holder AG',
        atc: 'C09AA',
        molecule: 'ramiprilum',
        category: 'B',
        biological: true,
      }),
    ]),
    'bag-sl-fhir': file([
      fhirRow(a, {
        manufacturer: 'Other name AG',
        molecule: 'Ramipril',
        atc: 'C09AA05',
        strength: '5 mg',
        origin: 'generic',
        coMarketing: true,
        costShare: 40,
        prices: [
          { kind: 'exFactory', chf: '12.35', from: '2026-01-01' },
          { kind: 'public', chf: '24.90', from: '2026-02-01' },
        ],
      }),
    ]),
    pharmacodes: file([{ gtin: a, pharmacode: '0012345' }]),
  });
  expect(products).toEqual([
    {
      gtin: a,
      pharmacode: '0012345',
      description: 'Ramipril 5 mg, Tabletten',
      manufacturer: 'Holder AG',
      atc: 'C09AA05',
      molecule: 'ramiprilum',
      pack_size_text: '30',
      pack_size: '30',
      unit: 'Tablette(n)',
      form: 'Tabletten',
      strength: '5 mg',
      origin: 'generic',
      sl: 'true',
      sb20: 'true',
      biological: 'true',
      co_marketing: 'true',
      ex_factory_price: '12.35',
      public_price: '24.90',
      swissmedic_no: '10000',
      category: 'B',
    },
  ]);
});

test('own attributes win over all, column by column, and the values that lost are kept and listed', () => {
  const { products, traces, conflicts } = merge({
    'swissmedic-packs': file([swissmedicRow(a, { manufacturer: 'Holder AG', atc: 'C09AA05' })]),
    'bag-sl-fhir': file([fhirRow(a, { manufacturer: 'Other AG', atc: 'C09BA05' })]),
    'own-attributes': file([{ gtin: a, values: { manufacturer: 'Right AG', sl: '0' } }]),
  });
  expect(products[0]).toMatchObject({ manufacturer: 'Right AG', sl: 'false', atc: 'C09BA05' });
  expect(traces.get(a)!.fields.manufacturer).toEqual({
    from: 'own-attributes',
    lost: [
      { from: 'swissmedic-packs', value: 'Holder AG' },
      { from: 'bag-sl-fhir', value: 'Other AG' },
    ],
  });
  expect(conflicts).toContainEqual({
    gtin: a,
    column: 'atc',
    value: 'C09BA05',
    from: 'bag-sl-fhir',
    other: 'C09AA05',
    otherFrom: 'swissmedic-packs',
    why: 'rank',
  });
  // Names differ in capitals and spaces without meaning something else; descriptions are not compared at all.
  expect(conflicts.some(({ column }) => column === 'description')).toBe(false);
});

test('a company says too that there is nothing', () => {
  const { products, traces } = merge({
    'bag-sl-fhir': file([
      fhirRow(a, { prices: [{ kind: 'exFactory', chf: '12.00', from: '2026-01-01' }], atc: 'C09AA05' }),
    ]),
    'own-attributes': file([{ gtin: a, values: { exFactoryPrice: '', atc: '' } }]),
  });
  expect(products[0]).toMatchObject({ ex_factory_price: '', atc: '' });
  expect(traces.get(a)!.fields.exFactoryPrice).toEqual({
    from: 'own-attributes',
    lost: [{ from: 'bag-sl-fhir', value: '12.00' }],
  });
});

test('the price is the newest change not after the price date; later ones are kept for their day', () => {
  const prices = [
    { kind: 'exFactory', chf: '9.00', from: '2026-12-01' },
    { kind: 'exFactory', chf: '11.00', from: '2026-08-15' },
    { kind: 'exFactory', chf: '12.00', from: '2026-01-01' },
    { kind: 'public', chf: '20.00', from: '2026-09-01' },
  ] as const;
  const sources = { 'bag-sl-fhir': file([fhirRow(a, { prices: [...prices] })]) };
  const onDay = merge(sources);
  expect(onDay.products[0]).toMatchObject({ ex_factory_price: '11.00', public_price: '' });
  expect(onDay.traces.get(a)!.toCome).toEqual([
    { column: 'publicPrice', value: '20.00', from: '2026-09-01' },
    { column: 'exFactoryPrice', value: '9.00', from: '2026-12-01' },
  ]);
  expect(merge(sources, undefined, '2026-08-14').products[0]!.ex_factory_price).toBe('12.00');
  expect(merge(sources, undefined, '2026-12-01').products[0]).toMatchObject({
    ex_factory_price: '9.00',
    public_price: '20.00',
  });
});

test('a listing holds from its first day up to and with its last, and its end is told ahead', () => {
  const listed = { from: '2026-01-01', until: '2026-08-31' };
  const sources = { 'bag-sl-fhir': file([fhirRow(a, { listed }), fhirRow(b, { listed: null })]) };
  const on = (date: string) => merge(sources, undefined, date).products.map(({ sl }) => sl);
  expect(on('2025-12-31')).toEqual(['false', 'false']);
  expect(on('2026-01-01')).toEqual(['true', 'false']);
  expect(on('2026-08-31')).toEqual(['true', 'false']);
  expect(on('2026-09-01')).toEqual(['false', 'false']);
  expect(merge(sources).traces.get(a)!.toCome).toEqual([
    { column: 'sl', value: 'false', from: '2026-09-01' },
  ]);
});

test('nothing is told ahead of a column that a company says itself', () => {
  const said = fhirRow(a, {
    listed: { from: '2026-01-01', until: '2026-12-31' },
    prices: [
      { kind: 'exFactory', chf: '11.00', from: '2026-09-01' },
      { kind: 'public', chf: '20.00', from: '2026-09-01' },
    ],
  });
  const own = [{ gtin: a, values: { exFactoryPrice: '9.00', sl: 'true' } }];
  const { traces } = merge({ 'bag-sl-fhir': file([said]), 'own-attributes': file(own) });
  expect(traces.get(a)!.toCome).toEqual([{ column: 'publicPrice', value: '20.00', from: '2026-09-01' }]);
});

test('of the two BAG files the newer statement counts', () => {
  const price = (from: string) => [{ kind: 'exFactory' as const, chf: '10.00', from }];
  const won = (from: string, fhirDate: string | null, pricesDate: string | null, priceDate = day) =>
    merge(
      {
        'bag-sl-fhir': file([fhirRow(a, { prices: price(from) })], fhirDate),
        'bag-sl-prices': file([priceRow(a, { exFactoryPrice: '11.00' })], pricesDate),
      },
      undefined,
      priceDate,
    ).products[0]!.ex_factory_price;
  // The price file is of a later day than the change of price, and no FHIR file says that it still holds.
  expect(won('2026-01-01', null, '2026-08-07')).toBe('11.00');
  expect(won('2026-01-01', '2026-08-06', '2026-08-07')).toBe('11.00');
  // The FHIR file is not older.
  expect(won('2026-01-01', '2026-08-07', '2026-08-07')).toBe('10.00');
  // The change is of a later day than the price file.
  expect(won('2026-08-08', null, '2026-08-07')).toBe('10.00');
  // Nobody knows of when the price file is; or its day is still to come.
  expect(won('2026-01-01', null, null)).toBe('10.00');
  expect(won('2026-01-01', null, '2026-08-07', '2026-08-06')).toBe('10.00');
  const { conflicts } = merge({
    'bag-sl-fhir': file([fhirRow(a, { prices: price('2026-01-01') })]),
    'bag-sl-prices': file([priceRow(a, { exFactoryPrice: '11.00' })], '2026-08-07'),
  });
  expect(conflicts).toContainEqual({
    gtin: a,
    column: 'exFactoryPrice',
    value: '11.00',
    from: 'bag-sl-prices',
    other: '10.00',
    otherFrom: 'bag-sl-fhir',
    why: 'date',
  });
});

test('packs of the BAG lists that Swissmedic does not list are products too', () => {
  const { products } = merge({
    'swissmedic-packs': file([swissmedicRow(a)]),
    'bag-sl-fhir': file([fhirRow(foreign, { packSizeText: 'Blist 60 Stk', description: 'Protein 500 g' })]),
    'bag-sl-prices': file([
      priceRow(b, { description: 'Milk, Plv, 4x 200 ml', exFactoryPrice: '7.10', publicPrice: '12.00' }),
    ]),
  });
  expect(products.map(({ gtin }) => gtin)).toEqual([foreign, a, b]);
  expect(products[0]).toMatchObject({
    pack_size: '60',
    unit: 'Stk',
    pack_size_text: 'Blist 60 Stk',
    manufacturer: 'BAG Holder',
    swissmedic_no: '',
  });
  expect(products[2]).toMatchObject({ sl: 'true', ex_factory_price: '7.10', pack_size: '800', unit: 'ml' });
});

test('number and unit of a pack come from one source, and unknown sizes are counted', () => {
  const { products, facts, doubts } = merge({
    'swissmedic-packs': file([
      swissmedicRow(a, { packSize: '', packSizeText: '1 Kombipackung', unit: 'Kombipackung(en)' }),
      swissmedicRow(b, { packSize: '', packSizeText: 'nach Bedarf', unit: 'Beutel' }),
    ]),
    'bag-sl-fhir': file([fhirRow(a, { packSizeText: '21 Stk' })]),
  });
  expect(products[0]).toMatchObject({ pack_size: '21', unit: 'Stk', pack_size_text: '21 Stk' });
  expect(products[1]).toMatchObject({ pack_size: '', unit: 'Beutel', pack_size_text: 'nach Bedarf' });
  expect(facts.packSizeUnknown).toBe(1);
  expect(doubts).toContainEqual({ gtin: b, reason: 'pack_size_unknown', value: 'nach Bedarf' });
});

test('substances written in different orders are one molecule; brackets hold theirs together', () => {
  const { products } = merge({
    'swissmedic-packs': file([
      swissmedicRow(a, { molecule: 'lamivudinum, abacavirum (ut sulfas, 2:1)' }),
      swissmedicRow(b, { molecule: 'abacavirum (ut sulfas, 2:1), lamivudinum' }),
    ]),
  });
  expect(products.map(({ molecule }) => molecule)).toEqual(
    Array(2).fill('abacavirum (ut sulfas, 2:1), lamivudinum'),
  );
});

describe('names that differ in capitals alone are one', () => {
  const c = '7680100000037';
  const d = '7680100000044';
  const namesOf = (sources: MergeSources, current?: Catalogue) =>
    merge(sources, current).products.map(({ manufacturer, molecule }) => [manufacturer, molecule]);

  test('as Swissmedic writes them, however often others write them otherwise', () => {
    const own = { values: { manufacturer: 'HOLDER AG', molecule: 'OMEPRAZOLUM' } };
    const { products, conflicts } = merge({
      'swissmedic-packs': file([
        swissmedicRow(a, { manufacturer: 'Holder AG', molecule: 'omeprazolum', atc: 'A02BC01' }),
      ]),
      'bag-sl-prices': file(
        [b, c, d].map((gtin) => priceRow(gtin, { manufacturer: 'HOLDER AG', molecule: 'Omeprazolum' })),
      ),
      'own-attributes': file([{ gtin: a, ...own }]),
    });
    expect(products.map(({ manufacturer, molecule }) => [manufacturer, molecule])).toEqual(
      Array(4).fill(['Holder AG', 'omeprazolum']),
    );
    expect(conflicts).toEqual([]);
  });

  test('where Swissmedic writes them in two ways or not at all as most packs have it, else the first by character', () => {
    const prices = (...molecules: string[]) => ({
      'bag-sl-prices': file(
        molecules.map((molecule, place) => priceRow([a, b, c, d][place]!, { molecule, manufacturer: '' })),
      ),
    });
    expect(namesOf(prices('Ureum', 'ureum', 'ureum'))).toEqual(Array(3).fill(['', 'ureum']));
    expect(namesOf(prices('ureum', 'Ureum'))).toEqual(Array(2).fill(['', 'Ureum']));
    expect(namesOf(prices('Ureum', 'ureum'))).toEqual(Array(2).fill(['', 'Ureum']));
    const swissmedic = ['Phleum', 'phleum', 'phleum'].map((molecule, place) =>
      swissmedicRow([a, b, c][place]!, { molecule }),
    );
    expect(namesOf({ 'swissmedic-packs': file(swissmedic) })).toEqual(Array(3).fill(['Holder AG', 'phleum']));
  });

  test('of a combination too, and of what the current revision says', () => {
    const said = catalogue(
      product(a, { molecule: 'Candesartanum, Hydrochlorothiazidum', manufacturer: 'EFFIK SA' }),
      product(b, { molecule: 'Candesartanum, Hydrochlorothiazidum', manufacturer: 'EFFIK SA' }),
    );
    const listed = priceRow(c, { molecule: 'hydrochlorothiazidum, candesartanum', manufacturer: 'Effik SA' });
    expect(namesOf({ 'bag-sl-prices': file([listed]) }, said)).toEqual(
      Array(3).fill(['EFFIK SA', 'Candesartanum, Hydrochlorothiazidum']),
    );
    expect(namesOf({ 'bag-sl-prices': file([listed, priceRow(d, { molecule: 'Ureum' })]) })).toEqual([
      ['Effik SA', 'candesartanum, hydrochlorothiazidum'],
      ['Price Holder', 'Ureum'],
    ]);
  });

  test('the provider’s companies as they are configured, so that their products are the provider’s', () => {
    const packs = [a, b].map((gtin) => swissmedicRow(gtin, { manufacturer: 'PROVIDER AG' }));
    expect(namesOf({ 'swissmedic-packs': file(packs) })).toEqual(Array(2).fill(['Provider AG', '']));
  });
});

test('where no file says a column, the current revision does', () => {
  const current = catalogue(
    product(a, {
      pharmacode: '0000001',
      origin: 'original',
      sl: 'true',
      sb20: 'true',
      ex_factory_price: '10.00',
      atc: 'C09AA05',
      co_marketing: 'true',
    }),
    product(b),
  );
  const onlySwissmedic = merge({ 'swissmedic-packs': file([swissmedicRow(a)]) }, current);
  // What is no longer authorised is gone; what Swissmedic does not know stays as it was.
  expect(onlySwissmedic.products).toHaveLength(1);
  expect(onlySwissmedic.products[0]).toMatchObject({
    description: `Pack ${a}`,
    pharmacode: '0000001',
    origin: 'original',
    sl: 'true',
    sb20: 'true',
    ex_factory_price: '10.00',
    atc: 'C09AA05',
    co_marketing: 'true',
  });
  expect(onlySwissmedic.traces.get(a)!.fields.pharmacode).toEqual({ from: 'current' });
  // With a list of prices, a pack that is not on it is not on the Spezialitätenliste, but what it is it stays.
  const withPrices = merge(
    { 'swissmedic-packs': file([swissmedicRow(a)]), 'bag-sl-prices': file([priceRow(b)]) },
    current,
  );
  expect(withPrices.products[0]).toMatchObject({
    origin: 'original',
    co_marketing: 'true',
    sl: 'false',
    sb20: 'false',
    ex_factory_price: '',
  });
  // Without Swissmedic's list the products are those that there are.
  const onlyFhir = merge({ 'bag-sl-fhir': file([fhirRow(a, { origin: 'generic' })]) }, current);
  expect(onlyFhir.products.map(({ gtin, origin }) => [gtin, origin])).toEqual([
    [a, 'generic'],
    [b, 'other'],
  ]);
  expect(onlyFhir.products[1]!.description).toBe(`Current ${b}`);
});

test('a cost share that nobody knows leaves the deductible of a listed pack as it was', () => {
  const current = catalogue(product(a, { sb20: 'true' }), product(b, { sb20: 'true' }));
  const sources = {
    'bag-sl-fhir': file([fhirRow(a, { costShare: null }), fhirRow(b, { costShare: 10 })]),
  };
  expect(merge(sources, current).products.map(({ sb20 }) => sb20)).toEqual(['true', 'false']);
});

test('alternatives and exclusives come from their files, those of unknown products are doubtful', () => {
  const current: Catalogue = {
    products: [product(a), product(b, { manufacturer: 'Provider AG' })],
    alternatives: [{ gtin: a, alternative_gtin: b, rank: '1' }],
    exclusives: [{ gtin: b }],
  };
  const packs = file([swissmedicRow(a), swissmedicRow(b, { manufacturer: 'Provider AG' })]);
  const kept = merge({ 'swissmedic-packs': packs }, current);
  expect(kept.alternatives).toEqual(current.alternatives);
  expect(kept.exclusives).toEqual(current.exclusives);
  const replaced = merge(
    {
      'swissmedic-packs': packs,
      portfolio: file([
        { gtin: b, alternativeGtin: a, rank: 1 },
        { gtin: foreign, alternativeGtin: b, rank: 1 },
        { gtin: a, alternativeGtin: foreign, rank: 1 },
      ]),
      exclusives: file([{ gtin: foreign }]),
    },
    current,
  );
  expect(replaced.alternatives).toEqual([{ gtin: b, alternative_gtin: a, rank: '1' }]);
  expect(replaced.exclusives).toEqual([]);
  expect(replaced.doubts.map(({ reason, value }) => [reason, value])).toEqual([
    ['alternative_not_providers', `${a} Holder AG`],
    ['product_unknown', foreign],
    ['alternative_unknown', foreign],
    ['exclusive_unknown', foreign],
  ]);
});

test('an own row makes a product where it names one, and is doubtful where it does not', () => {
  const { products, doubts } = merge({
    'swissmedic-packs': file([swissmedicRow(a)]),
    'own-attributes': file([
      { gtin: b, values: { description: 'Own product', manufacturer: 'Provider AG' } },
      { gtin: foreign, values: { atc: 'C09AA05' } },
    ]),
  });
  expect(products.map(({ description }) => description)).toEqual([`Pack ${a}`, 'Own product']);
  expect(doubts).toContainEqual({ gtin: foreign, reason: 'own_product_unknown', value: '' });
});

test('a Pharmacode on two products is doubtful on both', () => {
  const { doubts } = merge({
    'swissmedic-packs': file([swissmedicRow(a), swissmedicRow(b)]),
    pharmacodes: file([
      { gtin: a, pharmacode: '0000007' },
      { gtin: b, pharmacode: '0000007' },
    ]),
  });
  expect(doubts.filter(({ reason }) => reason === 'pharmacode_shared').map(({ gtin }) => gtin)).toEqual([
    a,
    b,
  ]);
});
