import { test as base } from '@playwright/test';
import type { Pool } from 'pg';
import { testDatabase } from './database.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { startServerProcess } from './server-process.ts';

export { expect } from '@playwright/test';

export interface Portal {
  url: string;
  /** Of all demo users. */
  password: string;
  /** The server's database. */
  pool: Pool;
  /** Where its mails arrive. */
  mailbox: Mailbox;
}

/** One server with the demo world per worker; `page` goes to it by relative addresses. */
export const test = base.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from it
    async ({}, use) => {
      const database = await testDatabase({ migrated: false });
      const mailbox = await openMailbox();
      const password = 'Vier-Birnen-am-Wegrand';
      const server = await startServerProcess({
        DATABASE_URL: database.url,
        DEMO: 'on',
        DEMO_PASSWORD: password,
        SMTP_URL: mailbox.url,
      });
      await use({ url: server.url, password, pool: database.pool, mailbox });
      server.kill('SIGTERM');
      await server.ended;
      await mailbox.close();
      await database.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
});
