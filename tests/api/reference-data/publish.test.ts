import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHistory } from '#analytics/catalogue/published-stockouts.ts';
import type { StockoutHistory } from '#analytics/catalogue/stockout-history.ts';
import { todayInZurich } from '#analytics/context.ts';
import { openEngine } from '#analytics/engine.ts';
import { readRevisions } from '#server/platform/cache-invalidation/revisions.ts';
import { stockoutFiles } from '#server/reference-data/publishing/catalogue-queries.ts';
import type { ListFile } from '#server/reference-data/stockout-lists.ts';
import { addDays } from '#shared/calendar.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { publishReferenceData } from '#tests/support/portal.ts';
import { original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function revisions(): Promise<{ catalogue: number; stockouts: number }> {
  const { rows } = await database.pool.query(
    `select (select count(*) from all_catalogue_revisions) as catalogue,
       (select count(*) from stockout_revisions) as stockouts`,
  );
  return rows[0];
}

test('every publication is a new revision and the old one stays as it was', async () => {
  const first = await publishReferenceData(database.pool, smallCatalogue);
  const { rows: before } = await database.pool.query(
    'select md5(products) as md5 from all_catalogue_revisions',
  );
  const second = await publishReferenceData(database.pool, {
    ...smallCatalogue,
    stockouts: { ...smallCatalogue.stockouts!, force: 'the same again' },
  });
  expect(second.catalogue!.revision).toBeGreaterThan(first.catalogue!.revision);
  const { rows: after } = await database.pool.query(
    'select md5(products) as md5 from all_catalogue_revisions order by revision',
  );
  expect(after[0]).toEqual(before[0]);
  expect(await revisions()).toEqual({ catalogue: 2, stockouts: 2 });
});

test('a failed publication changes nothing, also when only its last file is bad', async () => {
  const before = await revisions();
  await expect(
    publishReferenceData(database.pool, { ...smallCatalogue, stockouts: { csv: 'gtin\n1\n' } }),
  ).rejects.toMatchObject({ code: 'reference_headings' });
  await expect(
    publishReferenceData(database.pool, {
      catalogue: { ...smallCatalogue.catalogue!, portfolio: `gtin,alternativeGTIN,rank\n${original},1,1\n` },
    }),
  ).rejects.toMatchObject({ code: 'reference_too_many_bad_rows' });
  expect(await revisions()).toEqual(before);
});

/** Of ten products that are missing all the time and some more; each by the number of its GTIN. */
const list = (numbers: readonly number[], day: string, more: Partial<ListFile> = {}) => ({
  stockouts: {
    csv: [
      'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn',
      ...[...Array(10).keys(), ...numbers].map((each) => `${missing(each)},2026-01-05,,,`),
    ].join('\n'),
    date: day,
    ...more,
  },
});

const missing = (number: number) => gtin(`7680200000${String(number).padStart(2, '0')}`);

async function newest(): Promise<{ history: StockoutHistory; report: Record<string, unknown> }> {
  const { rows } = await database.pool.query(
    'select report from stockout_revisions order by revision desc limit 1',
  );
  const { stockouts } = await readRevisions(database.pool);
  const directory = await mkdtemp(join(tmpdir(), 'portal-published-'));
  const engine = await openEngine({ directory });
  try {
    return {
      history: await readHistory(engine, await stockoutFiles(database.pool, stockouts!)),
      report: rows[0].report,
    };
  } finally {
    engine.close();
    await rm(directory, { recursive: true });
  }
}

test('stock-out lists published at the same time are merged one after the other', async () => {
  const source = 'At once';
  await publishReferenceData(database.pool, list([20], '2026-02-28', { source }));
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
  const published = await Promise.allSettled(
    days.map((day, index) => publishReferenceData(database.pool, list([21 + index], day, { source }))),
  );
  for (const { status, ...rest } of published) {
    if (status === 'rejected') expect(rest).toMatchObject({ reason: { code: 'stockouts_not_newer' } });
  }
  const accepted = days.filter((_, at) => published[at]!.status === 'fulfilled');
  expect(accepted.at(-1)).toBe('2026-03-04');
  const { history } = await newest();
  const ends = history.episodes
    .filter((episode) => episode.source === source && !list([], '').stockouts.csv.includes(episode.gtin))
    .map((episode) => episode.back_in_stock_on);
  // Each ended what the one before had reported.
  expect(ends.toSorted()).toEqual(['', ...accepted]);
});

test('a list that the rule refuses is published with a reason, which is kept with what it changes', async () => {
  const source = 'Forced';
  await publishReferenceData(database.pool, list([], '2026-05-04', { source }));
  for (const day of ['2026-05-03', '2026-05-04']) {
    await expect(publishReferenceData(database.pool, list([11], day, { source }))).rejects.toMatchObject({
      code: 'stockouts_not_newer',
      params: { source, date: day, last: '2026-05-04', open: 10, added: 1, dropped: 0 },
    });
  }
  const many = list([11, 12, 13, 14], '2026-05-05', { source });
  await expect(publishReferenceData(database.pool, many)).rejects.toMatchObject({
    code: 'stockouts_change_much',
    params: { source, date: '2026-05-05', last: '2026-05-04', open: 10, added: 4, dropped: 0, limit: 30 },
  });
  const before = await revisions();
  const force = 'a plant burnt down';
  const { stockouts } = await publishReferenceData(database.pool, {
    stockouts: { ...many.stockouts, force },
  });
  const forced = {
    reason: force,
    source,
    date: '2026-05-05',
    last: '2026-05-04',
    open: 10,
    added: 4,
    dropped: 0,
  };
  expect(stockouts).toMatchObject({ source, date: '2026-05-05', forced });
  expect((await newest()).report).toMatchObject({ source, date: '2026-05-05', forced });
  expect(await revisions()).toEqual({ ...before, stockouts: Number(before.stockouts) + 1 });
});

test('what other sources say stays; their days and capitals are their own affair', async () => {
  await publishReferenceData(database.pool, list([30], '2026-05-20', { source: 'Grossist Nord' }));
  const { stockouts } = await publishReferenceData(
    database.pool,
    list([31], '2026-05-10', { source: 'Register' }),
  );
  expect(stockouts).toMatchObject({ source: 'Register', change: null });
  const again = await publishReferenceData(
    database.pool,
    list([], '2026-05-27', { source: ' GROSSIST  nord' }),
  );
  expect(again.stockouts).toMatchObject({
    source: 'Grossist Nord',
    change: { open: 11, added: 0, dropped: 1, last: '2026-05-20' },
  });
  const { history } = await newest();
  const state = (number: number) =>
    history.episodes
      .filter((each) => each.gtin === missing(number))
      .map((each) => [each.source, each.back_in_stock_on]);
  expect(state(30)).toEqual([['Grossist Nord', '2026-05-27']]);
  expect(state(31)).toEqual([['Register', '']]);
  expect(state(0)).toContainEqual(['Forced', '']);
  expect(history.sources).toContainEqual({
    source: 'Register',
    firstListOn: '2026-05-10',
    lastListOn: '2026-05-10',
  });
  // The newest word that anybody said.
  const { rows } = await database.pool.query(
    'select list_date from stockout_revisions order by revision desc limit 1',
  );
  expect(rows).toEqual([{ list_date: '2026-05-27' }]);
});

test('several lists are one revision, each held against the one before it', async () => {
  const source = 'Several';
  const before = await revisions();
  const lists = [
    list([], '2026-04-01', { source }).stockouts,
    list([40], '2026-04-08', { source }).stockouts,
    list([], '2026-04-15', { source }).stockouts,
  ];
  await expect(publishReferenceData(database.pool, { stockouts: lists.toReversed() })).rejects.toMatchObject({
    code: 'stockouts_not_newer',
    params: { source, date: '2026-04-08', last: '2026-04-15' },
  });
  const { stockouts } = await publishReferenceData(database.pool, { stockouts: lists });
  expect(stockouts).toMatchObject({
    date: '2026-04-15',
    earlier: [{ date: '2026-04-01' }, { date: '2026-04-08' }],
  });
  expect(await revisions()).toEqual({ ...before, stockouts: Number(before.stockouts) + 1 });
  expect((await newest()).history.episodes.filter((each) => each.gtin === missing(40))).toMatchObject([
    { source, back_in_stock_on: '2026-04-15', first_list: false },
  ]);
});

test('lists and prices of the future are refused, those of today in Zurich are not', async () => {
  const today = todayInZurich();
  const tomorrow = addDays(today, 1);
  await expect(publishReferenceData(database.pool, list([], tomorrow))).rejects.toMatchObject({
    code: 'stockouts_in_future',
    params: { date: tomorrow },
  });
  const catalogue = { ...smallCatalogue.catalogue!, priceDate: tomorrow };
  await expect(publishReferenceData(database.pool, { catalogue })).rejects.toMatchObject({
    code: 'prices_in_future',
    params: { date: tomorrow },
  });
  const published = await publishReferenceData(database.pool, {
    ...list([], today, { source: 'Today' }),
    catalogue: { ...catalogue, priceDate: today },
  });
  expect(published.stockouts?.date).toBe(today);
});

test('without a date a list is of the newest day it names, and a row of the future says nothing', async () => {
  const today = todayInZurich();
  const filler = Array.from({ length: 30 }, (_, index) => `${original},${addDays('2026-06-01', index)},,,`);
  const late = `${provider},${addDays(today, 1)},,,`;
  const csv = ['gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn', ...filler, late].join('\n');
  const { stockouts } = await publishReferenceData(database.pool, { stockouts: { csv, source: 'Undated' } });
  expect(stockouts).toMatchObject({
    date: '2026-06-30',
    stockouts: { rows: 30, bad: [{ line: 32, reason: 'date_late', value: addDays(today, 1) }] },
  });
});
