import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, password, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await addUser(server.pool, { email: 'rep@portal.example', name: 'Rep' });
  await addUser(server.pool, { email: 'former@portal.example' });
  await server.pool.query("update users set active = false where email = 'former@portal.example'");
});
afterAll(() => server.close());

function authenticate(email: string, given: string): Promise<Response> {
  return fetch(`${server.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ email, password: given }),
  });
}

function current(token: string): Promise<Response> {
  return fetch(`${server.url}/api/users/current`, { headers: { authorization: `Bearer ${token}` } });
}

test('the right password gives the user and a token that identifies them', async () => {
  const response = await authenticate('REP@portal.example', password);
  expect(response.status).toBe(200);
  const { token, device, ...user } = (await response.json()) as { token: string; device: string };
  expect(user).toMatchObject({ email: 'rep@portal.example', name: 'Rep', role: 'User', Active: true });
  expect([token, device].map((each) => Buffer.from(each, 'base64url').length)).toEqual([32, 32]);
  expect(await (await current(token)).json()).toEqual(user);
});

test('neither the token nor the password is stored', async () => {
  const token = await signIn(server.url, 'rep@portal.example');
  const { rows } = await server.pool.query<{ text: string }>(
    'select sessions::text as text from sessions union all select users::text from users',
  );
  const stored = rows.map(({ text }) => text).join('\n');
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  expect(stored).not.toContain(password);
  expect(stored).toContain('$argon2id$');
});

test('a wrong password, an unknown account and a deactivated one get the same answer', async () => {
  const answers = await Promise.all([
    authenticate('rep@portal.example', 'wrong'),
    authenticate('nobody@portal.example', password),
    authenticate('former@portal.example', password),
  ]);
  const bodies = await Promise.all(
    answers.map(async (answer) => (await answer.json()) as Record<string, unknown>),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  for (const { requestId, ...body } of bodies) {
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(body).toEqual({ message: 'E-mail address or password is wrong.', code: 'login_failed' });
  }
});

test('a token is worth nothing after logout', async () => {
  const token = await signIn(server.url, 'rep@portal.example');
  const logout = await fetch(`${server.url}/api/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(logout.status).toBe(204);
  expect((await current(token)).status).toBe(401);
});

test('a user who is deactivated while signed in is out at once', async () => {
  await addUser(server.pool, { email: 'leaving@portal.example' });
  const token = await signIn(server.url, 'leaving@portal.example');
  expect((await current(token)).status).toBe(200);
  await server.pool.query("update users set active = false where email = 'leaving@portal.example'");
  await expect.poll(async () => (await current(token)).status).toBe(401);
});

test('an expired session is no session', async () => {
  const token = await signIn(server.url, 'rep@portal.example');
  await server.pool.query("update sessions set expires_at = now() - interval '1 second'");
  expect((await current(token)).status).toBe(401);
});

test('a body that is no JSON, misses a field or has one too many is refused with the reason', async () => {
  const send = (body: string) =>
    fetch(`${server.url}/api/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  expect((await send('{')).status).toBe(400);
  const missing = await send('{"email":"a@b.ch"}');
  expect(missing.status).toBe(400);
  expect(await missing.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'password' }] });
  expect((await send('{"email":"a@b.ch","password":"x","admin":true}')).status).toBe(400);
});

test('a hash by other parameters is made anew by the right password alone, however many sign in with it at once', async () => {
  const email = 'long-here@portal.example';
  const id = await addUser(server.pool, { email });
  const before = await hash(password, { memoryCost: 8192, timeCost: 1 });
  await server.pool.query('update users set password_hash = $2 where id = $1', [id, before]);
  const stored = async () =>
    (await server.pool.query('select password_hash from users where id = $1', [id])).rows[0].password_hash;
  expect((await authenticate(email, 'wrong')).status).toBe(401);
  expect(await stored()).toBe(before);
  const counted = async () =>
    (await server.pool.query("select key, points from rate_limits where key like 'login-address:%'")).rows;
  const wrong = await counted();
  const tokens = await Promise.all(Array.from({ length: 5 }, () => signIn(server.url, email)));
  // Nor does one that was overtaken count as a wrong one.
  expect(await counted()).toEqual(wrong);
  const after = await stored();
  expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  for (const token of tokens) expect((await current(token)).status).toBe(200);
  await signIn(server.url, email);
  expect(await stored()).toBe(after);
});
