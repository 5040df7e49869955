import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHistory, stockoutFilesOf } from '#analytics/catalogue/published-stockouts.ts';
import type { StockoutHistory } from '#analytics/catalogue/stockout-history.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { isDiscontinued } from '#shared/discontinued.ts';
import { gtin, openWorld, type World } from '#tests/support/world.ts';

const [a, b, c, d] = [1, 2, 3, 4].map((number) => gtin(`76800000000${number}`)) as [
  string,
  string,
  string,
  string,
];

async function asked(stockouts: World['stockouts'], sql: string): Promise<Record<string, unknown>[]> {
  const world = await openWorld({ products: [{ gtin: a }], lines: [], ...(stockouts ? { stockouts } : {}) });
  try {
    return await world.sql(sql);
  } finally {
    await world.close();
  }
}

let engine: Engine;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-stockouts-'));
  engine = await openEngine({ directory });
});
afterAll(async () => {
  engine.close();
  await rm(directory, { recursive: true, force: true });
});

const plain = { updated_on: '', status: '', expected_delivery: '', comment: '', back_in_stock_on: '' };

test('a published history is read back as it was, quotes, line breaks and what is not known included', async () => {
  const history: StockoutHistory = {
    sources: [
      { source: 'Grossist "Süd"', firstListOn: '2026-01-01', lastListOn: '2026-02-01' },
      { source: 'Empty', firstListOn: '2026-01-03', lastListOn: '2026-01-03', endedOn: '2026-01-09' },
    ],
    episodes: [
      {
        ...plain,
        gtin: a,
        source: 'Grossist "Süd"',
        reported_on: '2026-01-01',
        comment: 'one\ntwo',
        status: 'd\'abord; "Kontingent"',
        first_list: true,
        deliveries: [
          { said_on: '2026-01-01', expected_delivery: '' },
          { said_on: '2026-01-08', expected_delivery: 'Mitte März' },
          { said_on: '2026-01-15', expected_delivery: '2026-W13' },
        ],
        expected_delivery: '2026-W13',
      },
    ],
  };
  const files = await stockoutFilesOf(engine, history);
  expect(files.date).toBe('2026-02-01');
  expect(await readHistory(engine, files)).toEqual(history);
});

test('a product is deliverable when no source misses it any more, since the last of them said so', async () => {
  const rows = await asked(
    [
      { gtin: a, source: 'A', reported_on: '2026-01-01', back_in_stock_on: '2026-02-01' },
      { gtin: a, source: 'B', reported_on: '2025-12-01' },
      { gtin: b, source: 'A', reported_on: '2026-01-01', back_in_stock_on: '2026-02-01' },
      { gtin: b, source: 'B', reported_on: '2025-12-01', back_in_stock_on: '2026-03-01' },
    ],
    `select gtin, stocked_out, reported_on::varchar as reported, back_in_stock_on::varchar as back
     from deliverability order by gtin`,
  );
  expect(rows).toEqual([
    { gtin: a, stocked_out: true, reported: '2025-12-01', back: null },
    { gtin: b, stocked_out: false, reported: '2026-01-01', back: '2026-03-01' },
  ]);
});

test('what a source left open when it ended is not open, and makes nothing back in stock', async () => {
  const sources = ['Goes on', 'Ended'].map((source) => ({
    source,
    firstListOn: '2025-11-01',
    lastListOn: '2026-01-01',
    ...(source === 'Ended' ? { endedOn: '2026-02-15' } : {}),
  }));
  const world = await openWorld({
    products: [a, b, c, d].map((code) => ({ gtin: code })),
    lines: [],
    sources,
    stockouts: [
      // Missed by the ended one alone, and had back by it before.
      { gtin: a, source: 'Ended', reported_on: '2025-12-01', back_in_stock_on: '2025-12-20' },
      { gtin: a, source: 'Ended', reported_on: '2026-01-10' },
      // The other one had it back before the end, which says nothing of after it; or after it.
      { gtin: b, source: 'Ended', reported_on: '2026-01-10' },
      { gtin: b, source: 'Goes on', reported_on: '2026-01-10', back_in_stock_on: '2026-02-01' },
      { gtin: c, source: 'Ended', reported_on: '2026-01-20' },
      { gtin: c, source: 'Goes on', reported_on: '2026-01-10', back_in_stock_on: '2026-02-20' },
      // The other one still misses it.
      { gtin: d, source: 'Ended', reported_on: '2026-01-10' },
      { gtin: d, source: 'Goes on', reported_on: '2026-01-12' },
    ],
  });
  try {
    expect(
      await world.sql(
        `select gtin, stocked_out, sources, missing_since::varchar as since, back_in_stock_on::varchar as back
         from deliverability order by gtin`,
      ),
    ).toEqual([
      { gtin: a, stocked_out: false, sources: 0, since: null, back: null },
      { gtin: b, stocked_out: false, sources: 0, since: null, back: null },
      { gtin: c, stocked_out: false, sources: 0, since: null, back: '2026-02-20' },
      { gtin: d, stocked_out: true, sources: 1, since: '2026-01-12', back: null },
    ]);
    // Missing as whoever has it back had reported it.
    expect(
      await world.sql(
        'select gtin, reported_on::varchar as reported, back_in_stock_on::varchar as back from back_in_stock',
      ),
    ).toEqual([{ gtin: c, reported: '2026-01-10', back: '2026-02-20' }]);
    // Nobody is left who misses them.
    expect(
      await world.sql(
        'select gtin, missing_on::varchar as missing, back_on::varchar as back from outages order by gtin, missing_on',
      ),
    ).toEqual([
      { gtin: a, missing: '2025-12-01', back: '2025-12-20' },
      { gtin: a, missing: '2026-01-10', back: '2026-02-15' },
      { gtin: b, missing: '2026-01-10', back: '2026-02-15' },
      { gtin: c, missing: '2026-01-10', back: '2026-02-20' },
      { gtin: d, missing: '2026-01-10', back: null },
    ]);
  } finally {
    await world.close();
  }
});

test('of sources that report a product on the same day the one with the newest word is told', async () => {
  const reported_on = '2026-01-01';
  const rows = await asked(
    [
      { gtin: a, source: 'A', reported_on, updated_on: '2026-01-09', status: 'newest' },
      { gtin: a, source: 'B', reported_on, status: 'of the first day', first_list: true },
      { gtin: b, source: 'A', reported_on, status: 'A' },
      { gtin: b, source: 'B', reported_on, first_list: true },
    ],
    'select status, known_since_at_least from deliverability order by gtin',
  );
  expect(rows).toEqual([
    { status: 'newest', known_since_at_least: false },
    { status: 'A', known_since_at_least: false },
  ]);
});

test('of open stock-outs the earliest is told, as it is in the lists; of those that are over the newest', async () => {
  const rows = await asked(
    [
      {
        gtin: a,
        source: 'A',
        reported_on: '2026-02-01',
        updated_on: '2026-05-01',
        expected_delivery: '2026-07-01',
      },
      { gtin: a, source: 'B', reported_on: '2026-01-01', status: 'B' },
      { gtin: a, source: 'C', reported_on: '2025-01-01', status: 'over', back_in_stock_on: '2025-02-01' },
      { gtin: b, source: 'A', reported_on: '2026-02-01', status: 'newest', back_in_stock_on: '2026-02-02' },
      { gtin: b, source: 'B', reported_on: '2026-01-01', status: 'B', back_in_stock_on: '2026-04-01' },
    ],
    `select reported_on::varchar as since, updated_on::varchar as news, expected_delivery as expected, status,
       back_in_stock_on::varchar as back
     from deliverability order by gtin`,
  );
  expect(rows).toEqual([
    { since: '2026-01-01', news: null, expected: null, status: 'B', back: null },
    { since: '2026-02-01', news: null, expected: null, status: 'newest', back: '2026-04-01' },
  ]);
});

test('missing since: the earliest report that is open, unless it is of a first list', async () => {
  const rows = await asked(
    [
      // Known since at least January, whoever reports it anew in June.
      { gtin: a, source: 'A', reported_on: '2026-01-01', first_list: true },
      { gtin: a, source: 'B', reported_on: '2026-06-01' },
      // B said so before A began with its lists.
      { gtin: b, source: 'A', reported_on: '2026-06-03', first_list: true },
      { gtin: b, source: 'B', reported_on: '2026-06-01' },
      { gtin: b, source: 'B', reported_on: '2026-01-01', back_in_stock_on: '2026-02-01' },
      // On the same day: B's lists of before did not have it.
      { gtin: c, source: 'A', reported_on: '2026-06-01', first_list: true },
      { gtin: c, source: 'B', reported_on: '2026-06-01' },
      { gtin: d, source: 'B', reported_on: '2026-01-01', back_in_stock_on: '2026-02-01' },
    ],
    'select gtin, went_missing_on::varchar as since from deliverability order by gtin',
  );
  expect(rows).toEqual([
    { gtin: a, since: null },
    { gtin: b, since: '2026-06-01' },
    { gtin: c, since: '2026-06-01' },
    { gtin: d, since: null },
  ]);
});

test('moves count changes of the expected delivery, moved days lead from the first day said to the last', async () => {
  const moved = (number: string, ...deliveries: [string, string][]) => ({
    gtin: number,
    reported_on: '2026-01-01',
    deliveries: deliveries.map(([said_on, expected_delivery]) => ({ said_on, expected_delivery })),
  });
  const rows = await asked(
    [
      moved(a, ['2026-01-01', '2026-02-01'], ['2026-01-15', '2026-03-01'], ['2026-02-01', '2026-02-08']),
      moved(b, ['2026-01-01', '2026-02-01'], ['2026-01-15', '2026-03-01'], ['2026-02-01', '2026-02-01']),
      moved(c, ['2026-01-01', '2026-02-30'], ['2026-01-15', '2026-03-01']),
      moved(d, ['2026-01-01', ''], ['2026-01-15', 'unbestimmt'], ['2026-02-01', 'infinity']),
    ],
    'select moves, moved_days from stockouts order by gtin',
  );
  expect(rows).toEqual([
    { moves: 2, moved_days: 7 },
    { moves: 2, moved_days: 0 },
    { moves: 1, moved_days: null },
    { moves: 2, moved_days: null },
  ]);
});

test('SQL and TypeScript read the words of discontinued products alike', async () => {
  const words = [
    ...['AUSSER HANDEL', 'Außer Handel', 'a. H.', 'Vertrieb wurde eingestellt', 'RETIRÉE DU MARCHÉ'],
    ...['Arrêt définitif de la distribution', 'Non più commercializzato', 'Discontinued', 'FUORI COMMERCIO'],
    ...['', 'unbestimmt', 'vorübergehend ausser Handel', 'Vertrieb vorübergehend eingestellt', 'sa.h.'],
    ...['ARRÊT TEMPORAIRE DE LA DISTRIBUTION', 'not discontinued', 'Mitte März', '2026-03-01'],
  ];
  const rows = await asked(
    words.flatMap((text, index) => [
      { gtin: gtin(`7680100000${String(index).padStart(2, '0')}`), reported_on: '2026-01-01', status: text },
      {
        gtin: gtin(`7680200000${String(index).padStart(2, '0')}`),
        reported_on: '2026-01-01',
        expected_delivery: text,
      },
    ]),
    'select discontinued from stockouts order by gtin',
  );
  const expected = words.map((text) => isDiscontinued({ status: text, expected_delivery: '' }));
  expect(expected.filter(Boolean).length).toBe(9);
  expect(rows.map(({ discontinued }) => discontinued)).toEqual([...expected, ...expected]);
});

test('only a source whose days stand for weeks says so, and only of days that there are', async () => {
  const sources = ['Weekly', 'Daily'].map((source) => ({
    source,
    firstListOn: '2025-11-01',
    lastListOn: '2026-01-01',
    ...(source === 'Weekly' ? { weekly: true } : {}),
  }));
  const reported_on = '2026-01-01';
  const own = gtin('768000000005');
  const world = await openWorld({
    products: [
      ...[a, b, c, d].map((code) => ({ gtin: code, manufacturer: 'Other AG' })),
      { gtin: own, manufacturer: 'Provider AG' },
    ],
    alternatives: [{ gtin: a, alternative: own }],
    lines: [],
    sources,
    stockouts: [
      { gtin: a, source: 'Weekly', reported_on, expected_delivery: '2026-12-04' },
      { gtin: b, source: 'Daily', reported_on, expected_delivery: '2026-12-04' },
      { gtin: c, source: 'Weekly', reported_on, expected_delivery: '2026-02-31' },
      { gtin: d, source: 'Weekly', reported_on },
      { gtin: own, source: 'Weekly', reported_on, expected_delivery: '2026-12-11' },
    ],
  });
  try {
    const weeks = [
      { gtin: a, week: true },
      { gtin: b, week: false },
      { gtin: c, week: false },
      { gtin: d, week: false },
      { gtin: own, week: true },
    ];
    for (const table of ['stockouts', 'stockout_deliveries', 'deliverability']) {
      expect(
        await world.sql(`select gtin, expected_week as week from ${table} order by gtin`),
        table,
      ).toEqual(weeks);
    }
    const rows = await world.view('portfolio', { stockOutSince: '2026-01-01' });
    expect(
      rows.map(({ gtin: of, deliverability1, deliverabilityWeek1, deliverabilityWeek2 }) => [
        of,
        deliverability1,
        deliverabilityWeek1,
        deliverabilityWeek2,
      ]),
    ).toEqual([
      [a, '2026-12-04', true, true],
      [b, '2026-12-04', false, false],
      [c, '2026-02-31', false, false],
      [d, null, false, false],
    ]);
  } finally {
    await world.close();
  }
});

test('a week that a source names is its Friday, marked as such, whoever names it', async () => {
  const rows = await asked(
    [
      { gtin: a, source: 'Daily', reported_on: '2026-01-01', expected_delivery: '2026-W53' },
      { gtin: b, source: 'Daily', reported_on: '2026-01-01', expected_delivery: '2026-12-31' },
    ],
    `select gtin, s.expected_delivery as day, s.expected_week as week, d.expected_delivery as said, d.expected_week as said_week
     from stockouts s join stockout_deliveries d using (gtin) order by gtin`,
  );
  expect(rows).toEqual([
    { gtin: a, day: '2027-01-01', week: true, said: '2027-01-01', said_week: true },
    { gtin: b, day: '2026-12-31', week: false, said: '2026-12-31', said_week: false },
  ]);
});

test('how far a delivery moved is reckoned from day to week and back', async () => {
  const world = await openWorld({
    products: [{ gtin: a }],
    lines: [],
    stockouts: [
      {
        gtin: a,
        source: 'Daily',
        reported_on: '2026-01-01',
        expected_delivery: '2026-12-31',
        deliveries: [
          { said_on: '2026-01-01', expected_delivery: '2026-12-24' },
          { said_on: '2026-01-08', expected_delivery: '2026-W52' },
          { said_on: '2026-01-15', expected_delivery: '2026-12-31' },
        ],
      },
    ],
  });
  try {
    expect(await world.sql('select moved_days from stockout_deliveries order by said_on')).toEqual([
      { moved_days: null },
      { moved_days: 1 },
      { moved_days: 6 },
    ]);
    expect(await world.sql('select moves, moved_days from stockouts')).toEqual([{ moves: 2, moved_days: 7 }]);
  } finally {
    await world.close();
  }
});
