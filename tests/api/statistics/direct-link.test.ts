import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReferenceData } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { generic, original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let server: TestServer;
let token: string;
let upload: SmallPortal['upload'];
const arrow = 'application/vnd.apache.arrow.stream';

beforeAll(async () => {
  ({ server, token, upload } = await openSmallPortal());
});
afterAll(() => server.close());

function newStatistic(): Promise<string> {
  return upload([
    [original, 2],
    [generic, 3],
  ]);
}

/** As a browser revalidates: fetch would add cache-control: no-cache to a request with if-none-match. */
function view(id: string, rest: string, headers: Record<string, string> = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    request(`${server.url}/api/statistics/${id}/${rest}`, { headers }, async (response) => {
      const { statusCode: status = 0, headers } = response;
      const body = await text(response);
      resolve(new Response(body || null, { status, headers: headers as Record<string, string> }));
    })
      .on('error', reject)
      .end();
  });
}

test('a result carries a strong ETag and the SQL version, and is answered 304 when the client has it', async () => {
  const id = await newStatistic();
  const first = await view(id, 'atc?type=all&sortBy=count');
  const etag = first.headers.get('etag')!;
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(first.headers.get('x-sql-version')).toMatch(/^v1-/);
  const again = await view(id, 'atc?type=all&sortBy=count', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  // Other parameters, another format and another view are other results.
  for (const [rest, headers] of [
    ['atc?type=all&sortBy=qtySum', {}],
    ['atc?type=all&sortBy=count', { accept: arrow }],
    ['summary', {}],
  ] as const) {
    expect((await view(id, rest, { ...headers, 'if-none-match': etag })).status).toBe(200);
  }
});

test('a visitor never gets what was cached for a signed-in user', async () => {
  const id = await newStatistic();
  const signedIn = await view(id, 'summary', { authorization: `Bearer ${token}` });
  expect(await signedIn.json()).toHaveProperty('customerExternalId');
  const visitor = await view(id, 'summary', { 'if-none-match': signedIn.headers.get('etag')! });
  expect(visitor.status).toBe(200);
  expect(await visitor.json()).not.toHaveProperty('customerExternalId');
});

test('a new catalogue changes the figures and the ETag at once', async () => {
  const id = await newStatistic();
  const before = await view(id, 'summary');
  expect(await before.json()).toMatchObject({ turnoverTotal: 76 });
  const { catalogue } = smallCatalogue;
  await publishReferenceData(server.pool, {
    catalogue: { ...catalogue!, products: catalogue!.products.replace(',20,35.5,', ',21,35.5,') },
  });
  await expect.poll(async () => (await view(id, 'summary')).json()).toMatchObject({ turnoverTotal: 78 });
  expect((await view(id, 'summary', { 'if-none-match': before.headers.get('etag')! })).status).toBe(200);
});

test('a disabled link answers 404 to everyone at once, 304 included', async () => {
  const id = await newStatistic();
  const { headers } = await view(id, 'summary');
  await server.pool.query(
    'update statistics set active = false, revision = revision + 1 where direct_link_id = $1',
    [id],
  );
  await expect.poll(async () => (await view(id, 'summary')).status).toBe(404);
  const etag = { 'if-none-match': headers.get('etag')! };
  expect((await view(id, 'summary', etag)).status).toBe(404);
  expect((await view(id, 'summary', { authorization: `Bearer ${token}` })).status).toBe(404);
  expect((await fetch(`${server.url}/api/statistics/${id}`)).status).toBe(404);
});

test('unknown links, views and parameters are told apart', async () => {
  const id = await newStatistic();
  const codeOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ];
  expect(await codeOf(await view('A'.repeat(22), 'summary'))).toEqual([404, 'not_found']);
  expect(await codeOf(await view('1', 'summary'))).toEqual([404, 'not_found']);
  expect(await codeOf(await view(id, 'no-such-view'))).toEqual([404, 'no_such_call']);
  expect(await codeOf(await view(id, 'atc?type=every'))).toEqual([400, 'invalid_input']);
  expect(await codeOf(await view(id, 'atc?colour=red'))).toEqual([400, 'invalid_input']);
  expect(await codeOf(await view(id, 'summary?type=all'))).toEqual([400, 'invalid_input']);
});
