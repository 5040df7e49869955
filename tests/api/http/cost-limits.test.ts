import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourlyCosts } from '#server/config.ts';
import { addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { original, provider } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
let link: string;

beforeAll(async () => {
  portal = await openSmallPortal(undefined, {
    hourlyCosts: { ...hourlyCosts, upload: 2, explain: 2, note: 2, order: 2, mail: 2 },
  });
  link = await portal.upload([[original, 3]]);
});
afterAll(() => portal.server.close());

function explained(token?: string) {
  return fetch(`${portal.server.url}/api/statistics/${link}/explain?view=summary&figure=turnoverTotal`, {
    headers: { 'accept-language': 'de', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
}

test('whoever asks too often is told in words and when to go on; others are not concerned', async () => {
  const answers = [
    await explained(portal.token),
    await explained(portal.token),
    await explained(portal.token),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
    '"explain";r=1',
    '"explain";r=0',
    null,
  ]);
  // Two an hour: one every half hour.
  const wait = Number(answers[2]!.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(1700);
  expect(wait).toBeLessThanOrEqual(1800);
  expect(await answers[2]!.json()).toMatchObject({
    code: 'costs_explain',
    message:
      'Höchstens 2\u00a0Erklärungen, Vergleiche und Spalten einzelner Statistiken in der Stunde sind möglich. Weiter geht es in 30\u00a0Min.',
  });
  await addUser(portal.server.pool, { email: 'other@portal.example' });
  expect((await explained(await signIn(portal.server.url, 'other@portal.example'))).status).toBe(200);
  expect((await explained()).status).toBe(200);
  // What members of a combined statistic have is as costly, and two statistics side by side are.
  for (const costly of ['members/figures?view=molecule&member=1', `compare?view=molecule&with=${link}`]) {
    const answer = await fetch(`${portal.server.url}/api/statistics/${link}/${costly}`, {
      headers: { authorization: `Bearer ${portal.token}` },
    });
    expect([costly, answer.status]).toEqual([costly, 429]);
  }
});

test('whatever makes a file for whoever asks is counted, and so are previews of files', () => {
  const made = portal.server.routes.filter(
    ({ method, path, answer }) => (method === 'get' && !answer) || path.startsWith('/api/statistics/preview'),
  );
  const uncounted = made.filter(({ costs }) => !costs).map(({ path }) => path);
  expect(uncounted.sort()).toEqual(
    [
      // As they are kept.
      '/Documents/:file',
      '/template.xlsx',
      '/api/statistics/:id/consent',
      '/api/statistics/:id/file',
      '/api/statistics/:id/header-image/:image',
      '/api/templatefiles/:key',
      '/api/templateimage/:id',
      // Made once for each order, and kept.
      '/api/orders/:order/files/:kind',
      // Limited by themselves, for programs that ask again and again.
      '/api/feeds/:token/atom',
      '/api/feeds/:token/csv',
      // No file: leads to a page.
      '/api/alerts/unsubscribe/:token',
    ].sort(),
  );
});

test('every change of a cart is counted', () => {
  const changes = portal.server.routes.filter(
    ({ method, path }) => method !== 'get' && path.startsWith('/api/cart/'),
  );
  const uncounted = changes.filter(({ costs }) => costs !== 'edit').map(({ path }) => path);
  expect(changes.length).toBeGreaterThan(uncounted.length);
  expect(uncounted.sort()).toEqual([
    // Once for each statistic, else it is the one that there is.
    '/api/cart/from-statistic/:id',
    // Changes nothing.
    '/api/cart/from-statistic/:id/:cartKey/:gtin',
    // Counted as an order.
    '/api/cart/from-statistic/:id/:cartKey/orders',
  ]);
});

test('notes, calls, orders and their mails are refused once there were as many as may be in an hour', async () => {
  const headers = { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${portal.server.url}/api/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.status === 429 ? ((await answer.json()) as { code: string }).code : answer.status;
  };
  const own = await fetch(`${portal.server.url}/api/cart/from-statistic/${link}`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  const { cartKey } = (await own.json()) as { cartKey: string };
  const cart = `cart/from-statistic/${link}/${cartKey}`;
  expect(await call('PUT', `cart/${cartKey}/${provider}/1`)).toBe(200);
  const notes = async () => [
    await call('POST', 'customers/4711/notes', { text: 'Not in' }),
    await call('POST', 'customers/4711/actions', { action: 'called' }),
  ];
  const orders = async () => [await call('POST', `${cart}/orders`), await call('GET', `${cart}/csv`)];
  const mail = () => call('POST', 'orders/1/mail', { to: 'orders@wholesaler.example' });
  // It is for the customer.
  const mails = async () => [await mail(), await mail()];
  expect([await notes(), await notes()]).toEqual([
    [200, 200],
    ['costs_note', 'costs_note'],
  ]);
  expect([await orders(), await orders()]).toEqual([
    [200, 200],
    ['costs_order', 'costs_order'],
  ]);
  expect([await mails(), await mails()]).toEqual([
    [409, 409],
    ['costs_mail', 'costs_mail'],
  ]);
});

test('an upload too many is refused before its file is taken, and one in time is whole', async () => {
  await portal.upload([[original, 4]]);
  const form = uploadForm(Buffer.from('never read'));
  const answer = await postStatistic(portal.server.url, portal.token, form);
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({ code: 'costs_upload' });

  // One that is combined keeps sums of its own, as an upload does.
  const combined = await fetch(`${portal.server.url}/api/statistics/combined`, {
    method: 'POST',
    headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Zusammen', members: [1, 2] }),
  });
  expect(combined.status).toBe(429);
  expect(await combined.json()).toMatchObject({ code: 'costs_upload' });
});
