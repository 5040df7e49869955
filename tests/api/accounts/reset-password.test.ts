import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAccount } from '#server/accounts/change-accounts.ts';
import { setPasswordHash } from '#server/accounts/passwords/reset-token-queries.ts';
import { hashPassword } from '#server/accounts/sign-in/authenticate.ts';
import { inTransaction } from '#server/platform/database/query.ts';
import { countLockWaits } from '#tests/support/database.ts';
import { addUser, password, signIn } from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let smtp: SMTPServer;
let server: TestServer;
let received: Email[] = [];
/** So many mails the mail server does not take before it does. */
let refusals = 0;

const strong = 'vier Enten tanzen Polka 42';

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      buffer(stream)
        .then(async (raw) => {
          if (refusals-- > 0) throw Object.assign(new Error('Try later'), { responseCode: 451 });
          received.push(await PostalMime.parse(raw));
        })
        .then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({
    smtpUrl: smtpUrl(),
    publicUrl: 'https://portal.example',
    trustedProxies: 1,
    // Mails are refused on purpose.
    logLevel: 'silent',
  });
  await addUser(server.pool, { email: 'rep@portal.example', name: 'Rép <Müller>', language: 'fr' });
  await addUser(server.pool, { email: 'former@portal.example' });
  await server.pool.query("update users set active = false where email = 'former@portal.example'");
});
beforeEach(async () => {
  received = [];
  refusals = 0;
  await server.pool.query('delete from rate_limits');
});
afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${server.url}/api/users/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(body),
  });
}

function smtpUrl(): string {
  const { port } = smtp.server.address() as AddressInfo;
  return `smtp://127.0.0.1:${port}`;
}

/** Asks with a Host header of its own, which fetch does not allow. Gives the status. */
function askForLink(url: string, host: string, email: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json' };
    const call = request(`${url}/api/users/send-reset-link`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.once('error', reject).end(JSON.stringify({ email }));
  });
}

async function mailedToken(): Promise<string> {
  expect((await post('send-reset-link', { email: 'rep@portal.example' })).status).toBe(204);
  await expect.poll(() => received.length).toBe(1);
  return /https:\/\/portal\.example\/reset-password\/([\w-]{43})/.exec(received[0]!.text!)![1]!;
}

test('the mail is in the language of the user, as text and as HTML in which the name is only text', async () => {
  await mailedToken();
  const mail = received[0]!;
  expect(mail.subject).toBe('Nouveau mot de passe pour le portail d’assortiment');
  expect(mail.to).toMatchObject([{ address: 'rep@portal.example' }]);
  expect(mail.text).toContain('Bonjour Rép <Müller>');
  expect(mail.html).toContain('Bonjour Rép &lt;Müller&gt;');
});

test('the link sets a strong password once and ends all sessions', async () => {
  const session = await signIn(server.url, 'rep@portal.example');
  const token = await mailedToken();
  expect(await (await post('validate-reset-token', { token })).json()).toBe(true);

  const weak = await post('set-password', { token, password: 'Sommer2026!' });
  expect([weak.status, await weak.json()]).toMatchObject([400, { message: 'Password not complex enough' }]);

  expect((await post('set-password', { token, password: strong })).status).toBe(204);
  expect((await post('set-password', { token, password: strong })).status).toBe(400);
  expect(await (await post('validate-reset-token', { token })).json()).toBe(false);
  const asked = await fetch(`${server.url}/api/users/current`, {
    headers: { authorization: `Bearer ${session}` },
  });
  expect(asked.status).toBe(401);
  expect((await post('authenticate', { email: 'rep@portal.example', password })).status).toBe(401);
  expect((await post('authenticate', { email: 'rep@portal.example', password: strong })).status).toBe(200);
});

test('a link that the mail server does not take is mailed once it does, also where another is asked for', async () => {
  refusals = 1;
  const email = 'rep@portal.example';
  expect((await post('send-reset-link', { email })).status).toBe(204);
  const waiting = async () => (await server.pool.query('select attempts from mails')).rows;
  await expect.poll(waiting).toEqual([{ attempts: 1 }]);
  expect(received).toEqual([]);
  const token = await mailedToken();
  expect(await (await post('validate-reset-token', { token })).json()).toBe(true);
  await expect.poll(waiting).toEqual([]);
  expect(received).toHaveLength(1);
});

test('a password made of the own name and address is too weak', async () => {
  const token = await mailedToken();
  const response = await post('set-password', { token, password: 'rep@portal.example Müller' });
  expect(await response.json()).toMatchObject({ code: 'password_too_weak' });
});

test('a token is good for 30 minutes, and only the newest one', async () => {
  const first = await mailedToken();
  const { rows } = await server.pool.query<{ minutes: number }>(
    'select extract(epoch from expires_at - now())::float8 / 60 as minutes from reset_tokens',
  );
  expect(rows[0]!.minutes).toBeGreaterThan(29);
  expect(rows[0]!.minutes).toBeLessThanOrEqual(30);
  received = [];
  const second = await mailedToken();
  expect(await (await post('validate-reset-token', { token: first })).json()).toBe(false);
  expect(await (await post('validate-reset-token', { token: second })).json()).toBe(true);
  await server.pool.query("update reset_tokens set expires_at = now() - interval '1 second'");
  expect(await (await post('validate-reset-token', { token: second })).json()).toBe(false);
});

test('without a public address the link carries the port that was really taken, whatever the request says', async () => {
  const own = await startTestServer({ smtpUrl: smtpUrl(), port: 0 });
  try {
    await addUser(own.pool, { email: 'own@portal.example' });
    const statuses = await Promise.all(
      ['127.0.0.1', 'evil.example'].map((host) => askForLink(own.url, host, 'own@portal.example')),
    );
    expect(statuses).toEqual([204, 204]);
    await expect.poll(() => received.length).toBe(2);
  } finally {
    await own.close();
  }
  for (const mail of received) expect(mail.text).toContain(`\n${own.url}/reset-password/`);
});

test('an unknown or deactivated account gets the same answer and no mail', async () => {
  expect((await post('send-reset-link', { email: 'nobody@portal.example' })).status).toBe(204);
  expect((await post('send-reset-link', { email: 'former@portal.example' })).status).toBe(204);
  await mailedToken();
  expect(received.length).toBe(1);
});

test('the sixth request for an account within the hour is refused', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await post('send-reset-link', { email: 'nobody@portal.example' })).status).toBe(204);
  }
  expect((await post('send-reset-link', { email: 'nobody@portal.example' })).status).toBe(429);
});

/** Asks from an address; the server of these tests trusts one proxy. */
async function askFrom(address: string, email: string): Promise<number> {
  const { status } = await fetch(`${server.url}/api/users/send-reset-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email }),
  });
  return status;
}

test('requests from one address keep nobody from asking from another', async () => {
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await askFrom('198.51.100.1', 'rep@portal.example')).toBe(204);
  expect(await askFrom('198.51.100.1', 'rep@portal.example')).toBe(429);
  await expect.poll(() => received.length).toBe(5);
  expect(await askFrom('203.0.113.1', 'rep@portal.example')).toBe(204);
  await expect.poll(() => received.length).toBe(6);
});

test('an account is mailed ten links in half an hour, whoever asks, and the last one stays good', async () => {
  for (let attempt = 0; attempt < 10; attempt++) {
    expect(await askFrom(`198.51.100.${attempt}`, 'rep@portal.example')).toBe(204);
    await expect.poll(() => received.length).toBe(attempt + 1);
  }
  for (const email of ['rep@portal.example', 'nobody@portal.example'])
    expect(await askFrom('203.0.113.1', email)).toBe(204);
  await addUser(server.pool, { email: 'another@portal.example' });
  expect(await askFrom('203.0.113.1', 'another@portal.example')).toBe(204);
  await expect.poll(() => received.length).toBe(11);
  expect(received[10]!.to).toMatchObject([{ address: 'another@portal.example' }]);
  const token = /reset-password\/([\w-]{43})/.exec(received[9]!.text!)![1]!;
  expect(await (await post('validate-reset-token', { token })).json()).toBe(true);
});

test.each([
  ['gets another address', { email: 'moved@portal.example' }],
  ['is deactivated', { Active: false }],
])('a link asked for just before its account %s is neither mailed nor good', async (_what, changes) => {
  const email = 'moving@portal.example';
  const id = await addUser(server.pool, { email });
  await changeAccount(server.pool, null, id, changes, {
    // What was mailed before is void by now, and nobody else sees the change yet.
    async also() {
      expect((await post('send-reset-link', { email })).status).toBe(204);
      await expect.poll(() => countLockWaits(server.pool), { timeout: 4000 }).toBe(1);
    },
  });
  // Another link is mailed after it.
  await mailedToken();
  expect(received).toHaveLength(1);
  expect((await server.pool.query('select from reset_tokens where user_id = $1', [id])).rowCount).toBe(0);
  await server.pool.query('delete from users where id = $1', [id]);
});

test('a new password makes the portal forget the devices of the account', async () => {
  await addUser(server.pool, { email: 'robbed@portal.example' });
  const { device } = (await (
    await post('authenticate', { email: 'robbed@portal.example', password })
  ).json()) as { device: string };
  await post('send-reset-link', { email: 'robbed@portal.example' });
  await expect.poll(() => received.length).toBe(1);
  const token = /reset-password\/([\w-]{43})/.exec(received[0]!.text!)![1]!;
  expect((await post('set-password', { token, password: strong })).status).toBe(204);
  const again = await post('authenticate', { email: 'robbed@portal.example', password: strong, device });
  expect(again.status).toBe(200);
  expect(((await again.json()) as { device: string }).device).not.toBe(device);
});

test('requests for one account alone keep nobody at their address from asking for another', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 31 }, () => askFrom('198.51.100.1', 'nobody@portal.example')),
  );
  expect(statuses.filter((status) => status === 204)).toHaveLength(5);
  expect(await askFrom('198.51.100.1', 'rep@portal.example')).toBe(204);
  await expect.poll(() => received.length).toBe(1);
});

test('attempts before a password was set by link do not count against its owner, wherever they were', async () => {
  const email = 'locked-out@portal.example';
  await addUser(server.pool, { email });
  const attempt = async (given: string, address: string) => {
    const response = await fetch(`${server.url}/api/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password: given }),
    });
    return response.status;
  };
  const [desk, phone] = ['203.0.113.7', '203.0.113.8'];
  for (const address of [desk, phone])
    await Promise.all(Array.from({ length: 60 }, () => attempt('wrong', address)));
  expect([await attempt(password, desk), await attempt(password, phone)]).toEqual([429, 429]);
  await post('send-reset-link', { email });
  await expect.poll(() => received.length).toBe(1);
  const token = /reset-password\/([\w-]{43})/.exec(received[0]!.text!)![1]!;
  expect((await post('set-password', { token, password: strong })).status).toBe(204);
  const startedAt = performance.now();
  expect([await attempt(strong, desk), await attempt(strong, phone)]).toEqual([200, 200]);
  // Nor do they slow: the eleventh at an account would wait.
  expect(performance.now() - startedAt).toBeLessThan(4000);
  // What comes after counts as ever.
  for (let count = 0; count < 10; count++) expect(await attempt('wrong', phone)).toBe(401);
  expect(await attempt(strong, phone)).toBe(429);
});

test('a password set while the old one is being checked leaves no session or device of the old one', async () => {
  const { pool } = server;
  const email = 'hurried@portal.example';
  const id = await addUser(pool, { email });
  const { rows } = await pool.query<{ hash: string }>(
    'select password_hash as hash from users where id = $1',
    [id],
  );
  const [old, changed] = [rows[0]!.hash, await hashPassword(strong)];
  const outcomes = new Set<number>();
  let longest = 30;
  const moments = rounds({ short: 6, long: 120 });
  for (let round = 0; round < moments; round++) {
    await pool.query('delete from rate_limits');
    await pool.query('update users set password_hash = $2 where id = $1', [id, old]);
    const startedAt = performance.now();
    const signingIn = post('authenticate', { email, password }).finally(() => {
      longest = Math.max(longest, performance.now() - startedAt);
    });
    // From its beginning until after its end, however long checking takes on this machine.
    await sleep((round / (0.75 * moments)) * longest);
    await inTransaction(pool, (client) => setPasswordHash(client, id, changed));
    outcomes.add((await signingIn).status);
    const left = await pool.query(
      'select user_id from sessions where user_id = $1 union all select user_id from known_devices where user_id = $1',
      [id],
    );
    expect(left.rows, `round ${round}`).toEqual([]);
  }
  expect(outcomes).toEqual(new Set([200, 401]));
});
