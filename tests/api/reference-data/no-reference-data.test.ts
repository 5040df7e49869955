import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { original, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';

let database: TestDatabase;
let portal: { url: string; close: () => Promise<void> };
let token: string;

beforeAll(async () => {
  database = await testDatabase();
  portal = await startInstance(database);
  await addUser(database.pool, { email: 'rep@portal.example' });
  await addCustomer(database.pool, '4711', 'Pharmacy');
  token = await signIn(portal.url, 'rep@portal.example');
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const upload = async () => postStatistic(portal.url, token, uploadForm(await workbook([[original, 1]])));

async function preview(): Promise<Response> {
  const form = new FormData();
  form.set(
    'file',
    new Blob([(await workbook([[original, 1]])) as Uint8Array<ArrayBuffer>]),
    'statistic.xlsx',
  );
  return fetch(`${portal.url}/api/statistics/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
}

test('until a catalogue is published, figures and uploads are refused with a reason of their own; a stock-out list can wait', async () => {
  const { catalogue, stockouts } = smallCatalogue;
  for (const attempt of [upload, preview]) {
    const answer = await attempt();
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'no_catalogue' }]);
  }
  await publishReferenceData(database.pool, { catalogue: catalogue! });
  await expect.poll(async () => (await preview()).status).toBe(200);
  const answer = await upload();
  expect(answer.status).toBe(200);
  const { bezugsStatistik } = (await answer.json()) as { bezugsStatistik: { directLinkId: string } };
  const statistic = `${portal.url}/api/statistics/${bezugsStatistik.directLinkId}`;
  const summary = () => fetch(`${statistic}/summary`);
  expect((await summary()).status).toBe(200);
  const stockedOut = async () => {
    const rows = (await (await fetch(`${statistic}/product`)).json()) as { stockOut1: boolean }[];
    return rows.map(({ stockOut1 }) => stockOut1);
  };
  // Nothing is known to be missing; what figures are of says that there is no list.
  expect(await stockedOut()).toEqual([false]);
  const why = await fetch(`${statistic}/explain?view=summary&figure=turnoverTotal`);
  expect(await why.json()).toMatchObject({ stockouts: { revision: 0, date: null } });
  const market = async (path: string) => (await fetch(`${portal.url}/api/${path}`)).json();
  for (const list of [
    'portfolio',
    'portfolio/full',
    'portfolio/competitor',
    'portfolio/back-in-stock',
    'stockoutstat/GENERICA',
  ])
    expect(await market(list), list).toEqual([]);
  expect(await market('portfolio/totals')).toMatchObject({ rowCount: 0, stockOutDate: null });

  await publishReferenceData(database.pool, { stockouts: stockouts! });
  await expect.poll(stockedOut).toEqual([true]);
  expect(await market('portfolio/totals')).toMatchObject({ stockOutDate: '2026-01-03' });

  await emptyTables(database.pool, 'all_catalogue_revisions');
  await database.pool.query("select pg_notify('changes', 'catalogue:')");
  await expect.poll(async () => (await summary()).status).toBe(409);
});
