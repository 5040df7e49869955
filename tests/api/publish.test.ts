import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import { addDays } from '#fixtures/dates.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { publishReferenceData } from '../support/portal.ts';
import { original, provider, smallCatalogue } from '../support/small-catalogue.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function revisions(): Promise<{ catalogue: number; stockouts: number }> {
  const { rows } = await database.pool.query(
    `select (select count(*) from catalogue_revisions) as catalogue,
       (select count(*) from stockout_revisions) as stockouts`,
  );
  return rows[0];
}

test('every publication is a new revision and the old one stays as it was', async () => {
  const first = await publishReferenceData(database.pool, smallCatalogue);
  const { rows: before } = await database.pool.query('select md5(products) as md5 from catalogue_revisions');
  const second = await publishReferenceData(database.pool, {
    ...smallCatalogue,
    stockouts: { ...smallCatalogue.stockouts!, force: 'the same again' },
  });
  expect(second.catalogue!.revision).toBeGreaterThan(first.catalogue!.revision);
  const { rows: after } = await database.pool.query(
    'select md5(products) as md5 from catalogue_revisions order by revision',
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

const list = (gtin: string, day: string, force?: string) => ({
  stockouts: {
    csv: `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n${gtin},${day},,,\n`,
    date: day,
    ...(force ? { force } : {}),
  },
});

test('stock-out lists published at the same time are merged one after the other', async () => {
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
  const published = await Promise.allSettled(
    days.map((day, index) =>
      publishReferenceData(database.pool, list([original, provider][index % 2]!, day)),
    ),
  );
  for (const { status, ...rest } of published) {
    if (status === 'rejected') expect(rest).toMatchObject({ reason: { code: 'stockouts_not_newer' } });
  }
  const { rows } = await database.pool.query(
    `select list_date, open_count from stockout_revisions where list_date >= '2026-03-01' order by revision`,
  );
  expect(rows.map(({ list_date }) => list_date)).toEqual(
    days.filter((_, at) => published[at]!.status === 'fulfilled'),
  );
  // Each closed what the one before had opened.
  expect(rows.at(-1)).toEqual({ list_date: '2026-03-04', open_count: 1 });
});

test('a list that is not newer than the last one is refused unless somebody says why, and then ends nothing too early', async () => {
  await publishReferenceData(database.pool, list(original, '2026-05-04'));
  for (const day of ['2026-05-03', '2026-05-04']) {
    await expect(publishReferenceData(database.pool, list(provider, day))).rejects.toMatchObject({
      code: 'stockouts_not_newer',
      params: { date: day, last: '2026-05-04' },
    });
  }
  const { stockouts } = await publishReferenceData(
    database.pool,
    list(provider, '2026-05-03', 'came late by post'),
  );
  // The original's episode of the day after is none of this list's business.
  expect(stockouts).toMatchObject({
    date: '2026-05-03',
    open: 2,
    forced: { reason: 'came late by post', last: '2026-05-04' },
  });
  const { rows } = await database.pool.query(
    'select report from stockout_revisions order by revision desc limit 1',
  );
  expect(rows[0].report.forced).toEqual({ reason: 'came late by post', last: '2026-05-04' });
});

test('lists and prices of the future are refused, those of today in Zurich are not', async () => {
  const today = todayInZurich();
  const tomorrow = addDays(today, 1);
  await expect(publishReferenceData(database.pool, list(original, tomorrow))).rejects.toMatchObject({
    code: 'stockouts_in_future',
    params: { date: tomorrow },
  });
  const catalogue = { ...smallCatalogue.catalogue!, priceDate: tomorrow };
  await expect(publishReferenceData(database.pool, { catalogue })).rejects.toMatchObject({
    code: 'prices_in_future',
    params: { date: tomorrow },
  });
  const published = await publishReferenceData(database.pool, {
    ...list(original, today),
    catalogue: { ...catalogue, priceDate: today },
  });
  expect(published.stockouts?.date).toBe(today);
});

test('without a date a list is of the newest day it names, and a row of the future says nothing', async () => {
  const today = todayInZurich();
  const filler = Array.from({ length: 30 }, (_, index) => `${original},${addDays('2026-06-01', index)},,,`);
  const late = `${provider},${addDays(today, 1)},,,`;
  const csv = ['gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn', ...filler, late].join('\n');
  const { stockouts } = await publishReferenceData(database.pool, { stockouts: { csv, force: 'a test' } });
  expect(stockouts).toMatchObject({
    date: '2026-06-30',
    stockouts: { rows: 30, bad: [{ line: 32, reason: 'date_late', value: addDays(today, 1) }] },
  });
});
