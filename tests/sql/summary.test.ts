import { afterEach, expect, test } from 'vitest';
import { gtin, type OpenWorld, openWorld } from '../support/world.ts';

let world: OpenWorld | undefined;
afterEach(() => world?.close());

const id = (index: number) => gtin(`7680000001${String(index).padStart(2, '0')}`);
const [original, genericA, genericB, genericC, provider1, provider2, cream, unpriced] = [
  1, 2, 3, 4, 5, 6, 7, 8,
].map(id) as string[];

/**
 * Four competitors' packs that provider1 could replace, two provider packs, a cream that is no medicine, one without
 * price. Bought: see each line.
 */
async function open() {
  world = await openWorld({
    head: { customerName: 'Apotheke Test', customerExternalId: '0815', timeMonthFrom: 3 },
    products: [
      {
        gtin: original!,
        manufacturer: 'Original AG',
        atc: 'C09AA05',
        molecule: 'ramiprilum',
        origin: 'original',
        sb20: 'true',
        ex_factory_price: '20',
      },
      {
        gtin: genericA!,
        manufacturer: 'A AG',
        atc: 'C09AA05',
        molecule: 'ramiprilum',
        origin: 'generic',
        ex_factory_price: '12',
      },
      {
        gtin: genericB!,
        manufacturer: 'B AG',
        atc: 'C09AA05',
        molecule: 'ramiprilum',
        origin: 'generic',
        ex_factory_price: '11',
      },
      {
        gtin: genericC!,
        manufacturer: 'A AG',
        atc: 'C09AA05',
        molecule: 'ramiprilum',
        origin: 'generic',
        ex_factory_price: '13',
      },
      {
        gtin: provider1!,
        manufacturer: 'Provider AG',
        atc: 'C09AA05',
        molecule: 'ramiprilum',
        origin: 'generic',
        ex_factory_price: '10',
      },
      {
        gtin: provider2!,
        manufacturer: 'Provider AG',
        atc: 'A02BC01',
        molecule: 'omeprazolum',
        origin: 'generic',
        ex_factory_price: '7',
      },
      { gtin: cream!, manufacturer: 'Kosmetik AG', ex_factory_price: '3.35' },
      { gtin: unpriced!, atc: 'V03AN01', molecule: 'oxygenium' },
    ],
    alternatives: [original!, genericA!, genericB!, genericC!].map((each) => ({
      gtin: each,
      alternative: provider1!,
    })),
    lines: [
      { gtin: original!, quantity: 2 }, //   CHF 40, potential 20
      { gtin: genericA!, quantity: 3 }, //   CHF 36, potential 30
      { gtin: genericB!, quantity: 1 }, //   CHF 11, potential 10
      { gtin: provider1!, quantity: 4 }, //  CHF 40
      { gtin: provider2!, quantity: 5 }, //  CHF 35
      { gtin: cream!, quantity: 2 }, //      CHF  6.70
      { gtin: unpriced!, quantity: 1 }, //   no price
      { gtin: gtin('768099999999'), quantity: 9 }, // unmatched
    ],
  });
  return world;
}

test('every key figure is what the bought packs add up to', async () => {
  const { view } = await open();
  expect(await view('summary')).toEqual({
    customerName: 'Apotheke Test',
    customerExternalId: '0815',
    timeInformation: null,
    timeMonthFrom: 3,
    timeYearFrom: 2025,
    timeMonthTo: 12,
    timeYearTo: 2025,
    headerImage: null,
    turnoverTotal: 168.7,
    turnoverOriginal: 40,
    turnoverGenericum: 122,
    turnoverOthers: 6.7,
    turnoverProvider: 75,
    potentialTotal: 60,
    customersGainTotal: 27, // 40 − 20, 36 − 30, 11 − 10
    genericQuota: 72, // 122 ÷ 168.70 = 72.3 %
    totalQty: 27,
    totalOriginalQty: 2,
    totalGenericQty: 13,
    totalOthersQty: 12,
    totalProviderQty: 9,
    genericPenetration: 87, // 13 ÷ 15 = 86.7 %
    numberOfArticles: 8,
    numberOfPharmaArticles: 6,
    existingProviderProducts: 2,
    totalManufacturer: 5,
    totalMolecules: 3,
    alternativeProvider: 3,
    gxAlternativeProvider: 2,
    oxProvider: 1,
    oxProviderWith20Percent: 1,
    duplicateProducts2: 0,
    duplicateProducts3: 0,
    duplicateProducts4: 1, // original, A, B and the provider's own
    notDeliverable: 0,
    notDeliverableReplaceable: 0,
    articlesWithoutPrice: 2,
    packsWithoutPrice: 10,
    articlesUnmatched: 1,
    packsUnmatched: 9,
    potentialsUnknown: 0,
    catalogueRevision: 1,
    priceDate: '2026-01-01',
  });
});

test.each([
  [2, { duplicateProducts2: 1, duplicateProducts3: 0, duplicateProducts4: 0 }],
  [3, { duplicateProducts2: 0, duplicateProducts3: 1, duplicateProducts4: 0 }],
  [4, { duplicateProducts2: 0, duplicateProducts3: 0, duplicateProducts4: 1 }],
])(
  '%i competitors of one alternative are one duplicate group of that size, though the alternative is not bought',
  async (size, expected) => {
    world = await openWorld({
      products: [
        { gtin: provider1!, manufacturer: 'Provider AG' },
        ...[original, genericA, genericB, genericC].map((each) => ({ gtin: each! })),
      ],
      alternatives: [original, genericA, genericB, genericC].map((each) => ({
        gtin: each!,
        alternative: provider1!,
      })),
      lines: [original, genericA, genericB, genericC]
        .slice(0, size)
        .map((each) => ({ gtin: each!, quantity: 1 })),
    });
    expect(await world.view('summary')).toMatchObject(expected);
  },
);

test('one article of a set is no duplicate', async () => {
  world = await openWorld({
    products: [{ gtin: provider1!, manufacturer: 'Provider AG' }, { gtin: original! }],
    alternatives: [{ gtin: original!, alternative: provider1! }],
    lines: [{ gtin: provider1!, quantity: 3 }],
  });
  expect(await world.view('summary')).toMatchObject({
    duplicateProducts2: 0,
    duplicateProducts3: 0,
    duplicateProducts4: 0,
  });
});

test('what has no price adds nothing to turnover and potential, and is counted', async () => {
  world = await openWorld({
    products: [
      { gtin: provider1!, manufacturer: 'Provider AG', public_price: '9' },
      { gtin: provider2!, manufacturer: 'Provider AG', ex_factory_price: '7' },
      { gtin: original!, origin: 'original', ex_factory_price: '20' },
      { gtin: genericA!, origin: 'generic' },
    ],
    alternatives: [
      { gtin: original!, alternative: provider1! },
      { gtin: genericA!, alternative: provider2! },
    ],
    lines: [
      { gtin: original!, quantity: 2 }, //  CHF 40, potential unknown
      { gtin: genericA!, quantity: 3 }, //  no price, potential 21
      { gtin: provider1!, quantity: 4 }, // no ex-factory price
      { pharmacode: '7777777', quantity: 5 }, // unmatched
    ],
  });
  expect(await world.view('summary')).toMatchObject({
    turnoverTotal: 40,
    potentialTotal: 21,
    customersGainTotal: 0, // of either pair one price is unknown
    articlesWithoutPrice: 3,
    packsWithoutPrice: 12,
    articlesUnmatched: 1,
    packsUnmatched: 5,
    potentialsUnknown: 1,
  });
});

test('nothing bought gives zeros, and quotas that cannot be said', async () => {
  world = await openWorld({ products: [{ gtin: original! }], lines: [] });
  expect(await world.view('summary')).toMatchObject({
    turnoverTotal: 0,
    turnoverOthers: 0,
    potentialTotal: 0,
    totalQty: 0,
    numberOfArticles: 0,
    genericQuota: null,
    genericPenetration: null,
    duplicateProducts2: 0,
  });
});

test('turnover without any generic is a quota of 0 %', async () => {
  world = await openWorld({
    products: [{ gtin: original!, origin: 'original', ex_factory_price: '5' }],
    lines: [{ gtin: original!, quantity: 1 }],
  });
  expect(await world.view('summary')).toMatchObject({ genericQuota: 0, genericPenetration: 0 });
});

test('half a percent counts as a whole one, also where 7 ÷ 0.56 in doubles is less than 12.5', async () => {
  world = await openWorld({
    products: [
      { gtin: genericA!, origin: 'generic', ex_factory_price: '0.07' },
      { gtin: original!, origin: 'original', ex_factory_price: '0.07' },
    ],
    lines: [
      { gtin: genericA!, quantity: 1 }, // CHF 0.07 of 0.56
      { gtin: original!, quantity: 7 },
    ],
  });
  const half = { genericQuota: 13, genericPenetration: 13 };
  expect(await world.view('summary')).toMatchObject(half);
  expect(await world.view('what_if', { chosen: 'none' })).toMatchObject({ ...half, genericQuotaAfter: 13 });
});

test('the short summary tells whose statistic it is and for which months', async () => {
  world = await openWorld({
    products: [{ gtin: original! }],
    lines: [],
    head: { customerName: 'Dr. Müller', timeInformation: '1. Halbjahr' },
  });
  expect(await world.view('short-summary')).toEqual({
    customerName: 'Dr. Müller',
    timeInformation: '1. Halbjahr',
    timeMonthFrom: 1,
    timeYearFrom: 2025,
    timeMonthTo: 12,
    timeYearTo: 2025,
  });
});
