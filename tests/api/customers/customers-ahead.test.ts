import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Application, openApplication } from '#server/start/application.ts';
import { type HttpServer, listen } from '#server/start/http-server.ts';
import { publishMissing } from '#tests/support/alerted-portal.ts';
import { checkedRoutes } from '#tests/support/checked-routes.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { signIn } from '#tests/support/portal.ts';
import { generic, original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

let database: TestDatabase;
let application: Application;
let server: HttpServer;

const config = () =>
  readConfig({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'error',
    PORT: '0',
  });

beforeAll(async () => {
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  application = await openApplication(
    config(),
    { interactive: database.pool, bulk: database.pool },
    database.url,
    undefined,
    checkedRoutes,
  );
  server = await listen(application.listener, config());
  const token = await signIn(server.url, 'rep@portal.example');
  await uploadRows(server.url, token, [
    [original, 3],
    [generic, 5],
  ]);
});
afterAll(async () => {
  await server.close(1000);
  await application.close();
  await database.close();
});

/** Packs that are loaded beside the newest catalogue, without asking for any. */
async function loaded({ dependencies }: Application): Promise<number[]> {
  const tables = await dependencies.engine.use('main', ({ rows }) =>
    rows("select schema_name as name from duckdb_tables() where table_name = 'bought'"),
  );
  const packs: number[] = [];
  for (const { name } of tables) {
    const rows = await dependencies.engine.use(String(name), (connection) =>
      connection.rows('select quantity::integer as packs from bought'),
    );
    packs.push(...rows.map((row) => Number(row.packs)));
  }
  return packs.toSorted();
}

test('after a publication who buys what is missing is loaded before anybody asks', async () => {
  await publishMissing(database.pool, '2026-02-02', [
    [original, '2026-01-02'],
    [generic, '2026-02-01'],
  ]);
  await expect.poll(() => loaded(application), { timeout: 10_000 }).toEqual([3, 5]);
});

test('so it is by a process that starts', async () => {
  const other = await openApplication(
    config(),
    { interactive: database.pool, bulk: database.pool },
    database.url,
    undefined,
    checkedRoutes,
  );
  await expect.poll(() => loaded(other), { timeout: 10_000 }).toEqual([3, 5]);
  await other.close();
});
