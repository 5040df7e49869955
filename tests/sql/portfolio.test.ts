import { afterAll, beforeAll, expect, test } from 'vitest';
import { findView } from '#analytics/views/index.ts';
import { goods, market, today } from '#tests/support/market.ts';
import { askUnfed, type OpenWorld, openWorld } from '#tests/support/world.ts';

type Rows = Record<string, unknown>[];

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(market);
});
afterAll(() => world.close());

const ask = <Answer = Rows>(name: string, parameters = {}) =>
  world.view<Answer>(name, parameters, { today, newStockoutDays: 14 });

/** The names that a list has, in its order. */
const names = async (view: string, parameters = {}) =>
  (await ask(view, parameters)).map(({ productName }) => productName);

const [beloc, metoGen, triatec] = ['Beloc 50 mg 60', 'Meto-Gen 50 mg 30', 'Triatec 10 mg 30'];
const [brufen, nurofen, humira, tea] = [
  'Brufen 400 mg 50',
  'Nurofen 400 mg 50',
  'Humira 40 mg 2',
  'Ärztetee',
];

test('the overview has manufacturers with the most rows first, and no product of the provider', async () => {
  const rows = await ask('portfolio');
  expect(
    rows.map(({ hersteller1, productName, stockOutCount }) => [hersteller1, productName, stockOutCount]),
  ).toEqual([
    ['Viatris AG', brufen, 2],
    ['Viatris AG', nurofen, 2],
    ['AbbVie AG', humira, 1],
    ['Astra AG', beloc, 1],
    ['Mepha AG', metoGen, 1],
    ['Sanofi AG', triatec, 1],
    [null, tea, 1],
  ]);
});

test('it can also be had by name, and by potential with what is unknown last', async () => {
  expect(await names('portfolio', { sortBy: 'productName' })).toEqual([
    tea,
    beloc,
    brufen,
    humira,
    metoGen,
    nurofen,
    triatec,
  ]);
  expect(await names('portfolio', { sortBy: 'turnoverPotential' })).toEqual([
    triatec,
    beloc,
    metoGen,
    tea,
    humira,
    nurofen,
    brufen,
  ]);
});

test('a row says what is missing, since when, and what there is instead', async () => {
  const rows = await ask('portfolio');
  expect(rows.find(({ gtin }) => gtin === goods.beloc)).toEqual({
    gtin: goods.beloc,
    pharmacode1: '4000001',
    productName: beloc,
    hersteller1: 'Astra AG',
    alternativeGTIN: goods.own1,
    pharmacode2: '3000001',
    alternativeProductName: 'Sandolol 50 mg 30',
    manufacturer2: 'Provider AG',
    qty: 4,
    turnoverPotential: 48,
    packFactor: 2,
    efPreis2: 6,
    deliverability1: '2026-07-01',
    deliverability2: null,
    deliverabilityWeek1: false,
    deliverabilityWeek2: false,
    deliverabilityStatus1: 'quality',
    deliverabilityStatus2: null,
    deliverabilityUpdate1: '2026-06-12',
    deliverabilityUpdate2: null,
    deliverabilityReportingDate1: '2026-06-05',
    deliverabilityReportingDate2: null,
    deliverabilityComment2: null,
    coMarketing: false,
    coMarketing1: false,
    backInStockDate: null,
    backInStock2: false,
    stockOut2: false,
    sB20: true,
    newStockout1: true,
    newStockout2: false,
    reportedOn1: '2026-06-05',
    knownSinceAtLeast1: false,
    missingSince1: '2026-06-05',
    moves1: 0,
    movedDays1: 0,
    listDate1: '2026-01-01',
    discontinued1: false,
    sources1: 1,
    sourcesDisagree1: false,
    molecule: 'metoprolol',
    atc: 'C07AB02',
    atcCategory: 'C',
    origin: 'original',
    stockOutCount: 1,
  });
});

test('an alternative can itself be missing, or back for a while', async () => {
  const rows = await ask('portfolio');
  expect(rows.find(({ gtin }) => gtin === goods.triatec)).toMatchObject({
    alternativeGTIN: goods.own2,
    coMarketing: true,
    stockOut2: true,
    newStockout2: true,
    deliverability2: 'autumn',
    deliverabilityStatus2: 'production',
    deliverabilityUpdate2: '2026-06-11',
    deliverabilityReportingDate2: '2026-06-10',
    deliverabilityComment2: 'new plant',
    backInStockDate: null,
  });
  expect(rows.find(({ gtin }) => gtin === goods.nurofen)).toMatchObject({
    alternativeGTIN: goods.own3,
    stockOut2: false,
    backInStock2: true,
    backInStockDate: '2026-05-01',
  });
  const later = await world.view('portfolio', { stockOutSince: '2026-01-01' }, { today: '2026-09-02' });
  expect(later.find(({ gtin }) => gtin === goods.nurofen)).toMatchObject({
    backInStock2: false,
    backInStockDate: null,
  });
});

test('packs without a price have an unknown potential; no packs, and no alternative, have none', async () => {
  const rows = await ask('portfolio');
  const figures = rows.map(({ productName, qty, turnoverPotential }) => [
    productName,
    qty,
    turnoverPotential,
  ]);
  expect(figures).toEqual([
    [brufen, 2, null],
    [nurofen, 0, 0],
    [humira, 1, 0],
    [beloc, 4, 48],
    [metoGen, 3, 18],
    [triatec, 7, 60],
    [tea, 5, 0],
  ]);
});

test('the day asked for decides which of several open episodes is shown, and what is shown at all', async () => {
  const shown = async (stockOutSince?: string) =>
    (await ask('portfolio', { sortBy: 'productName', stockOutSince })).map(
      ({ productName, reportedOn1, missingSince1 }) => [productName, reportedOn1, missingSince1],
    );
  expect(await shown('2026-02-01')).toEqual([
    [tea, '2026-03-01', '2026-03-01'],
    [beloc, '2026-06-05', '2026-06-05'],
    [brufen, '2026-05-20', '2026-05-20'],
    [humira, '2026-06-02', '2026-06-02'],
    [nurofen, '2026-05-20', '2026-05-20'],
    [triatec, '2026-02-01', '2025-11-01'],
  ]);
  expect(await shown('2026-06-05')).toEqual([[beloc, '2026-06-05', '2026-06-05']]);
  expect(await shown('2026-06-16')).toEqual([]);
  expect((await shown('2025-12-14')).map(([name]) => name)).toContain('Lopresor 50 mg 30');
  expect(await shown('2025-11-01')).toContainEqual([triatec, '2025-11-01', '2025-11-01']);
});

test('by default that day is six calendar months before today in UTC', async () => {
  const rows = async (todayUtc: string) =>
    (await world.view('portfolio', {}, { today, todayUtc })).map(({ gtin }) => gtin);
  expect(await rows('2026-06-15')).not.toContain(goods.lopresor);
  expect(await rows('2026-06-14')).toContain(goods.lopresor);
  // August has a day more than February: the last one counts.
  expect(await rows('2026-08-31')).toContain(goods.tea);
  expect(await rows('2026-09-02')).not.toContain(goods.tea);
});

test('a stock-out is new while no source has reported it for longer than the configured days', async () => {
  const rows = async (newStockoutDays: number) =>
    (await world.view('portfolio', { sortBy: 'productName' }, { today, newStockoutDays }))
      .filter(({ newStockout1 }) => newStockout1)
      .map(({ productName }) => productName);
  expect(await rows(14)).toEqual([beloc, humira]);
  expect(await rows(13)).toEqual([beloc]);
  // Triatec's row is of 1.2.2026, but it has been missing since 1.11.2025.
  expect(await rows(150)).toEqual([tea, beloc, brufen, humira, nurofen]);
});

test('filters leave what they say', async () => {
  const left = (filter: object) => names('portfolio', { sortBy: 'productName', ...filter });
  expect(await left({ general: 'match' })).toEqual([beloc, brufen, metoGen, nurofen, triatec]);
  expect(await left({ general: 'available_match' })).toEqual([beloc, brufen, metoGen, nurofen]);
  expect(await left({ general: 'sb20' })).toEqual([beloc]);
  // The product is one of co-marketing; Triatec's alternative is too.
  expect(await left({ general: 'co' })).toEqual([metoGen]);
  expect(await left({ general: ['available_match', 'sb20', 'co'] })).toEqual([]);
  expect(await left({ type: 'generika' })).toEqual([metoGen]);
  expect(await left({ type: 'original' })).toEqual([beloc, humira, triatec]);
  expect(await left({ type: ['generika', 'original'] })).toEqual([beloc, humira, metoGen, triatec]);
  expect(await left({ molecule: ['ibuprofen', 'adalimumab'] })).toEqual([brufen, humira, nurofen]);
  expect(await left({ atc: ['C09', 'M01AE01'] })).toEqual([brufen, nurofen, triatec]);
  expect(await left({ manufacturer: 'Viatris AG' })).toEqual([brufen, nurofen]);
  expect(await left({ find: 'VIÄTRIS' })).toEqual([brufen, nurofen]);
  expect(await left({ manufacturer: 'Viatris AG', general: 'sb20' })).toEqual([]);
});

test('what a source says will not come back is marked, and can be asked for alone', async () => {
  const said: Record<string, object> = {
    [goods.brufen]: { status: 'Ausser Handel' },
    [goods.metoGen]: { expected_delivery: 'hors commerce' },
    [goods.tea]: { status: 'vorübergehend ausser Handel' },
  };
  const other = await openWorld({
    ...market,
    stockouts: market.stockouts!.map((episode) => ({ ...episode, ...said[episode.gtin] })),
  });
  const asked = <Answer = Rows>(name: string, parameters = {}) =>
    other.view<Answer>(name, { general: 'discontinued', ...parameters }, { today, newStockoutDays: 14 });
  const [list, full, competitor] = [
    await asked('portfolio', { sortBy: 'productName' }),
    await asked('portfolio/full', { sortBy: 'overallPotential' }),
    await asked('portfolio/competitor'),
  ];
  expect(list.map((row) => [row.productName, row.discontinued1])).toEqual([
    [brufen, true],
    [metoGen, true],
  ]);
  // 18.00 are known; Brufen's alternative has no price.
  expect(full.map(({ productName }) => productName)).toEqual([metoGen, brufen]);
  // Meto-Gen has two alternatives.
  expect(competitor.map(({ productName }) => productName)).toEqual([brufen, metoGen, metoGen]);
  expect(await asked<object>('portfolio/totals')).toMatchObject({ rowCount: 2, turnoverPotential: 18 });
  expect(await asked<object>('portfolio/full/totals')).toMatchObject({ rowCount: 2 });
  expect(await asked<object>('portfolio/competitor/totals')).toMatchObject({ rowCount: 3, products: 2 });
  expect(await asked('portfolio/summary')).toEqual([
    { manufacturer: 'Mepha AG', stockOutCount: 1 },
    { manufacturer: 'Viatris AG', stockOutCount: 1 },
  ]);
  const all = await other.view<Rows>('portfolio', {}, { today, newStockoutDays: 14 });
  expect(all.filter((row) => row.discontinued1)).toHaveLength(2);
  await other.close();
});

test('an option that a page does not offer is refused', () => {
  const refused = (name: string, parameters: object) =>
    expect(findView(name)!.parameters.safeParse(parameters).success).toBe(false);
  refused('portfolio', { general: 'stock_out' });
  refused('portfolio', { type: 'others' });
  refused('portfolio', { sortBy: 'qty' });
  refused('portfolio', { stockOutSince: '2026-02-30' });
  refused('portfolio', { stockOutSince: '0001-01-01' });
  refused('portfolio', { atc: 'c09' });
  refused('portfolio/summary', { sortBy: 'stockOutCount' });
  refused('portfolio/competitor', { general: 'match' });
  refused('portfolio/competitor', { manufacturer: 'Viatris AG' });
  refused('portfolio/full', { sortBy: 'manufacturer' });
  refused('portfolio/back-in-stock', { general: 'match' });
  refused('portfolio/back-in-stock', { stockOutSince: today });
});

test('the chart counts the rows of the overview per manufacturer', async () => {
  expect(await ask('portfolio/summary')).toEqual([
    { manufacturer: 'Viatris AG', stockOutCount: 2 },
    { manufacturer: 'AbbVie AG', stockOutCount: 1 },
    { manufacturer: 'Astra AG', stockOutCount: 1 },
    { manufacturer: 'Mepha AG', stockOutCount: 1 },
    { manufacturer: 'Sanofi AG', stockOutCount: 1 },
    { manufacturer: null, stockOutCount: 1 },
  ]);
  const beta = { stockOutSince: '2025-11-01', atc: 'C07' };
  const byCount = [
    { manufacturer: 'Mepha AG', stockOutCount: 2 },
    { manufacturer: 'Astra AG', stockOutCount: 1 },
  ];
  expect(await ask('portfolio/summary', beta)).toEqual(byCount);
  // It takes the overview's orders too.
  expect(await ask('portfolio/summary', { ...beta, sortBy: 'turnoverPotential' })).toEqual(byCount);
  expect(await ask('portfolio/summary', { ...beta, sortBy: 'productName' })).toEqual(byCount.toReversed());
  expect(await ask('portfolio/summary/totals')).toEqual({ rowCount: 6, stockOutCount: 7 });
});

test('the competitor view has a row per alternative by rank, each with its own potential', async () => {
  const rows = await ask('portfolio/competitor');
  expect(
    rows.map(({ productName, rank, alternativeGTIN, turnoverPotential, stockOut2 }) => [
      productName,
      rank,
      alternativeGTIN,
      turnoverPotential,
      stockOut2,
    ]),
  ).toEqual([
    [tea, null, null, 0, null],
    [beloc, 1, goods.own1, 48, false],
    [brufen, 1, goods.own3, null, false],
    [humira, null, null, 0, null],
    [metoGen, 1, goods.own1, 18, false],
    // 3 × 30 ÷ 28 × 8.00 = 25.714…
    [metoGen, 2, goods.own2, 25.71, true],
    [nurofen, 1, goods.own3, 0, false],
    [triatec, 1, goods.own2, 60, true],
  ]);
});

test('there, what can be delivered is asked of each alternative', async () => {
  const rows = await ask('portfolio/competitor', { general: 'available_match' });
  expect(rows.map(({ pair }) => pair)).toEqual([
    `${goods.beloc} ${goods.own1}`,
    `${goods.brufen} ${goods.own3}`,
    `${goods.metoGen} ${goods.own1}`,
    `${goods.nurofen} ${goods.own3}`,
  ]);
  const dates = { stockOutDate: '2026-01-01' };
  expect(await ask('portfolio/competitor/totals')).toEqual({
    rowCount: 8,
    products: 7,
    available: 4,
    ...dates,
  });
  expect(await ask('portfolio/competitor/totals', { type: 'generika' })).toEqual({
    rowCount: 2,
    products: 1,
    available: 1,
    ...dates,
  });
});

test('the full view has competitors by their potential, with their sums', async () => {
  const rows = await ask('portfolio/full');
  expect(
    rows.map(({ hersteller1, manufacturerCount, manufacturerQty, manufacturerPotential, productName }) => [
      hersteller1,
      manufacturerCount,
      manufacturerQty,
      manufacturerPotential,
      productName,
    ]),
  ).toEqual([
    ['Sanofi AG', 1, 7, 60, triatec],
    ['Astra AG', 1, 4, 48, beloc],
    ['Mepha AG', 1, 3, 18, metoGen],
    ['AbbVie AG', 1, 1, 0, humira],
    ['Viatris AG', 2, 2, 0, nurofen],
    ['Viatris AG', 2, 2, 0, brufen],
    [null, 1, 5, 0, tea],
  ]);
  expect(await names('portfolio/full', { sortBy: 'overallPotential' })).toEqual([
    triatec,
    beloc,
    metoGen,
    tea,
    humira,
    nurofen,
    brufen,
  ]);
});

/** What totals say of the statistic of tests. */
const ofPharmacy = { feedingFrom: '2025-01', feedingTo: '2025-12', feedingOfCustomer: true };

test('totals add what is known and count what is not', async () => {
  const totals = {
    rowCount: 7,
    manufacturers: 5,
    available: 4,
    qty: 22,
    turnoverPotential: 126,
    potentialsUnknown: 1,
    feeding: true,
    ...ofPharmacy,
    priceDate: '2026-01-01',
    stockOutDate: '2026-01-01',
  };
  expect(await ask('portfolio/totals')).toEqual(totals);
  expect(await ask('portfolio/full/totals')).toEqual(totals);
  expect(await ask('portfolio/full/totals', { manufacturer: 'nobody' })).toEqual({
    ...totals,
    rowCount: 0,
    manufacturers: 0,
    available: 0,
    qty: 0,
    turnoverPotential: 0,
    potentialsUnknown: 0,
  });
});

test('back in stock is whoever’s product has no open episode and came back since the day asked for', async () => {
  const rows = await ask('portfolio/back-in-stock');
  expect(rows).toEqual([
    {
      gtin: goods.own3,
      swissmedicNo1: '3000003',
      productName: 'Ibupro 400 mg 50',
      hersteller1: 'Provider AG',
      provider: true,
      backInStockDate: '2026-05-01',
      reportedOn1: '2026-03-10',
      qty: 2,
      efPreis1: null,
      turnover: null,
      sB20: false,
      coMarketing: false,
      molecule: 'ibuprofen',
      atc: 'M01AE01',
      atcCategory: 'M',
      origin: 'generic',
    },
    {
      gtin: goods.ramiGen,
      swissmedicNo1: '4000007',
      productName: 'Rami-Gen 10 mg 28',
      hersteller1: 'Mepha AG',
      provider: false,
      backInStockDate: '2026-02-15',
      reportedOn1: '2026-01-01',
      qty: 1,
      efPreis1: 4,
      turnover: 4,
      sB20: true,
      coMarketing: false,
      molecule: 'ramipril',
      atc: 'C09AA05',
      atcCategory: 'C',
      origin: 'generic',
    },
  ]);
  expect(await names('portfolio/back-in-stock', { sortBy: 'turnover' })).toEqual([
    'Rami-Gen 10 mg 28',
    'Ibupro 400 mg 50',
  ]);
  expect(await names('portfolio/back-in-stock', { date: '2026-02-16' })).toEqual(['Ibupro 400 mg 50']);
  expect(await names('portfolio/back-in-stock', { date: '2026-02-14', type: 'generika' })).toEqual([
    'Ibupro 400 mg 50',
    'Rami-Gen 10 mg 28',
  ]);
  expect(await names('portfolio/back-in-stock', { date: '2026-02-14' })).toContain('Early Bird');
  expect(await names('portfolio/back-in-stock', { general: 'sb20' })).toEqual(['Rami-Gen 10 mg 28']);
  expect(await names('portfolio/back-in-stock', { manufacturer: 'Provider AG' })).toEqual([
    'Ibupro 400 mg 50',
  ]);
  expect(await ask('portfolio/back-in-stock/totals')).toEqual({
    rowCount: 2,
    qty: 3,
    turnover: 4,
    turnoversUnknown: 1,
    feeding: true,
    ...ofPharmacy,
    priceDate: '2026-01-01',
    stockOutDate: '2026-01-01',
  });
});

test('while no statistic feeds the market packs and CHF are unknown, and everything else is as it is', async () => {
  for (const name of ['portfolio', 'portfolio/full', 'portfolio/competitor', 'portfolio/back-in-stock']) {
    const rows = await ask(name);
    const unfed = await askUnfed(world.statistics, name, {}, { today });
    const unknown = ['qty', 'turnover', 'turnoverPotential', 'manufacturerQty', 'manufacturerPotential'];
    const without = (row: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, unknown.includes(key) ? null : value]),
      );
    // Manufacturers without potentials stand by their names.
    const order = (all: Rows) => all.toSorted((a, b) => (String(a.gtin) < String(b.gtin) ? -1 : 1));
    if (name === 'portfolio/full') expect(order(unfed)).toEqual(order(rows.map(without)));
    else expect(unfed).toEqual(rows.map(without));
  }
  const nothing = {
    qty: null,
    feeding: false,
    feedingFrom: null,
    feedingTo: null,
    feedingOfCustomer: null,
    priceDate: '2026-01-01',
    stockOutDate: '2026-01-01',
  };
  for (const name of ['portfolio/totals', 'portfolio/full/totals']) {
    expect(await askUnfed(world.statistics, name, {}, { today })).toEqual({
      rowCount: 7,
      manufacturers: 5,
      available: 4,
      turnoverPotential: null,
      potentialsUnknown: null,
      ...nothing,
    });
  }
  expect(await askUnfed(world.statistics, 'portfolio/back-in-stock/totals', {}, { today })).toEqual({
    rowCount: 2,
    turnover: null,
    turnoversUnknown: null,
    ...nothing,
  });
});

test('an empty catalogue, and one without stock-outs, have no rows and totals of nothing', async () => {
  for (const nothing of [
    { products: [], lines: [] },
    { ...market, stockouts: [] },
  ]) {
    const empty = await openWorld(nothing);
    for (const name of ['portfolio', 'portfolio/summary', 'portfolio/competitor', 'portfolio/full']) {
      expect(await empty.view(name)).toEqual([]);
      expect(await empty.view(`${name}/totals`)).toMatchObject({ rowCount: 0 });
    }
    expect(await empty.view('portfolio/back-in-stock')).toEqual([]);
    expect(await empty.view('portfolio/back-in-stock/totals')).toMatchObject({
      qty: 0,
      turnover: 0,
      feeding: true,
    });
    await empty.close();
  }
});
