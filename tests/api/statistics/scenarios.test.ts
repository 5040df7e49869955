import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scenario } from '#shared/schemas/scenario.ts';
import { countLockWaits } from '#tests/support/database.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
let link: string;
let colleague: string;

beforeAll(async () => {
  portal = await openSmallPortal();
  await addUser(portal.server.pool, { email: 'colleague@portal.example', name: 'Rolf' });
  colleague = await signIn(portal.server.url, 'colleague@portal.example');
  link = await portal.upload([[original, 4]]);
});
afterAll(() => portal.server.close());
beforeEach(() => portal.server.pool.query('delete from scenarios'));

async function call(method: string, path = '', body?: object, token = portal.token) {
  const answer = await fetch(`${portal.server.url}/api/what-if/from-statistic/${link}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Scenario[] & { code?: string } };
}
const keep = (name: string, choice: object = {}) => call('POST', '', { name, ...choice });
const names = ({ body }: { body: Scenario[] }) => body.map(({ name }) => name);

test('a choice is kept under a name, and the same name takes its place', async () => {
  await keep('Half', { chosen: ['all'], share: '0.5' });
  const { body } = await keep('Half', { chosen: [`0.25@product:${original}`, 'none'], benchmark: 59 });
  expect(body).toEqual([
    {
      id: expect.any(Number),
      name: 'Half',
      own: true,
      ownerName: expect.any(String),
      visible: false,
      choice: { chosen: [`0.25@product:${original}`, 'none'], share: '1', benchmark: 59 },
      changed: false,
      madeAt: expect.any(String),
    },
  ]);
});

test('others see it while it is made visible, and can neither hide nor delete it', async () => {
  const [mine] = (await keep('Mine')).body;
  expect(names(await call('GET', '', undefined, colleague))).toEqual([]);
  await call('PUT', `/${mine!.id}`, { visible: true });
  expect((await call('GET', '', undefined, colleague)).body).toMatchObject([{ name: 'Mine', own: false }]);
  for (const [method, body] of [['PUT', { visible: false }], ['DELETE']] as const)
    expect((await call(method, `/${mine!.id}`, body, colleague)).status).toBe(404);
  // One of the same name is the colleague's own.
  expect(names(await call('POST', '', { name: 'Mine' }, colleague))).toEqual(['Mine', 'Mine']);
  await call('PUT', `/${mine!.id}`, { visible: false });
  expect((await call('GET', '', undefined, colleague)).body).toMatchObject([{ own: true }]);
});

test('it is of one statistic, and goes with it', async () => {
  const [mine] = (await keep('Mine')).body;
  const first = link;
  link = await portal.upload([[original, 5]]);
  expect((await call('DELETE', `/${mine!.id}`)).status).toBe(404);
  expect(names(await call('GET'))).toEqual([]);
  await portal.server.pool.query('delete from statistics where direct_link_id = $1', [first]);
  expect((await portal.server.pool.query('select from scenarios')).rowCount).toBe(0);
});

test('it says that what it depends on is other since, until it is kept anew', async () => {
  const { server, token } = portal;
  const changed = async () =>
    Object.fromEntries((await call('GET')).body.map((each) => [each.name, each.changed]));
  const keepAll = async () => {
    await keep('All', { chosen: ['none', '0.5@all'] });
    await keep('Benchmark', { chosen: ['none'], benchmark: 59 });
    return (await keep('Product', { chosen: [`product:${original}`] })).body;
  };
  const none = { All: false, Benchmark: false, Product: false };
  await keepAll();
  // What is said of an upload changes nothing of what it contains.
  const { rows } = await server.pool.query('select id, revision from statistics where direct_link_id = $1', [
    link,
  ]);
  const edited = await fetch(`${server.url}/api/statistics/${rows[0].id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ comment: 'Called' }),
  });
  expect(await edited.json()).toMatchObject({ comment: 'Called' });
  expect(await changed()).toEqual(none);
  await publishReferenceData(server.pool, {
    stockouts: { ...smallCatalogue.stockouts, force: 'Another list' },
  });
  await expect.poll(changed, { timeout: 20_000 }).toEqual({ All: true, Benchmark: true, Product: false });
  expect((await keepAll()).map((each) => each.changed)).toEqual([false, false, false]);
  await publishReferenceData(server.pool, { catalogue: smallCatalogue.catalogue });
  await expect.poll(changed, { timeout: 20_000 }).toEqual({ All: true, Benchmark: true, Product: true });
});

test('of several statistics as one it says so once their lines may be others', async () => {
  const { server, token } = portal;
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/statistics/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { directLinkId: string };
  };
  const links = [link, await portal.upload([[original, 6]]), await portal.upload([[original, 7]])];
  const { rows } = await server.pool.query<{ id: number }>(
    'select id from statistics where direct_link_id = any ($1)',
    [links],
  );
  link = (await send('POST', 'combined', { name: 'Together', members: rows.map(({ id }) => id) }))
    .directLinkId;
  expect((await keep('Mine')).body).toMatchObject([{ changed: false }]);
  await send('PUT', `${link}/members`, { positions: [1, 2] });
  expect((await call('GET')).body).toMatchObject([{ changed: true }]);
  link = links[0]!;
});

test('a user has twenty of a statistic at most, and may still change those', async () => {
  for (let number = 1; number <= 20; number++) await keep(`Scenario ${number}`);
  expect(await keep('One more')).toMatchObject({ status: 409, body: { code: 'scenarios_too_many' } });
  expect((await keep('Scenario 7', { share: '0.5' })).status).toBe(200);
  const left = await call('DELETE', `/${(await call('GET')).body[0]!.id}`);
  expect(left.body).toHaveLength(19);
  expect((await keep('One more')).status).toBe(200);
});

test('of two that are saved at once only one is the twentieth', async () => {
  for (let number = 1; number <= 19; number++) await keep(`Scenario ${number}`);
  const { pool } = portal.server;
  const other = await pool.connect();
  let answer: ReturnType<typeof keep>;
  try {
    // What another request does at the same time.
    await other.query('begin');
    await other.query(
      'select from users where id = (select owner_id from scenarios limit 1) for no key update',
    );
    await other.query(
      `insert into scenarios (statistic_id, owner_id, name, choice, statistic_revision, catalogue_revision)
       select statistic_id, owner_id, 'Twentieth', choice, statistic_revision, catalogue_revision
       from scenarios limit 1`,
    );
    answer = keep('At the same time');
    await Promise.race([answer, waitsForALock()]);
    await other.query('commit');
  } finally {
    other.release(true);
  }
  expect(await answer).toMatchObject({ status: 409, body: { code: 'scenarios_too_many' } });
});

async function waitsForALock() {
  await expect.poll(() => countLockWaits(portal.server.pool), { timeout: 10_000 }).toBe(1);
}

test('what is no choice or no name is refused', async () => {
  const most = Array.from({ length: 300 }, (_, index) => `molecule:${index}${'x'.repeat(80)}`);
  for (const body of [
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: 'a\0b' },
    { name: 'a', chosen: ['everything'] },
    { name: 'a', chosen: ['product:a\0b'] },
    { name: 'a', chosen: 7 },
    { name: 'a', chosen: most },
    { name: 'a', share: 0.5 },
    { name: 'a', share: '1.5' },
    { name: 'a', benchmark: 100 },
    { name: 'a', visible: true },
  ])
    expect((await call('POST', '', body)).status, JSON.stringify(body).slice(0, 60)).toBe(400);
  expect((await call('PUT', '/1', {})).status).toBe(400);
  expect((await call('DELETE', '/0')).status).toBe(400);
  expect((await call('DELETE', '/99999999999')).status).toBe(400);
});
