import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addUser, password, signIn } from '../support/portal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let smtp: SMTPServer;
let server: TestServer;
let received: Email[] = [];

const strong = 'vier Enten tanzen Polka 42';

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      buffer(stream)
        .then(async (raw) => received.push(await PostalMime.parse(raw)))
        .then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({
    smtpUrl: smtpUrl(),
    publicUrl: 'https://portal.example',
  });
  await addUser(server.pool, { email: 'rep@portal.example', name: 'Rép <Müller>', language: 'fr' });
  await addUser(server.pool, { email: 'former@portal.example' });
  await server.pool.query("update users set active = false where email = 'former@portal.example'");
});
beforeEach(async () => {
  received = [];
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
  await expect.poll(() => received.length, { timeout: 3000 }).toBe(1);
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
  await expect
    .poll(
      async () =>
        (await fetch(`${server.url}/api/users/current`, { headers: { authorization: `Bearer ${session}` } }))
          .status,
      { timeout: 2000 },
    )
    .toBe(401);
  expect((await post('authenticate', { email: 'rep@portal.example', password })).status).toBe(401);
  expect((await post('authenticate', { email: 'rep@portal.example', password: strong })).status).toBe(200);
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
    await expect.poll(() => received.length, { timeout: 3000 }).toBe(2);
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
