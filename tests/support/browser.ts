import { test as base } from '@playwright/test';
import type { Pool } from 'pg';
import { testDatabase } from './database.ts';
import { startServerProcess } from './server-process.ts';

export { expect } from '@playwright/test';

export interface Portal {
  url: string;
  /** Of all demo users. */
  password: string;
  /** The server's database. */
  pool: Pool;
}

/** One server with the demo world per worker; `page` goes to it by relative addresses. */
export const test = base.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from it
    async ({}, use) => {
      const database = await testDatabase({ migrated: false });
      const password = 'Vier-Birnen-am-Wegrand';
      const server = await startServerProcess({
        DATABASE_URL: database.url,
        DEMO: 'on',
        DEMO_PASSWORD: password,
      });
      await use({ url: server.url, password, pool: database.pool });
      server.kill('SIGTERM');
      await server.ended;
      await database.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
});
