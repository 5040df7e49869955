import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReferenceData } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';

let server: TestServer;
let link: string;
let other: string;

beforeAll(async () => {
  const portal = await openSmallPortal();
  server = portal.server;
  link = await portal.upload([[original, 3]]);
  other = await portal.upload([[original, 2]], { timeYearFrom: '2024', timeYearTo: '2024' });
});
afterAll(() => server.close());

const explanation = () => `${link}/explain?view=summary&figure=turnoverTotal`;
const comparison = () => `${link}/compare?view=summary&with=${other}`;

test.each([
  ['an explanation', explanation],
  ['a comparison', comparison],
])('%s is kept by the client and answered 304 while it holds', async (_name, path) => {
  const first = await get(path());
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': expect.stringContaining('application/json'),
    etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
  });
  const vary = String(first.headers.vary).toLowerCase().split(/, */);
  expect(vary).toEqual(expect.arrayContaining(['accept-encoding', 'accept-language', 'authorization']));

  const again = await get(path(), { 'if-none-match': first.headers.etag! });
  expect([again.status, again.body]).toEqual([304, undefined]);
  expect(again.headers.etag).toBe(first.headers.etag);
  const packed = await get(path(), { 'if-none-match': first.headers.etag!, 'accept-encoding': 'br' });
  expect(packed.status).toBe(304);
});

test('the texts of a language are asked about each time: after an upgrade they are others', async () => {
  const path = '../../translations/it.json';
  const { headers, body } = await get(path);
  expect(body).toMatchObject({ portal: { action: { cancel: 'Annulla' } } });
  expect(headers['cache-control']).toBe('private, no-cache');
  expect((await get(path, { 'if-none-match': headers.etag! })).status).toBe(304);
});

test('other words, another figure and another period are other answers', async () => {
  const { etag } = (await get(explanation(), { 'accept-language': 'de' })).headers;
  const known = { 'if-none-match': etag! };
  expect((await get(explanation(), { ...known, 'accept-language': 'fr' })).status).toBe(200);
  expect((await get(explanation(), { ...known, 'accept-language': 'de' })).status).toBe(304);
  const figure = explanation().replace('turnoverTotal', 'totalQty');
  expect((await get(figure, { ...known, 'accept-language': 'de' })).status).toBe(200);
  const tag = { 'if-none-match': (await get(comparison())).headers.etag! };
  expect((await get(`${other}/compare?view=summary&with=${link}`, tag)).status).toBe(200);
});

test('what can not be answered has no tag and is not kept', async () => {
  const unknown = await get(`${link}/explain?view=summary&figure=customerName`);
  expect([unknown.status, unknown.headers.etag, unknown.headers['cache-control']]).toEqual([
    400,
    undefined,
    'no-store',
  ]);
});

test('views say what they were made from, in a 304 too; it is the same for all until the statistic is edited', async () => {
  const first = await get(`${link}/summary`);
  const version = first.headers['x-data-version'];
  expect(version).toMatch(/^\d+(\.\d+)+$/);
  const again = await get(`${link}/summary`, { 'if-none-match': first.headers.etag! });
  expect([again.status, again.headers['x-data-version']]).toEqual([304, version]);
  expect((await get(`${link}/short-summary`)).headers['x-data-version']).toBe(version);
  await server.pool.query(
    "update statistics set customer_name = 'Renamed', revision = revision + 1 where direct_link_id = $1",
    [link],
  );
  await expect
    .poll(async () => (await get(`${link}/short-summary`)).headers['x-data-version'])
    .not.toBe(version);
  expect((await get(`${link}/summary`)).headers['x-data-version']).not.toBe(version);
});

// Last, because they change what the others ask for.
test('a new catalogue is answered anew, and a disabled link not at all', async () => {
  const known = await Promise.all(
    [explanation(), comparison()].map(async (path) => ({ path, tag: (await get(path)).headers.etag! })),
  );
  const { catalogue } = smallCatalogue;
  await publishReferenceData(server.pool, {
    catalogue: { ...catalogue!, products: catalogue!.products.replace(',20,35.5,', ',21,35.5,') },
  });
  for (const { path, tag } of known) {
    expect((await get(path, { 'if-none-match': tag })).status).toBe(200);
  }
  const fresh = (await get(explanation())).headers.etag!;
  await server.pool.query(
    'update statistics set active = false, revision = revision + 1 where direct_link_id = $1',
    [link],
  );
  await expect.poll(async () => (await get(explanation(), { 'if-none-match': fresh })).status).toBe(404);
});

/** As a browser revalidates: fetch would add cache-control: no-cache to a request with if-none-match. */
async function get(path: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${server.url}/api/statistics/${path}`, { headers }, resolve).on('error', reject).end();
  });
  const { statusCode: status, headers: answered } = response;
  const readable = status === 200 && !answered['content-encoding'];
  if (!readable) response.resume();
  return { status, headers: answered, body: readable ? await json(response) : undefined };
}
