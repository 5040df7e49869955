import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apart } from '#analytics/semaphore.ts';
import {
  createAccountMails,
  insertLinkMail,
  insertNotice,
  insertResetMail,
} from '#server/accounts/account-mails.ts';
import { changeAccount } from '#server/accounts/change-accounts.ts';
import { hashToken } from '#server/http/tokens.ts';
import { createMailer, type Mailer } from '#server/mail/send-mail.ts';
import type { WaitingMails } from '#server/mail/waiting-mails.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';

/** Of a mailer to the mail server. */
const CONNECTIONS = 5;
const to = 'rita@portal.example';
const held = 'held@portal.example';
const notice = { to, subject: 'Another address', text: 'It is another one.' };

let database: TestDatabase;
let mailbox: Mailbox;
/** Of each mail, by its addressee: what happens when it is there whole, before it is taken. */
let beforeTaking: (addressee: string | undefined) => Promise<void>;
let senders: { mailer: Mailer; mails: WaitingMails }[];
let userId: number;
let id: number;

beforeEach(async () => {
  database = await testDatabase();
  beforeTaking = async () => {};
  mailbox = await openMailbox({ beforeTaking: (mail) => beforeTaking(mail.to?.[0]?.address) });
  userId = await addUser(database.pool, { email: to });
  senders = [startSender(), startSender()];
  id = await insertNotice(database.pool, userId, notice);
});
afterEach(async () => {
  await Promise.all(senders.map(({ mails }) => mails.end()));
  for (const { mailer } of senders) mailer.close();
  await mailbox.close();
  await database.close();
});

/** As that of a process. */
function startSender() {
  const mailer = createMailer(
    {
      smtpUrl: mailbox.url,
      dataDir: '/nowhere',
    } as unknown as Parameters<typeof createMailer>[0],
    async () => ({
      provider: { name: 'Provider', companies: ['Provider AG'] },
      contact: { address: '', phone: '', email: 'portal@portal.example' },
      staging: null,
    }),
  );
  return {
    mailer,
    mails: createAccountMails(
      database.pool,
      mailer,
      async () => ({ provider: { name: 'Portal', companies: [] } }),
      () => undefined,
    ),
  };
}

/** Has mails take all connections to the mail server; gives what lets them go. */
async function takeConnections(mailer: Mailer): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  let count = 0;
  beforeTaking = async (addressee) => {
    if (addressee !== held) return;
    if (++count === CONNECTIONS) all.resolve();
    await release.promise;
  };
  const mails = Array.from({ length: CONNECTIONS }, () =>
    mailer.send({ to: held, subject: 'Held', text: 'Held' }),
  );
  await all.promise;
  return async () => {
    release.resolve();
    await Promise.all(mails);
  };
}

const received = () => mailbox.waiting().filter((mail) => mail.to?.[0]?.address === to).length;
const waiting = async () => (await database.pool.query('select from mails')).rowCount;
const isClaimed = () =>
  expect
    .poll(async () => {
      const claimed = 'select from mails where next_attempt_at > now()';
      return (await database.pool.query(claimed)).rowCount;
    })
    .toBe(1);

/** Has the first sender claim the mail and wait for the mail server until the claim has run out, and `release` is called. */
async function sendTooLate(): Promise<{ late: Promise<boolean>; release: () => Promise<void> }> {
  const [first] = senders;
  const release = await takeConnections(first!.mailer);
  const late = first!.mails.send([id]);
  await isClaimed();
  await database.pool.query('update mails set next_attempt_at = now()');
  return { late, release };
}

test('a mail that waited for the mail server until its claim ran out is sent by whoever has claimed it since, alone', async () => {
  const { late, release } = await sendTooLate();
  const [, second] = senders;
  expect(await second!.mails.send([id])).toBe(true);
  await release();
  await late;
  expect(received()).toBe(1);
  expect(await waiting()).toBe(0);
});

test('a claim that came too late leaves the newer one as it is', async () => {
  const { late, release } = await sendTooLate();
  const [, second] = senders;
  const releaseSecond = await takeConnections(second!.mailer);
  const newer = second!.mails.send([id]);
  await isClaimed();
  const claim = async () => (await database.pool.query('select attempts, next_attempt_at from mails')).rows;
  const before = await claim();
  await release();
  expect(await late).toBe(false);
  expect(await claim()).toEqual(before);
  await releaseSecond();
  expect(await newer).toBe(true);
  expect(received()).toBe(1);
});

test('a mail whose end is given is nobody else’s until the mail server had time for its word', async () => {
  const { late: sending, release } = await sendTooLate();
  // Nobody else has looked since.
  const [, second] = senders;
  const word = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const holding = beforeTaking;
  beforeTaking = async (addressee) => {
    await holding(addressee);
    if (addressee !== to) return;
    reached.resolve();
    await word.promise;
  };
  await release();
  await reached.promise;
  second!.mails.look();
  await sleep(300);
  word.resolve();
  expect(await sending).toBe(true);
  await second!.mails.end();
  expect(received()).toBe(1);
  expect(await waiting()).toBe(0);
});

if (long)
  test('a mail server that looks a mail through for longer than it may take to greet gets it once', async () => {
    beforeTaking = async (addressee) => {
      if (addressee === to) await sleep(12_000);
    };
    const [sender] = senders;
    expect(await sender!.mails.send([id])).toBe(true);
    expect(received()).toBe(1);
    expect(await waiting()).toBe(0);
  }, 30_000);

test('an invitation that is being sent while the address changes goes to the new one alone', async () => {
  const [sender] = senders;
  const link = { reason: 'invitation', minutes: 60, portalUrl: 'https://portal.example' } as const;
  const invitation = await insertLinkMail(database.pool, userId, link);
  const email = 'rita.new@portal.example';
  let sending: Promise<boolean> | undefined;
  await changeAccount(
    database.pool,
    null,
    userId,
    { email },
    {
      async also() {
        sending = apart(() => sender!.mails.send([invitation]));
        await expect.poll(() => countLockWaits(database.pool), { timeout: 4000 }).toBe(1);
      },
    },
  );
  expect(await sending).toBe(false);
  expect((await database.pool.query('select from reset_tokens')).rowCount).toBe(0);
  await database.pool.query('update mails set next_attempt_at = now()');
  expect(await sender!.mails.send([invitation])).toBe(true);
  expect(received()).toBe(0);
  await mailbox.next(email);
});

test('a link that is asked for again while the mail server looks its mail through is good in the mail that comes last', async () => {
  const [first, second] = senders;
  const link = { minutes: 30, portalUrl: 'https://portal.example' };
  const mail = await insertResetMail(database.pool, userId, link);
  beforeTaking = async () => {
    throw Object.assign(new Error('Come again in a minute'), { responseCode: 451 });
  };
  expect(await first!.mails.send([mail])).toBe(false);

  const release = await takeConnections(second!.mailer);
  const holding = beforeTaking;
  const word = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let count = 0;
  beforeTaking = async (addressee) => {
    await holding(addressee);
    if (addressee !== to || ++count > 1) return;
    reached.resolve();
    await word.promise;
  };
  expect(await insertResetMail(database.pool, userId, link)).toBe(mail);
  const sending = first!.mails.send([mail]);
  await reached.promise;
  const good = async () => (await database.pool.query('select token_hash from reset_tokens')).rows;
  const before = await good();

  expect(await insertResetMail(database.pool, userId, link)).toBe(mail);
  const sendingAgain = second!.mails.send([mail]);
  await expect.poll(good).not.toEqual(before);
  word.resolve();
  expect(await sending).toBe(true);
  await release();
  expect(await sendingAgain).toBe(true);

  const texts = mailbox
    .waiting()
    .flatMap(({ text, to: [addressee] = [] }) => (addressee?.address === to ? [text] : []));
  const tokens = texts.map((text) => /reset-password\/([\w-]+)/.exec(text ?? '')?.[1] ?? '');
  expect(tokens).toHaveLength(2);
  expect(await good()).toEqual([{ token_hash: hashToken(tokens[1]!) }]);
  // The notice alone.
  expect(await waiting()).toBe(1);
});
