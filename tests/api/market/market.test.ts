import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { readConfig } from '#server/config.ts';
import { type Application, openApplication } from '#server/start/application.ts';
import { type HttpServer, listen } from '#server/start/http-server.ts';
import { checkedRoutes } from '#tests/support/checked-routes.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { original, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';

let database: TestDatabase;
let application: Application;
let server: HttpServer;
beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'silent',
    PORT: '0',
  });
  application = await openApplication(
    config,
    { interactive: database.pool, bulk: database.pool },
    database.url,
    undefined,
    checkedRoutes,
  );
  server = await listen(application.listener, config);
});
afterAll(async () => {
  await server.close(1000);
  await application.close();
  await database.close();
});

/** What becomes true once a notice has been heard. */
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 10_000 });

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/portfolio/${path}`, { headers });

test('before anything is published the market is not there yet', async () => {
  const response = await ask('list/molecules');
  expect([response.status, await response.json()]).toMatchObject([409, { code: 'no_catalogue' }]);
});

test('a visitor gets what the catalogue has, though no statistic was ever uploaded', async () => {
  await publishReferenceData(database.pool, smallCatalogue);
  const lists = await Promise.all(
    ['list/molecules', 'list/manufacturers', 'list/atc'].map(async (path) => (await ask(path)).json()),
  );
  expect(lists).toMatchObject([
    [{ name: 'ramiprilum', count: 1 }],
    [{ name: 'Generic AG' }, { name: 'Original AG' }, { name: 'Provider AG' }],
    [{ id: 'C', count: 1 }],
  ]);
});

test('an answer is kept by its tag, until another catalogue is published', async () => {
  const first = await ask('list/molecules');
  const tag = first.headers.get('etag')!;
  const known = { 'if-none-match': tag, 'cache-control': 'max-age=0' };
  expect((await ask('list/molecules', known)).status).toBe(304);
  const { products, ...others } = smallCatalogue.catalogue!;
  const [heading, ...rows] = products.trim().split('\n');
  await publishReferenceData(database.pool, {
    catalogue: { ...others, products: [heading, ...rows].join('\n').replaceAll('ramiprilum', 'ramipril') },
  });
  await eventually(async () => (await ask('list/molecules', known)).status).toBe(200);
  expect(await (await ask('list/molecules')).json()).toMatchObject([{ name: 'ramipril' }]);
});

test('the answer also comes as Arrow, and a parameter that no view has is refused', async () => {
  const response = await ask('list/manufacturers', { accept: ARROW_STREAM });
  const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
  expect(table.schema.fields.map(({ name }) => name)).toEqual(['id', 'name', 'count']);
  expect((await ask('list/manufacturers?x=1')).status).toBe(400);
});

test('the feeding statistic is the one that the configuration names, while it is neither disabled nor deleted', async () => {
  const { pool } = database;
  const { feedingStatistic } = application.dependencies;
  expect(await feedingStatistic()).toBeUndefined();
  await addUser(pool, { email: 'rep@portal.example' });
  await addCustomer(pool, '4711', 'Pharmacy');
  const token = await signIn(server.url, 'rep@portal.example');
  const upload = await postStatistic(server.url, token, uploadForm(await workbook([[original, 1]])));
  const { bezugsStatistik } = (await upload.json()) as { bezugsStatistik: { bezugsStatistikID: number } };
  const { bezugsStatistikID: statistic } = bezugsStatistik;
  await pool.query("insert into config values ('STOCKOUT_BEZUGS_STATISTIK_ID', $1)", [statistic]);
  await eventually(feedingStatistic).toEqual({
    statistic,
    revision: expect.any(Number),
    statisticHistory: expect.any(String),
    audience: 'signedIn',
    uploader: { id: expect.any(Number) },
  });
  await pool.query('update statistics set active = false where id = $1', [statistic]);
  await eventually(feedingStatistic).toBeUndefined();
  await pool.query('update statistics set active = true where id = $1', [statistic]);
  await eventually(feedingStatistic).toMatchObject({ statistic });
  await pool.query('update statistics set deleted_at = now() where id = $1', [statistic]);
  await eventually(feedingStatistic).toBeUndefined();
  await pool.query("update config set value = 'x' where key = 'STOCKOUT_BEZUGS_STATISTIK_ID'");
  await eventually(feedingStatistic).toBeUndefined();
});
