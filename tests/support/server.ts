import type { Pool } from 'pg';
import { type Config, readConfig } from '#server/config.ts';
import { openApplication } from '#server/start/application.ts';
import { listen } from '#server/start/http-server.ts';
import { testDatabase } from './database.ts';

export interface TestServer {
  url: string;
  /** The server's own database. */
  pool: Pool;
  /** Ends the server and drops its database. */
  close: () => Promise<void>;
}

/** The real application on a free port, with an empty migrated database of its own. */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const database = await testDatabase();
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
  const application = await openApplication(config, database.pool, database.url);
  const server = await listen(application.listener, config);
  return {
    url: server.url,
    pool: database.pool,
    close: async () => {
      await server.close(1000);
      await application.close();
      await database.close();
    },
  };
}
