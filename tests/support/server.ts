import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Config, readConfig } from '#server/config.ts';
import type { Route } from '#server/http/route.ts';
import type { Metrics } from '#server/operation/metrics.ts';
import { createPools } from '#server/platform/database/pool.ts';
import { openApplication } from '#server/start/application.ts';
import { listen } from '#server/start/http-server.ts';
import { checkedRoutes } from './checked-routes.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export interface TestServer {
  url: string;
  /** The server's own database. */
  pool: Pool;
  /** For DATABASE_URL of further processes. */
  databaseUrl: string;
  /** The calls of its API as they are declared. */
  routes: readonly Route[];
  /** What it counts of its work. */
  metrics: Metrics;
  /** Ends the server and drops its database. */
  close: () => Promise<void>;
}

/** The real application on a free port, with an empty migrated database of its own. */
export async function startTestServer(overrides: Partial<Config> = {}, log?: Logger): Promise<TestServer> {
  const database = await testDatabase();
  const instance = await startInstance(database, overrides, log);
  return {
    url: instance.url,
    pool: database.pool,
    databaseUrl: database.url,
    routes: instance.routes,
    metrics: instance.metrics,
    close: async () => {
      await instance.close();
      await database.close();
    },
  };
}

/** The real application on a free port, as one of several processes that share a database. */
export async function startInstance(
  database: TestDatabase,
  overrides: Partial<Config> = {},
  log?: Logger,
): Promise<Pick<TestServer, 'url' | 'routes' | 'metrics' | 'close'>> {
  const config = {
    ...readConfig({
      DATABASE_URL: database.url,
      PROVIDER_NAME: 'Provider',
      PROVIDER_COMPANIES: 'Provider AG',
      LOG_LEVEL: 'error',
      PORT: '0',
    }),
    ...overrides,
  };
  let routes: readonly Route[] = [];
  const pools = createPools(database.url, config.databaseConnections);
  const application = await openApplication(config, pools, database.url, log, (dependencies) => {
    const checked = checkedRoutes(dependencies);
    routes = checked;
    return checked;
  });
  const server = await listen(application.listener, config);
  application.dependencies.alertMails.begin(config.publicUrl ?? server.url);
  return {
    url: server.url,
    routes,
    metrics: application.dependencies.metrics,
    close: async () => {
      await server.close(1000);
      await application.close();
      await Promise.all([pools.interactive.end(), pools.bulk.end()]);
    },
  };
}
