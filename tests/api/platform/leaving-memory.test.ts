import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Application, openApplication } from '#server/start/application.ts';
import { type HttpServer, listen } from '#server/start/http-server.ts';
import { checkedRoutes } from '#tests/support/checked-routes.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { publishReferenceData, signIn } from '#tests/support/portal.ts';
import { original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

let database: TestDatabase;
let application: Application;
let server: HttpServer;
let token: string;

beforeAll(async () => {
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  const config = readConfig({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'error',
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
  token = await signIn(server.url, 'rep@portal.example');
});
afterAll(async () => {
  await server.close(1000);
  await application.close();
  await database.close();
});

function open() {
  const { statistics, catalogues } = application.dependencies.statistics.open();
  return { statistics, catalogues };
}

/** Of the catalogues and statistics in DuckDB. */
async function schemas(): Promise<string[]> {
  const rows = await application.dependencies.engine.use('main', (connection) =>
    connection.rows('select distinct schema_name as name from duckdb_tables()'),
  );
  return rows.map(({ name }) => String(name));
}

async function openStatistic(): Promise<{ directLinkId: string; bezugsStatistikID: number }> {
  const bezugsStatistik = await uploadRows(server.url, token, [[original, 1]]);
  const { status } = await fetch(`${server.url}/api/statistics/${bezugsStatistik.directLinkId}/summary`);
  expect(status).toBe(200);
  return bezugsStatistik;
}

function change(path: string, method = 'POST', body?: unknown): Promise<Response> {
  return fetch(`${server.url}/api/statistics/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

test('a statistic that is edited, disabled or deleted leaves memory with the answer to that', async () => {
  const edited = await openStatistic();
  const disabled = await openStatistic();
  const deleted = await openStatistic();
  expect(open()).toEqual({ statistics: 3, catalogues: 1 });
  await change(`${edited.bezugsStatistikID}`, 'POST', { comment: 'Neu' });
  expect(open().statistics).toBe(2);
  await change(`${disabled.bezugsStatistikID}/state?state=false`);
  expect(open().statistics).toBe(1);
  await change(`${deleted.bezugsStatistikID}`, 'DELETE');
  expect(open()).toEqual({ statistics: 0, catalogues: 1 });
});

test('statistics and catalogue of a revision leave memory when another one is published', async () => {
  await openStatistic();
  expect(open()).toEqual({ statistics: 1, catalogues: 1 });
  const before = await schemas();
  await publishReferenceData(database.pool, {
    catalogue: { ...smallCatalogue.catalogue!, priceDate: '2026-02-01' },
  });
  await expect.poll(open).toEqual({ statistics: 0, catalogues: 1 });
  // What is in memory is the new catalogue: who buys what is missing in it is loaded before anybody asks.
  await expect.poll(schemas).toHaveLength(1);
  expect(before).not.toContain((await schemas())[0]);
});
