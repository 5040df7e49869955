import { afterAll, beforeAll, expect, test } from 'vitest';
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
  const second = await publishReferenceData(database.pool, smallCatalogue);
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

test('stock-out lists published at the same time are merged one after the other', async () => {
  const list = (gtin: string, day: string) => ({
    stockouts: {
      csv: `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n${gtin},${day},,,\n`,
      date: day,
    },
  });
  await Promise.all([
    publishReferenceData(database.pool, list(original, '2026-03-01')),
    publishReferenceData(database.pool, list(provider, '2026-03-02')),
  ]);
  const { rows } = await database.pool.query(
    'select open_count from stockout_revisions order by revision desc limit 1',
  );
  // Whichever came second closed what the other had opened.
  expect(rows).toEqual([{ open_count: 1 }]);
});
