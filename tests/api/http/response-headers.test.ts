import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let behindTls: TestServer;
let plain: TestServer;
let token: string;

beforeAll(async () => {
  behindTls = await startTestServer({ publicUrl: 'https://portal.example' });
  plain = await startTestServer();
  await addUser(behindTls.pool, { email: 'admin@portal.example', role: 'Admin' });
  token = await signIn(behindTls.url, 'admin@portal.example');
});
afterAll(async () => {
  await behindTls.close();
  await plain.close();
});

/** A page, a file of the client, an answer, a file to save, and errors of all kinds. */
const paths = [
  '/',
  '/dashboard/unknown',
  '/Documents/terms-of-use-de.pdf',
  '/api/portal',
  '/api/users/current',
  '/api/users/current/personal-data',
  '/api/users/list?unknown=1',
  '/api/statistics/nobodys/summary',
  '/api/nowhere',
  '/assets/',
  '/.git/config',
];

const get = (path: string, server = behindTls, method = 'GET') =>
  fetch(server.url + path, {
    method,
    headers: {
      accept: 'text/html, */*',
      ...(server === behindTls ? { authorization: `Bearer ${token}` } : {}),
    },
    redirect: 'manual',
  });

test('every answer keeps browsers from guessing its type, framing it, loading what is others’ and telling addresses', async () => {
  for (const path of paths) {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
    expect(headers.get('access-control-allow-origin'), path).toBeNull();
    expect(headers.get('x-powered-by'), path).toBeNull();
    expect(headers.get('content-security-policy')?.split(';'), path).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
  }
});

test('behind TLS every answer asks for TLS for a year, subdomains too; without it none does', async () => {
  for (const path of paths) {
    const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(
      (await get(path)).headers.get('strict-transport-security') ?? '',
    )!;
    expect(Number(seconds), path).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
  }
  expect((await get('/api/portal', plain)).headers.get('strict-transport-security')).toBeNull();
});

test('what has text says in which encoding, and what is of somebody is kept by no browser', async () => {
  for (const path of paths) {
    const { headers } = await get(path);
    const type = headers.get('content-type');
    if (type && /text|json|xml/.test(type)) expect(type, path).toMatch(/; charset=utf-8$/);
    if (/^\/api\/(users|statistics)/.test(path)) expect(headers.get('cache-control'), path).toBe('no-store');
  }
});

test('folders are not listed, nor is anything beside the client served', async () => {
  for (const path of [
    '/assets/',
    '/assets',
    '/.git/config',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ]) {
    const answer = await get(path);
    const text = await answer.text();
    expect(text, path).not.toMatch(/index of|repositoryformatversion|"dependencies"/i);
  }
});

test('TRACE is answered with nothing of the request', async () => {
  const { hostname, port } = new URL(behindTls.url);
  const text = await new Promise<string>((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      method: 'TRACE',
      path: '/api/portal',
      headers: { 'x-secret': 'mine' },
    });
    asked.on('response', async (answer) => {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      resolve((await answer.toArray()).join(''));
    });
    asked.on('error', reject).end();
  });
  expect(text).not.toContain('mine');
});

test('no method but those for it changes anything, and an unexpected method is no error of ours', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
    expect((await get('/api/users/authenticate', behindTls, method)).status, method).toBeLessThan(500);
  // Signing in by an address, as a link from elsewhere would.
  expect((await get('/api/users/authenticate?email=a&password=b')).status).toBe(404);
});

test('a request that says its length in two ways is refused, and nothing after it is read', async () => {
  const { hostname, port } = new URL(behindTls.url);
  const socket = connect(Number(port), hostname);
  socket.end(
    [
      'POST /api/users/authenticate HTTP/1.1',
      'host: portal',
      'content-type: application/json',
      'content-length: 4',
      'transfer-encoding: chunked',
      '',
      '0',
      '',
      'GET /api/portal HTTP/1.1',
      'host: portal',
      '',
      '',
    ].join('\r\n'),
  );
  const text = (await socket.toArray()).join('');
  expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
});
