import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import {
  type AlertedPortal,
  choose,
  everyoneTold,
  type Kind,
  openAlertedPortal,
  publishMissing,
} from '#tests/support/alerted-portal.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { provider } from '#tests/support/small-catalogue.ts';

let port: number;
let portal: AlertedPortal;
let mailbox: Mailbox | undefined;

async function open(kind: Kind = 'instances', amount: 1 | 2 = 2): Promise<void> {
  port = await freePort();
  portal = await openAlertedPortal(`smtp://127.0.0.1:${port}`, kind, amount);
  for (const token of Object.values(portal.tokens)) {
    await choose(portal.urls[0]!, token, { frequency: 'daily' });
  }
}

afterEach(async () => {
  await portal.close();
  await mailbox?.close();
  mailbox = undefined;
});

const addressees = (mails: readonly Email[]) => mails.map(({ to }) => to?.[0]?.address).toSorted();
const both = ['fr@portal.example', 'rep@portal.example'];

/** To the mail server, of one process. */
const CONNECTIONS = 5;
const isTest = (subject = '') => subject.startsWith('Test-Mail');

/** Whatever is put off is tried now. */
async function tryAgain(): Promise<void> {
  await portal.pool.query('update mails set next_attempt_at = now()');
  await portal.pool.query("select pg_notify('changes', 'stockouts:')");
}

test('while the mail server is down mails wait longer and longer, and go out once when it is back', async () => {
  await open();
  await publishMissing(portal.pool, '2026-03-10', [[provider, '2026-03-10']]);
  const waits = async () =>
    (
      await portal.pool.query(
        `select attempts, round(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes
         from mails order by subscriber_id`,
      )
    ).rows;
  await expect.poll(waits, { timeout: 20_000 }).toEqual(Array(2).fill({ attempts: 1, minutes: 1 }));
  await tryAgain();
  await expect.poll(waits, { timeout: 20_000 }).toEqual(Array(2).fill({ attempts: 2, minutes: 2 }));
  mailbox = await openMailbox({ port });
  await tryAgain();
  await everyoneTold(portal.pool);
  expect(addressees(mailbox.waiting())).toEqual(both);
});

test('a mail that waits is not sent to who has ended the mails or was deactivated since', async () => {
  await open('instances', 1);
  await publishMissing(portal.pool, '2026-03-10', [[provider, '2026-03-10']]);
  const written = async () => (await portal.pool.query('select from mails where attempts > 0')).rowCount;
  await expect.poll(written, { timeout: 20_000 }).toBe(2);
  await choose(portal.urls[0]!, portal.tokens.rep, { frequency: 'off' });
  await portal.pool.query("update users set active = false where email = 'fr@portal.example'");
  mailbox = await openMailbox({ port });
  await tryAgain();
  await sleep(500);
  expect(mailbox.waiting()).toEqual([]);
  await portal.pool.query("update users set active = true where email = 'fr@portal.example'");
  await tryAgain();
  await everyoneTold(portal.pool);
  expect(addressees(mailbox.waiting())).toEqual(['fr@portal.example']);
});

test('a process killed while it sends a mail leaves it to the others, and nothing is sent twice', async () => {
  await open('processes');
  let hold = true;
  let reached = () => {};
  const sending = new Promise<void>((resolve) => {
    reached = resolve;
  });
  mailbox = await openMailbox({
    port,
    async beforeTaking() {
      if (!hold) return;
      reached();
      // Never taken: whoever sent it is killed.
      await sleep(60_000, undefined, { ref: false });
    },
  });
  await publishMissing(portal.pool, '2026-03-10', [[provider, '2026-03-10']]);
  await sending;
  for (const each of portal.processes.splice(0)) {
    each.kill('SIGKILL');
    await each.ended;
  }
  // No sooner: of a mail that is taken just before, nobody is left who knows.
  hold = false;
  await Promise.all([portal.startProcess(), portal.startProcess(), portal.startProcess()]);
  await tryAgain();
  await everyoneTold(portal.pool);
  expect(addressees(mailbox.waiting())).toEqual(both);
});

test('a mail that the mail server took is not sent again because the database failed after it', async () => {
  await open();
  mailbox = await openMailbox({ port });
  // Mails of users can't be removed for a while, whichever process tries.
  await portal.pool.query(
    `create function refuse_removal() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`,
  );
  await portal.pool.query(
    'create trigger kept before delete on mails for each row execute function refuse_removal()',
  );
  try {
    await publishMissing(portal.pool, '2026-03-10', [[provider, '2026-03-10']]);
    await expect.poll(() => mailbox!.waiting().length, { timeout: 20_000 }).toBe(2);
  } finally {
    await portal.pool.query('drop function refuse_removal cascade');
  }
  await portal.pool.query("select pg_notify('changes', 'stockouts:')");
  await everyoneTold(portal.pool);
  expect(addressees(mailbox.waiting())).toEqual(both);
});

test('a refused mail is tried again whole, under the same Message-ID', async () => {
  await open('instances', 1);
  const refused: Email[] = [];
  mailbox = await openMailbox({
    port,
    async beforeTaking(mail) {
      if (refused.length >= 2) return;
      refused.push(mail);
      throw Object.assign(new Error('Try later'), { responseCode: 451 });
    },
  });
  await publishMissing(portal.pool, '2026-03-10', [[provider, '2026-03-10']]);
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(2);
  await expect
    .poll(async () => (await portal.pool.query('select from mails where attempts = 1')).rowCount)
    .toBe(2);
  await tryAgain();
  await everyoneTold(portal.pool);
  const ids = (mails: readonly Email[]) => mails.map(({ messageId }) => messageId).toSorted();
  expect(ids(mailbox.waiting())).toEqual(ids(refused));
  expect(new Set(ids(refused)).size).toBe(2);
});

test('a mail that waited for the mail server until its claim ran out is sent by whoever has claimed it since, alone', async () => {
  await open();
  const [held, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tests = new Set<string | undefined>();
  mailbox = await openMailbox({
    port,
    async beforeTaking({ messageId, subject }) {
      if (!isTest(subject)) return;
      if (tests.add(messageId).size === 2 * CONNECTIONS) all.resolve();
      await held.promise;
    },
  });
  await addUser(portal.pool, { email: 'admin@portal.example', role: 'Admin' });
  const authorization = `Bearer ${await signIn(portal.urls[0]!, 'admin@portal.example')}`;
  // All connections of both to the mail server are taken by mails that it is slow with.
  const mailed = portal.urls.flatMap((url) =>
    Array.from({ length: CONNECTIONS }, () =>
      fetch(`${url}/api/setup/test-mail`, { method: 'POST', headers: { authorization } }),
    ),
  );
  await all.promise;
  await publishMissing(portal.pool, '2026-03-10', [[provider, '2026-03-10']]);
  const claimed = async () =>
    (await portal.pool.query('select from mails where next_attempt_at > now()')).rowCount;
  await expect.poll(claimed, { timeout: 20_000 }).toBe(2);
  await portal.pool.query('update mails set next_attempt_at = now()');
  await portal.startProcess();
  await everyoneTold(portal.pool);
  held.resolve();
  await Promise.all(mailed);
  // Those that still wait come after the ones that were held.
  await expect.poll(() => mailbox!.waiting().length, { timeout: 20_000 }).toBe(2 * CONNECTIONS + 2);
  for (const each of portal.processes.splice(0)) {
    each.kill('SIGTERM');
    await each.ended;
  }
  const alerts = mailbox.waiting().filter(({ subject }) => !isTest(subject));
  expect(addressees(alerts)).toEqual(both);
});
