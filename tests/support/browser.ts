import { type BrowserContext, test as base, expect } from '@playwright/test';
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

/**
 * One server with the demo world per worker; `page` goes to it by relative addresses. A test fails when its pages did
 * anything that the content security policy refuses.
 */
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
  context: async ({ context }, use) => {
    const refused = await watchPolicy(context);
    await use(context);
    expect(refused, 'refused by the content security policy').toEqual([]);
  },
});

/** What the content security policy refuses from now on: the directive, and what broke it where. */
export async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeBinding('tellRefusal', (_source, refusal: string) => refused.push(refusal));
  await context.addInitScript(() => {
    const { tellRefusal } = window as unknown as { tellRefusal: (refusal: string) => void };
    addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      tellRefusal(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`,
      );
    });
  });
  return refused;
}
