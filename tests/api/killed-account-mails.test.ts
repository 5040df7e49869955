import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf } from '../support/admin-calls.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { addUser, signIn } from '../support/portal.ts';
import { rounds } from '../support/rounds.ts';
import { startServerProcess } from '../support/server-process.ts';

const KILLS = rounds({ short: 2, long: 60 });
/** Milliseconds that the mail server takes for a mail, so that kills fall into that; and a kill waits at most. */
const TAKING = 40;
const LAST_MILLISECONDS = 400;

let database: TestDatabase;
let mailbox: Mailbox;

beforeAll(async () => {
  database = await testDatabase();
  mailbox = await openMailbox({ beforeTaking: () => sleep(TAKING) });
  await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin' });
});
afterAll(async () => {
  await mailbox.close();
  await database.close();
});

const start = () =>
  startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    SMTP_URL: mailbox.url,
    LOG_LEVEL: 'fatal',
  });

const tokenIn = ({ text }: Email) => /reset-password\/([\w-]{43})/.exec(text!)![1]!;

test(`${KILLS} servers killed while users are invited: whoever was added gets a mail, and the last one's link is good`, async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await start();
    const call = callsOf(server.url, await signIn(server.url, 'admin@portal.example'));
    const inviting = (async () => {
      for (let each = 0; ; each++) {
        const email = `u${kill}-${each}@portal.example`;
        await call('POST', 'users', { email, name: email, role: 'User', invitation: true });
      }
    })().catch(() => undefined); // the connection of a killed server breaks
    // Each moment once, in an order that mixes early and late ones; no chance in it, so a failure repeats.
    await sleep(((((kill * 37) % KILLS) + 0.5) * LAST_MILLISECONDS) / KILLS);
    server.kill('SIGKILL');
    await server.ended;
    await inviting;
  }
  // What a process left behind is another one's after a while: no test waits for that.
  await database.pool.query('update mails set next_attempt_at = now()');
  const survivor = await start();
  await expect
    .poll(() => database.pool.query('select from mails').then(({ rowCount }) => rowCount), {
      timeout: 30_000,
    })
    .toBe(0);
  const { rows: users } = await database.pool.query<{ email: string }>(
    `select email from users where role = 'User' order by id`,
  );
  expect(users.length).toBeGreaterThan(0);
  const mails = Map.groupBy(mailbox.waiting(), ({ to }) => to![0]!.address!);
  expect([...mails.keys()].toSorted()).toEqual(users.map(({ email }) => email).toSorted());
  for (const [email, received] of mails) {
    const answer = await fetch(`${survivor.url}/api/users/validate-reset-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokenIn(received.at(-1)!) }),
    });
    expect([email, await answer.json()]).toEqual([email, true]);
  }
  survivor.kill('SIGTERM');
  await survivor.ended;
});
