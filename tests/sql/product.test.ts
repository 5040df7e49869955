import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packs, pharmacy, today, unknownPharmacode } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

const nameOf = new Map(Object.entries(packs).map(([name, gtin]) => [gtin, name]));

/** The rows' products by the name they have in the pharmacy's table; `mixture` is known by its Pharmacode only. */
async function products(parameters: Record<string, unknown> = {}): Promise<(string | undefined)[]> {
  const rows = await world.view('product', parameters);
  return rows.map((row) => (row.gtin === null ? 'mixture' : nameOf.get(row.gtin as string)));
}

async function row(article: string, context = {}): Promise<Record<string, unknown>> {
  const rows = await world.view('product', { article }, { today, ...context });
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

test('a product stands beside its alternative, with quantities, sums and potential', async () => {
  expect(await row(packs.triatec)).toMatchObject({
    gtin: packs.triatec,
    pharmacode1: null,
    pharmacode2: null,
    productName: 'Triatec 10 mg 30',
    alternativeGTIN: packs.p2,
    alternativeProductName: 'Prilor 10 mg 28',
    qtySum1: 7,
    qtySum2: 0,
    efPreisSum: 69.93,
    pPreisSum: null,
    efPreis2: 8,
    turnoverPotential: 60,
    customersGain: 9.93,
    publicPriceDifference: null,
    deductibleBefore: null,
    deductibleAfter: null,
    distributionShareBefore: null,
    distributionShareAfter: null,
    sB20: true,
    providerExclusive1: false,
    providerExclusive2: true,
    coMarketing: false,
    coMarketing2: true,
    sL1: true,
    sL2: false,
    deliverability1: null,
    deliverability2: 'spring',
    deliverabilityStatus1: null,
    deliverabilityStatus2: 'production',
    deliverabilityUpdate1: null,
    deliverabilityUpdate2: '2026-01-07',
    deliverabilityReportingDate1: null,
    deliverabilityReportingDate2: '2026-01-06',
    deliverabilityComment2: 'new plant',
    backInStockDate2: null,
    stockOut1: false,
    stockOut2: true,
    newStockout1: false,
    newStockout2: false,
    backInStock2: false,
    manufacturer: 'Sanofi AG',
    molecule: 'ramipril',
    atc: 'C09AA05',
    atcCategory: 'C',
    origin: 'original',
    efPreis1: 9.99,
    pPreis1: null,
    pPreis2: 15,
    packFactor: 30 / 28,
    setGTIN: packs.p2,
    article: packs.triatec,
  });
});

test('what patients pay of it stands beside what they would pay of its alternative', async () => {
  // 4 × 20 × 40 %, and 4 × 60/30 × 12 × 10 %.
  expect(await row(packs.beloc)).toMatchObject({ deductibleBefore: 32, deductibleAfter: 9.6 });
  // 3 × 11 × 10 %, and 3 × 12 × 10 %: a loss is there to see.
  expect(await row(packs.metoGen)).toMatchObject({ deductibleBefore: 3.3, deductibleAfter: 3.6 });
  // Neither Rami-Gen nor p2 is on the Spezialitätenliste.
  expect(await row(packs.ramiGen)).toMatchObject({ deductibleBefore: null, deductibleAfter: null });
});

test('what wholesaler and pharmacy have of it stands beside what they would have of its alternative', async () => {
  // 80 ÷ 1.026 − 40, and 96 ÷ 1.026 − 48.
  expect(await row(packs.beloc)).toMatchObject({
    distributionShareBefore: 37.97,
    distributionShareAfter: 45.57,
  });
  expect(await row(packs.ramiGen)).toMatchObject({
    distributionShareBefore: null,
    distributionShareAfter: null,
  });
});

test('existing quantity is what was bought of the alternative', async () => {
  expect(await row(packs.beloc)).toMatchObject({ pharmacode2: '1000001', qtySum2: 10 });
  expect(await row(packs.brufen)).toMatchObject({ qtySum2: 1 });
});

test("a provider's product has no alternative, even where the portfolio names one", async () => {
  expect(await row(packs.p1)).toMatchObject({
    alternativeGTIN: null,
    alternativeProductName: null,
    qtySum2: null,
    efPreis2: null,
    turnoverPotential: 0,
    customersGain: 0,
    publicPriceDifference: 0,
    deductibleBefore: null,
    deductibleAfter: null,
    distributionShareBefore: null,
    distributionShareAfter: null,
    providerExclusive1: true,
    providerExclusive2: null,
    coMarketing2: null,
    sL2: null,
    stockOut2: null,
    packFactor: null,
    setGTIN: packs.p1,
  });
});

test('an unknown article is called what the file calls it, and has no price', async () => {
  expect(await row(unknownPharmacode)).toMatchObject({
    gtin: null,
    pharmacode1: unknownPharmacode,
    productName: 'Own mixture',
    qtySum1: 2,
    efPreisSum: null,
    pPreisSum: null,
    turnoverPotential: 0,
    customersGain: 0,
    efPreis1: null,
    manufacturer: null,
    molecule: null,
    atc: null,
    origin: 'other',
    setGTIN: null,
  });
  expect(await row(packs.unknown)).toMatchObject({ gtin: packs.unknown, productName: 'Imported pack' });
});

test('exclusive are products of the provider only, whatever the list says', async () => {
  expect(await row(packs.humira)).toMatchObject({ providerExclusive1: false });
});

describe('deliverability', () => {
  test('a product that is not deliverable says since when, why and until when', async () => {
    expect(await row(packs.metoGen)).toMatchObject({
      stockOut1: true,
      deliverability1: '2026-02-01',
      deliverabilityStatus1: 'supply chain',
      deliverabilityUpdate1: '2026-01-12',
      deliverabilityReportingDate1: '2026-01-10',
      newStockout1: true,
      stockOut2: false,
    });
  });

  test('what is over is not told any more', async () => {
    expect(await row(packs.beloc)).toMatchObject({
      stockOut1: false,
      deliverability1: null,
      deliverabilityReportingDate1: null,
    });
  });

  test.each([
    ['reported 14 days ago is not new within 14 days', '2026-01-20', 14, false],
    ['reported 13 days ago is new within 14 days', '2026-01-19', 14, true],
    ['the window is what the configuration says', '2026-01-19', 13, false],
    ['no window, nothing new', '2026-01-06', 0, false],
  ])('%s', async (_name, day, newStockoutDays, expected) => {
    const { newStockout2 } = await row(packs.ramiGen, { today: day, newStockoutDays });
    expect(newStockout2).toBe(expected);
  });

  test.each([
    ['2026-01-20', true],
    ['2026-01-21', false],
  ])('back in stock since 2025-09-20 is within four months of %s: %s', async (day, expected) => {
    expect(await row(packs.brufen, { today: day })).toMatchObject({
      backInStockDate2: '2025-09-20',
      backInStock2: expected,
      stockOut2: false,
    });
  });
});

describe('filters', () => {
  test.each([
    [{ general: 'match' }, ['triatec', 'beloc', 'metoGen', 'brufen', 'ramiGen']],
    [{ general: 'available_match' }, ['beloc', 'metoGen', 'brufen']],
    [{ general: 'sb20' }, ['triatec', 'beloc']],
    [{ general: 'stock_out' }, ['metoGen']],
    [{ general: 'co' }, ['ramiGen']],
    [{ general: ['all_except_bio', 'match'] }, ['triatec', 'beloc', 'metoGen', 'brufen', 'ramiGen']],
    [{ general: 'all_except_bio', type: 'original' }, ['triatec', 'beloc']],
    [{ general: 'provider_exclusivities' }, ['p1']],
    [{ general: 'alternatives_with_provider_exclusivities' }, ['triatec', 'beloc', 'metoGen', 'ramiGen']],
    [{ type: 'generika' }, ['metoGen', 'ramiGen', 'p1']],
    [{ type: 'original' }, ['triatec', 'beloc', 'humira']],
    [{ type: 'others' }, ['brufen', 'tea', 'p3', 'mixture', 'unknown']],
    [{ molecule: 'ibuprofen' }, ['brufen', 'p3']],
    [{ molecule: ['ibuprofen', 'adalimumab'] }, ['brufen', 'humira', 'p3']],
    [{ atc: 'C09' }, ['triatec', 'ramiGen']],
    [{ atc: ['M', 'L04A'] }, ['brufen', 'humira', 'p3']],
    [{ manufacturer: 'Provider AG' }, ['p3', 'p1']],
    [{ focusGroup: '2' }, ['beloc', 'metoGen', 'p1']],
    [{ focusGroup: '10' }, ['triatec', 'ramiGen', 'tea']],
    [{ focusGroup: '11' }, []],
    [{ focusGroup: ['2', '10'], type: 'original' }, ['triatec', 'beloc']],
    // Ärztetee, whatever the case and the accents; Triatec 10 mg 30 has all three words.
    [{ find: 'arzteTÉE' }, ['tea']],
    [{ find: '30 10 tria' }, ['triatec']],
    [{ find: ['mg', '30'] }, ['triatec', 'metoGen', 'p1']],
    [{ find: '2000001' }, ['beloc']],
    [{ find: packs.humira.slice(2) }, ['humira']],
    // As lists and scanners give GTINs, with 14 digits.
    [{ find: `0${packs.humira}` }, ['humira']],
    [{ find: `00${packs.humira}` }, []],
    [{ find: 'prilor' }, []],
    [{ setFind: 'prilor' }, ['triatec', 'ramiGen']],
    [{ setFind: '1000001' }, ['beloc', 'metoGen', 'p1']],
    [{ find: '%' }, []],
    [{ find: ' \u00a0 ', type: 'others', behind: 'molecule' }, ['brufen', 'p3']],
    [{ behind: 'provider' }, ['p3', 'p1']],
    [{ behind: 'duplicates' }, ['triatec', 'beloc', 'metoGen', 'brufen', 'ramiGen', 'p3', 'p1']],
    [{ behind: 'duplicates_2' }, ['triatec', 'brufen', 'ramiGen', 'p3']],
    [{ behind: 'duplicates_3' }, ['beloc', 'metoGen', 'p1']],
    [{ behind: 'duplicates_4' }, []],
    [{ behind: 'unmatched' }, ['mixture', 'unknown']],
    [{ behind: 'without_price' }, ['brufen', 'tea', 'mixture', 'unknown']],
    [{ behind: ['without_price', 'manufacturer'], general: 'match' }, ['brufen']],
    [{ behind: 'potential_unknown' }, []],
    [{ behind: ['manufacturer', 'pharma'], general: 'stock_out' }, ['metoGen']],
  ])('%j', async (filter, expected) => {
    expect(await products(filter)).toEqual(expected);
  });

  test('articles without molecule, ATC or manufacturer are behind no figure of those', async () => {
    const ofOthers = { type: 'others' };
    expect(await products({ ...ofOthers, behind: 'molecule' })).toEqual(['brufen', 'p3']);
    expect(await products({ ...ofOthers, behind: 'pharma' })).toEqual(['brufen', 'p3']);
    expect(await products({ ...ofOthers, behind: 'atc_group' })).toEqual(['brufen', 'p3']);
    expect(await products({ ...ofOthers, behind: 'manufacturer' })).toEqual(['brufen', 'tea', 'p3']);
  });

  test.each([{ general: 'generika' }, { atc: 'c09' }, { sortBy: 'count' }, { limit: 0 }, { behind: 'x' }])(
    '%j is no choice',
    async (filter) => {
      await expect(world.view('product', filter)).rejects.toThrow();
    },
  );
});

describe('order', () => {
  test.each([
    // Unknown sums stand last: of public prices those of Ibupro, Triatec, tea and Brufen.
    ['turnoverPotential', ['triatec', 'beloc', 'metoGen', 'brufen', 'ramiGen', 'tea', 'humira', 'p3', 'p1']],
    // Nothing is gained of what has no alternative, and less than nothing of Meto-Gen (−1.50), Rami-Gen and Beloc.
    ['customersGain', ['triatec', 'tea', 'humira', 'p3', 'p1', 'metoGen', 'ramiGen', 'beloc', 'brufen']],
    // The same at public prices: Meto-Gen −3, Rami-Gen −7, Beloc −16; those of Brufen and Triatec are unknown.
    [
      'publicPriceDifference',
      ['tea', 'humira', 'p3', 'p1', 'metoGen', 'ramiGen', 'beloc', 'brufen', 'triatec'],
    ],
    // Deductibles of Beloc and Meto-Gen are known: 32.00 and 3.30 before, 9.60 and 3.60 after; the others by name.
    ['deductibleBefore', ['beloc', 'metoGen', 'tea', 'brufen', 'humira', 'p3', 'ramiGen', 'p1', 'triatec']],
    ['deductibleAfter', ['beloc', 'metoGen', 'tea', 'brufen', 'humira', 'p3', 'ramiGen', 'p1', 'triatec']],
    // 37.97 and 15.66 before, 45.57 and 17.09 after.
    [
      'distributionShareBefore',
      ['beloc', 'metoGen', 'tea', 'brufen', 'humira', 'p3', 'ramiGen', 'p1', 'triatec'],
    ],
    [
      'distributionShareAfter',
      ['beloc', 'metoGen', 'tea', 'brufen', 'humira', 'p3', 'ramiGen', 'p1', 'triatec'],
    ],
    ['qtySum', ['p1', 'triatec', 'tea', 'beloc', 'metoGen', 'brufen', 'humira', 'p3', 'ramiGen']],
    ['efPreisSum', ['humira', 'triatec', 'p1', 'beloc', 'metoGen', 'p3', 'ramiGen', 'tea', 'brufen']],
    ['pPreisSum', ['humira', 'p1', 'beloc', 'metoGen', 'ramiGen', 'tea', 'brufen', 'p3', 'triatec']],
    ['alphabetical', ['tea', 'beloc', 'brufen', 'humira', 'p3', 'metoGen', 'ramiGen', 'p1', 'triatec']],
    [
      'alphabetical_alternative',
      ['brufen', 'ramiGen', 'triatec', 'beloc', 'metoGen', 'tea', 'humira', 'p3', 'p1'],
    ],
  ])('by %s, equal ones by name', async (sortBy, expected) => {
    const known = await products({ sortBy, behind: 'manufacturer' });
    expect(known).toEqual(expected);
  });

  test('articles that the catalogue does not know stand behind equal ones, by their code', async () => {
    const order = await products({ sortBy: 'alphabetical' });
    expect(order.slice(-2)).toEqual(['mixture', 'unknown']);
    expect((await products({ sortBy: 'qtySum' })).slice(0, 3)).toEqual(['p1', 'triatec', 'unknown']);
  });
});

describe('pages', () => {
  test('follow each other without gap or overlap', async () => {
    const all = await products();
    const pages = await Promise.all([0, 4, 8, 12].map((offset) => products({ limit: '4', offset })));
    expect(pages.map((page) => page.length)).toEqual([4, 4, 3, 0]);
    expect(pages.flat()).toEqual(all);
  });

  test('without limit all rows come, from the offset on', async () => {
    expect(await products({ offset: 9 })).toHaveLength(2);
  });
});

describe('totals', () => {
  test('are those of the whole assortment', async () => {
    expect(await world.view('product/totals')).toEqual({
      rowCount: 11,
      qtySum1: 42,
      qtySum2: 11,
      efPreisSum: 695.43,
      pPreisSum: 791,
      turnoverPotential: 144,
      customersGain: -3.57,
      publicPriceDifference: -26,
      deductibleBefore: 35.3,
      deductibleAfter: 13.2,
      distributionShareBefore: 53.63,
      distributionShareAfter: 62.66,
      withoutPrice: 4,
      potentialsUnknown: 0,
    });
  });

  test('follow the filters; two articles of one alternative count its packs once', async () => {
    expect(await world.view('product/totals', { molecule: 'metoprolol', general: 'match' })).toEqual({
      rowCount: 2,
      qtySum1: 7,
      qtySum2: 10,
      efPreisSum: 56.5,
      pPreisSum: 113,
      turnoverPotential: 66,
      customersGain: -9.5,
      publicPriceDifference: -19,
      deductibleBefore: 35.3,
      deductibleAfter: 13.2,
      distributionShareBefore: 53.63,
      distributionShareAfter: 62.66,
      withoutPrice: 0,
      potentialsUnknown: 0,
    });
  });

  test('are those of what is looked for', async () => {
    // Triatec 7 packs, 69.93; Meto-Gen 3, 16.50 and 33.00; p1 10, 60.00 and 120.00; p1 is what replaces Meto-Gen.
    expect(await world.view('product/totals', { find: 'MG 30' })).toEqual({
      rowCount: 3,
      qtySum1: 20,
      qtySum2: 10,
      efPreisSum: 146.43,
      pPreisSum: 153,
      turnoverPotential: 78,
      customersGain: 8.43,
      publicPriceDifference: -3,
      deductibleBefore: 3.3,
      deductibleAfter: 3.6,
      distributionShareBefore: 15.66,
      distributionShareAfter: 17.09,
      withoutPrice: 0,
      potentialsUnknown: 0,
    });
  });

  test('of nothing are zero', async () => {
    expect(await world.view('product/totals', { focusGroup: '11' })).toEqual({
      rowCount: 0,
      qtySum1: 0,
      qtySum2: 0,
      efPreisSum: 0,
      pPreisSum: 0,
      turnoverPotential: 0,
      customersGain: 0,
      publicPriceDifference: 0,
      deductibleBefore: 0,
      deductibleAfter: 0,
      distributionShareBefore: 0,
      distributionShareAfter: 0,
      withoutPrice: 0,
      potentialsUnknown: 0,
    });
  });
});

test('a focus group has the products of its molecules, in whichever capitals they were written when it was made', async () => {
  const older = await openWorld({
    ...pharmacy,
    focusGroups: [{ id: 2, name: 'Herz', molecules: ['Metoprolol'], gtins: [] }],
  });
  // Beloc and Meto-Gen have the molecule, and p1 is offered instead of them and has it too.
  expect(await older.view<{ rowCount: number }>('product/totals', { focusGroup: '2' })).toMatchObject({
    rowCount: 3,
  });
  await older.close();
});
