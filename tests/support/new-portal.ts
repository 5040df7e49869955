import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import type { Pool } from 'pg';
import { watchPolicy } from './content-security-policy.ts';
import { testDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { childEnvironment, startServerProcess } from './server-process.ts';

export { expect } from '@playwright/test';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** A portal as its first start on an empty PostgreSQL leaves it: no demo world, no user. */
export interface NewPortal {
  url: string;
  /** What its start has printed. */
  setupLink: string;
  pool: Pool;
  mailbox: Mailbox;
  /** Runs a command line in the portal's directory and with its environment; gives what it prints. */
  shell: (command: string) => Promise<string>;
}

/** `page` goes to the new portal by relative addresses. A test fails when its pages did what the policy refuses. */
export const test = base.extend<{ newPortal: NewPortal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from it
  newPortal: async ({}, use) => {
    const database = await testDatabase({ template: 'none' });
    const mailbox = await openMailbox();
    const env = {
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
      PROVIDER_NAME: 'Provider',
      PROVIDER_COMPANIES: 'Provider AG',
      SMTP_URL: mailbox.url,
      LOG_LEVEL: 'warn',
    };
    const server = await startServerProcess(env);
    await expect.poll(server.output).toContain('Ctrl-C stops it.');
    const setupLink = /http:\S+\/setup\/[\w-]{43}/.exec(server.output())![0];
    const shell = async (command: string) => {
      const { stdout } = await run('sh', ['-c', command], {
        cwd: root,
        env: { ...childEnvironment, HOME: process.env.HOME, ...env },
      });
      return stdout;
    };
    await use({ url: server.url, setupLink, pool: database.pool, mailbox, shell });
    server.kill('SIGTERM');
    await server.ended;
    await mailbox.close();
    await database.close();
  },
  baseURL: async ({ newPortal }, use) => use(newPortal.url),
  context: async ({ context }, use) => {
    const refused = await watchPolicy(context);
    await use(context);
    expect(refused, 'refused by the content security policy').toEqual([]);
  },
});
