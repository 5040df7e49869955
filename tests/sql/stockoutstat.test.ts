import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packs, pharmacy } from '#tests/support/pharmacy.ts';
import { referenceDataPresent } from '#tests/support/reference-data.ts';
import { expectedFigures, referenceWorld } from '#tests/support/reference-world.ts';
import { gtin, type OpenWorld, openWorld, type World } from '#tests/support/world.ts';

type Day = { date: string; count: number };

const [a, b, c, own] = [1, 2, 3, 4].map((number) => gtin(`76805000000${number}`)) as [
  string,
  string,
  string,
  string,
];
const products = [
  { gtin: a, description: 'A', manufacturer: 'Mepha AG', origin: 'generic' },
  { gtin: b, description: 'B', manufacturer: 'Spirig AG', origin: 'generic' },
  { gtin: c, description: 'C', manufacturer: 'Roche AG', origin: 'original' },
  { gtin: own, description: 'Own', manufacturer: 'Provider AG', origin: 'generic' },
];

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

/** What a world with these episodes answers; back on '' while it lasts. */
async function asked<Answer>(
  episodes: readonly (readonly [product: string, reportedOn: string, backOn: string])[],
  ask: (opened: OpenWorld) => Promise<Answer>,
  others: Partial<World> = {},
): Promise<Answer> {
  const stockouts = episodes.map(([product, reported_on, back_in_stock_on]) => ({
    gtin: product,
    reported_on,
    back_in_stock_on,
  }));
  const opened = await openWorld({ products, lines: [], stockouts, ...others });
  try {
    return await ask(opened);
  } finally {
    await opened.close();
  }
}

const counts = async (opened: OpenWorld, series = 'GENERICA') =>
  (await opened.view<Day[]>(`stockoutstat/${series}`)).map(({ date, count }) => [date.slice(5), count]);

describe('the series', () => {
  test('has every day from the earliest report to the newest list or news', async () => {
    const rows = await world.view<Day[]>('stockoutstat/PROVIDER');
    // From 1.3.2025 (Beloc) to 12.1.2026 (news of Meto-Gen): 31 − 1 + 1 days of March 2025 to December are 306, and 12.
    expect(rows).toHaveLength(318);
    expect([rows[0], rows.at(-1)]).toEqual([
      { date: '2025-03-01', count: 0 },
      { date: '2026-01-12', count: 1 },
    ]);
  });

  test('counts a product from the day of the report to the day before it is back', async () => {
    const rows = await world.view<Day[]>('stockoutstat/PROVIDER');
    const on = Object.fromEntries(rows.map(({ date, count }) => [date, count]));
    // p3 from 1.8. to 19.9., p2 from 6.1. on.
    expect(
      ['2025-07-31', '2025-08-01', '2025-09-19', '2025-09-20', '2026-01-05', '2026-01-06'].map(
        (date) => on[date],
      ),
    ).toEqual([0, 1, 1, 0, 0, 1]);
  });

  test('of generics counts every manufacturer’s, the provider’s included, and nobody’s originals', async () => {
    const episodes = [
      [a, '2026-01-01', ''],
      [c, '2026-01-01', ''],
      [own, '2026-01-02', '2026-01-03'],
    ] as const;
    expect(await asked(episodes, counts)).toEqual([
      ['01-01', 1],
      ['01-02', 2],
      ['01-03', 1],
    ]);
  });

  test('counts a product once, however many sources say that it is missing', async () => {
    const episodes = [
      [a, '2026-01-01', '2026-01-04'],
      [a, '2026-01-02', '2026-01-03'],
      [a, '2026-01-03', '2026-01-06'],
      [b, '2026-01-05', ''],
    ] as const;
    expect(await asked(episodes, counts)).toEqual([
      ['01-01', 1],
      ['01-02', 1],
      ['01-03', 1],
      ['01-04', 1],
      ['01-05', 2],
      ['01-06', 1],
    ]);
  });

  test('goes on, day by day, to the day on which a source ends that still missed something', async () => {
    const source = { source: 'Ended', firstListOn: '2026-01-01', lastListOn: '2026-01-01' };
    const others = {
      sources: [{ ...source, endedOn: '2026-01-04' }],
      stockouts: [{ gtin: a, source: 'Ended', reported_on: '2026-01-01' }],
      stockoutDate: '2026-01-01',
    };
    expect(await asked([], counts, others)).toEqual([
      ['01-01', 1],
      ['01-02', 1],
      ['01-03', 1],
      ['01-04', 0],
    ]);
    const open = (opened: OpenWorld) => opened.view('stockoutstat/open', { series: 'GENERICA' });
    expect(await asked([], open, others)).toEqual([]);
  });

  test('an episode without an end hides what ends inside it', async () => {
    const episodes = [
      [a, '2026-01-01', ''],
      [a, '2026-01-02', '2026-01-03'],
      [b, '2026-01-04', ''],
    ] as const;
    expect(await asked(episodes, counts)).toEqual([
      ['01-01', 1],
      ['01-02', 1],
      ['01-03', 1],
      ['01-04', 2],
    ]);
  });

  test('a product that is back and missing again on the same day is missing, one reported and back on it is not', async () => {
    const episodes = [
      [a, '2026-01-01', '2026-01-02'],
      [a, '2026-01-02', '2026-01-03'],
      [b, '2026-01-02', '2026-01-02'],
    ] as const;
    expect(await asked(episodes, counts)).toEqual([
      ['01-01', 1],
      ['01-02', 1],
      ['01-03', 0],
    ]);
  });

  test('has no day while no list names anything, and zeros while the catalogue has no product', async () => {
    expect(await asked([], counts)).toEqual([]);
    expect(
      await asked(
        [
          [a, '2026-01-01', ''],
          [b, '2026-01-02', ''],
        ],
        counts,
        { products: [] },
      ),
    ).toEqual([
      ['01-01', 0],
      ['01-02', 0],
    ]);
  });

  test('begins with the first list where that named nothing yet', async () => {
    const sources = [
      { source: 'Other', firstListOn: '2026-01-02', lastListOn: '2026-01-04' },
      { source: 'List', firstListOn: '2025-12-31', lastListOn: '2026-01-03' },
    ];
    expect(await asked([[a, '2026-01-02', '2026-01-03']], counts, { sources })).toEqual([
      ['12-31', 0],
      ['01-01', 0],
      ['01-02', 1],
      ['01-03', 0],
    ]);
    expect(await asked([], counts, { sources })).toEqual([]);
  });

  test('goes on to the day of the newest list, though it says nothing new', async () => {
    const stockoutDate = '2026-01-04';
    expect(await asked([[a, '2026-01-02', '2026-01-03']], counts, { stockoutDate })).toEqual([
      ['01-02', 1],
      ['01-03', 0],
      ['01-04', 0],
    ]);
  });

  test('begins twenty years before its end at the earliest, with what was missing already', async () => {
    const episodes = [
      [a, '1200-01-01', ''],
      [own, '2000-01-01', '2001-01-01'],
      [b, '2026-01-02', ''],
    ] as const;
    const rows = await asked(episodes, (opened) => opened.view<Day[]>('stockoutstat/GENERICA'));
    // Twenty years have five leap days.
    expect(rows).toHaveLength(20 * 365 + 5 + 1);
    expect([rows[0], rows.at(-1)]).toEqual([
      { date: '2006-01-02', count: 1 },
      { date: '2026-01-02', count: 2 },
    ]);
  });
});

describe('what changed on a day', () => {
  test('is what became missing and what was back, with the time of the outage and our alternative', async () => {
    expect(await world.view('stockoutstat/day', { date: '2026-01-10' })).toEqual([
      {
        gtin: packs.metoGen,
        productName: 'Meto-Gen 50 mg 30',
        manufacturer: 'Mepha AG',
        change: 'missing',
        missingOn: '2026-01-10',
        backOn: null,
        alternativeGTIN: packs.p1,
        alternativeProductName: 'Sandolol 50 mg 30',
      },
    ]);
    const back = await world.view('stockoutstat/day', { series: 'PROVIDER', date: '2025-09-20' });
    expect(back).toMatchObject([
      {
        gtin: packs.p3,
        change: 'back',
        missingOn: '2025-08-01',
        backOn: '2025-09-20',
        alternativeGTIN: null,
      },
    ]);
  });

  test('is that of the newest day on which anything changed, unless a day is asked for', async () => {
    expect(await world.view('stockoutstat/day')).toMatchObject([{ gtin: packs.metoGen }]);
    expect(await world.view('stockoutstat/day', { series: 'PROVIDER' })).toMatchObject([{ gtin: packs.p2 }]);
    expect(await world.view('stockoutstat/day', { date: '2026-01-11' })).toEqual([]);
  });

  test('is by name, the missing first; sources that overlap or follow at once make no change', async () => {
    const episodes = [
      [b, '2026-01-01', ''],
      [a, '2026-01-01', ''],
      [own, '2025-12-01', '2026-01-01'],
      // Another source ends its episode, and begins one, while a first one still has the product missing.
      [b, '2025-12-30', '2026-01-03'],
      [a, '2026-01-03', ''],
    ] as const;
    const changesOf = (date: string) =>
      asked(episodes, async (opened) =>
        (await opened.view('stockoutstat/day', { date })).map(({ productName, change }) => [
          productName,
          change,
        ]),
      );
    expect(await changesOf('2026-01-01')).toEqual([
      ['A', 'missing'],
      ['Own', 'back'],
    ]);
    expect(await changesOf('2026-01-03')).toEqual([]);
  });

  test('is asked for by a day of the calendar', async () => {
    for (const date of ['2026-02-30', '0001-01-01', 'today', '', ['2026-01-01']]) {
      await expect(world.view('stockoutstat/day', { date })).rejects.toThrow();
    }
  });
});

describe('what is missing on a day', () => {
  test('is every product of the series whose outage has begun and not ended, by name', async () => {
    const episodes = [
      [b, '2026-01-01', '2026-01-04'],
      [a, '2026-01-02', ''],
      // Two sources: one outage.
      [b, '2025-12-30', '2026-01-03'],
      [c, '2026-01-01', ''],
      [own, '2026-01-02', '2026-01-03'],
    ] as const;
    const openOn = (date: string | undefined, series = 'GENERICA') =>
      asked(episodes, async (opened) =>
        (await opened.view('stockoutstat/open', { series, ...(date && { date }) })).map(
          ({ productName, missingOn, backOn }) => [productName, missingOn, backOn],
        ),
      );
    const outageOfB = ['B', '2025-12-30', '2026-01-04'];
    expect(await openOn('2025-12-29')).toEqual([]);
    expect(await openOn('2025-12-30')).toEqual([outageOfB]);
    expect(await openOn('2026-01-02')).toEqual([
      ['A', '2026-01-02', null],
      outageOfB,
      ['Own', '2026-01-02', '2026-01-03'],
    ]);
    expect(await openOn('2026-01-03')).toEqual([['A', '2026-01-02', null], outageOfB]);
    // Its last day was the day before: on the day of being back it is deliverable.
    expect(await openOn('2026-01-04')).toEqual([['A', '2026-01-02', null]]);
    expect(await openOn(undefined)).toEqual([['A', '2026-01-02', null]]);
    expect(await openOn('2026-01-02', 'PROVIDER')).toEqual([['Own', '2026-01-02', '2026-01-03']]);
  });

  test('names our alternative', async () => {
    const open = await world.view('stockoutstat/open', { date: '2026-01-10' });
    expect(open.find(({ gtin: missing }) => missing === packs.metoGen)).toEqual({
      gtin: packs.metoGen,
      productName: 'Meto-Gen 50 mg 30',
      manufacturer: 'Mepha AG',
      missingOn: '2026-01-10',
      backOn: null,
      alternativeGTIN: packs.p1,
      alternativeProductName: 'Sandolol 50 mg 30',
    });
  });

  test('is as many products as the series counts', async () => {
    for (const series of ['PROVIDER', 'GENERICA']) {
      for (const { date, count } of await world.view<Day[]>(`stockoutstat/${series}`)) {
        expect([date, await world.view('stockoutstat/open', { series, date })]).toEqual([
          date,
          expect.objectContaining({ length: count }),
        ]);
      }
    }
  });
});

test('the changes of every day add up to its count', async () => {
  for (const series of ['PROVIDER', 'GENERICA']) {
    let count = 0;
    for (const day of await world.view<Day[]>(`stockoutstat/${series}`)) {
      const changes = await world.view('stockoutstat/day', { series, date: day.date });
      for (const { change } of changes) count += change === 'missing' ? 1 : -1;
      expect([day.date, count]).toEqual([day.date, day.count]);
    }
  }
});

describe.skipIf(!referenceDataPresent)('on real reference data', () => {
  test('both series are those computed independently', async () => {
    const real = await openWorld({ ...(await referenceWorld('apotheke-bezug-2025')), lines: [] });
    type Expected = Record<'PROVIDER' | 'GENERICA', Record<string, number>>;
    const expected = await expectedFigures<Expected>('market-apotheke-feed-cabinet-cart');
    for (const series of ['PROVIDER', 'GENERICA'] as const) {
      const rows = await real.view<Day[]>(`stockoutstat/${series}`);
      expect([rows[0]?.date, rows.at(-1)?.date]).toEqual(['2026-05-11', '2026-06-02']);
      const days = Object.keys(expected[series]);
      expect(days).toHaveLength(3);
      const counted = rows.filter(({ date }) => days.includes(date));
      expect(Object.fromEntries(counted.map(({ date, count }) => [date, count]))).toEqual(expected[series]);
    }
    await real.close();
  });
});
