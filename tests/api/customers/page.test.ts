import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerPage, KeptFigures, ListedCustomer } from '#shared/schemas/customer-page.ts';
import { countLockWaits, testDatabase } from '#tests/support/database.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startInstance, startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

/** A number that would mean something else to a path, to SQL, to LIKE or to HTML. */
const nasty = `a/b%' or 1=1--<b>ü? #\\`;

/** The small catalogue with the provider's product at another price than CHF 10. */
const dearer = (price: number) => ({
  catalogue: {
    ...smallCatalogue.catalogue,
    products: smallCatalogue.catalogue.products.replace('generic,1,0,0,0,10,', `generic,1,0,0,0,${price},`),
  },
});

let server: TestServer;
const tokens: Record<string, string> = {};
type Uploaded = Awaited<ReturnType<typeof uploadRows>>;
const uploaded = {} as Record<'year' | 'quarter' | 'disabled' | 'deleted' | 'test' | 'strangers', Uploaded>;

beforeAll(async () => {
  server = await startTestServer();
  const { pool, url } = server;
  const rep = await fillSmallPortal(pool);
  await addCustomer(pool, nasty, 'Nasty <b>name</b>');
  tokens.rep = await signIn(url, 'rep@portal.example');
  for (const name of ['manager', 'stranger', 'nobody', 'full', 'admin']) {
    const email = `${name}@portal.example`;
    const id = await addUser(pool, {
      email,
      role: name === 'admin' ? 'Admin' : 'User',
      fullDataAccess: name === 'full',
    });
    if (name === 'manager') await pool.query('update users set parent_user_id = $1 where id = $2', [id, rep]);
    tokens[name] = await signIn(url, email);
  }
  const upload = (packs: number, fields: Record<string, string> = {}, who = 'rep') =>
    uploadRows(
      url,
      tokens[who]!,
      [
        [original, packs],
        [generic, 2],
        [provider, 1],
      ],
      { comment: `Of ${who}`, ...fields },
    );
  const year = (timeYear: string) => ({ timeYearFrom: timeYear, timeYearTo: timeYear });
  uploaded.year = await upload(3);
  uploaded.quarter = await upload(4, { ...year('2024'), timeMonthFrom: '10' });
  uploaded.disabled = await upload(5, year('2023'));
  uploaded.deleted = await upload(6, year('2022'));
  uploaded.test = await upload(7, { ...year('2021'), testUpload: 'true' });
  uploaded.strangers = await upload(8, {}, 'stranger');
  await upload(9, { customerExternalId: nasty });
  await send('rep', 'POST', `statistics/${uploaded.disabled.bezugsStatistikID}/state?state=false`);
  await send('rep', 'DELETE', `statistics/${uploaded.deleted.bezugsStatistikID}`);
}, 60_000);
afterAll(() => server.close());

function send(who: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      ...(tokens[who] && { authorization: `Bearer ${tokens[who]}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function pageOf(number: string, who = 'rep'): Promise<CustomerPage> {
  const answer = await send(who, 'GET', `customers/${encodeURIComponent(number)}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as CustomerPage;
}

const idsOf = ({ statistics }: CustomerPage) => statistics.map(({ bezugsStatistikID: id }) => id);
const idOf = (name: keyof typeof uploaded) => uploaded[name].bezugsStatistikID;

test('a page says who the customer is and shows the statistics, newest period first', async () => {
  const page = await pageOf('4711');
  expect(page).toMatchObject({
    externalId: '4711',
    name: 'Pharmacy',
    known: { address: 'Hauptstrasse 1, 8000, Zürich ZH, Schweiz', active: true },
    orders: [],
    carts: [],
  });
  expect(idsOf(page)).toEqual([idOf('year'), idOf('quarter'), idOf('disabled')]);
  expect(page.statistics.map(({ months, active }) => [months, active])).toEqual([
    [12, true],
    [3, true],
    [12, false],
  ]);
});

test('kept figures are those of the dashboard to the centime, and per month besides', async () => {
  const { statistics } = await pageOf('4711');
  for (const { directLinkId, figures } of statistics.filter(({ active }) => active)) {
    const dashboard = (await (
      await send('rep', 'GET', `statistics/${directLinkId}/summary`)
    ).json()) as Record<string, unknown>;
    const { perMonth: _, reckonedAt: __, current, ...kept } = figures!;
    expect(current).toBe(true);
    expect(dashboard).toMatchObject(kept);
  }
  // 3 × 20 + 2 × 12 + 1 × 10; what is not the provider's would be 5 × 10 there: 34 less. The original is missing.
  expect(statistics[0]?.figures).toMatchObject({
    turnoverTotal: 94,
    turnoverProvider: 10,
    potentialTotal: 50,
    customersGainTotal: 34,
    alternativeProvider: 2,
    notDeliverable: 1,
    notDeliverableReplaceable: 1,
    genericPenetration: 50,
    priceDate: '2026-01-01',
    perMonth: { turnoverTotal: 7.83, turnoverProvider: 0.83, potentialTotal: 4.17, customersGainTotal: 2.83 },
  });
  // 4 × 20 + 2 × 12 + 1 × 10 in three months
  expect(statistics[1]?.figures?.perMonth).toMatchObject({ turnoverTotal: 38, potentialTotal: 20 });
});

test('what the customer loses per month is half up to the centime too', async () => {
  const lose = (centimes: number) =>
    server.pool.query(
      `update statistic_figures set figures = figures || jsonb_build_object('customersGainTotal', $1::numeric / 100)
       where statistic_id = $2`,
      [centimes, idOf('year')],
    );
  // Of twelve months 2.5 centimes each.
  await lose(-30);
  const lost = (await pageOf('4711')).statistics[0]?.figures;
  await lose(3400);
  expect(lost?.perMonth.customersGainTotal).toBe(-0.02);
});

test('customers are listed by what could be sold them, each by the newest of the uploads that are found', async () => {
  const listed = async (who: string, query = '') =>
    (await (await send(who, 'GET', `customers${query}`)).json()) as ListedCustomer[];
  const all = await listed('rep');
  // 9 packs of the original in a year are more than 3. No test upload, and nothing deleted.
  expect(all.map(({ externalId, statistics }) => [externalId, statistics])).toEqual([
    [nasty, 1],
    ['4711', 3],
  ]);
  expect(all[1]).toEqual({
    externalId: '4711',
    name: 'Pharmacy',
    address: 'Hauptstrasse 1, 8000, Zürich ZH, Schweiz',
    statistics: 3,
    directLinkId: uploaded.year.directLinkId,
    timeMonthFrom: 1,
    timeYearFrom: 2025,
    timeMonthTo: 12,
    timeYearTo: 2025,
    potentialPerMonth: 4.17,
    notDeliverable: 1,
    notDeliverableReplaceable: 1,
    current: true,
    lastOrder: null,
  });
  expect(await listed('rep', '?search=pharmacy%204711')).toMatchObject([{ externalId: '4711' }]);
  expect((await listed('manager')).map(({ externalId }) => externalId)).toEqual([nasty, '4711']);
  expect(await listed('stranger')).toMatchObject([{ externalId: '4711', statistics: 1 }]);
  expect(await listed('nobody')).toEqual([]);
  const first = await send('rep', 'GET', 'customers?PageSize=1');
  expect(first.headers.get('x-has-next-page')).toBe('true');
});

test('of a disabled statistic, whose dashboard nobody opens, no figures are shown', async () => {
  const { statistics } = await pageOf('4711');
  expect(statistics.find(({ active }) => !active)).toMatchObject({ figures: null });
});

test.each([
  ['the representative', 'rep', ['year', 'quarter', 'disabled']],
  ['the line manager', 'manager', ['year', 'quarter', 'disabled']],
  ['somebody with full data access', 'full', ['strangers', 'year', 'quarter', 'disabled']],
  ['an administrator', 'admin', ['strangers', 'year', 'quarter', 'disabled']],
  ['somebody who has uploaded under the same number', 'stranger', ['strangers']],
] as const)('%s sees what they may see', async (_, who, names) => {
  expect(idsOf(await pageOf('4711', who))).toEqual(names.map(idOf));
});

test('whoever may see none of the statistics is told of no customer', async () => {
  expect((await send('nobody', 'GET', 'customers/4711')).status).toBe(404);
  expect((await send('visitor', 'GET', 'customers/4711')).status).toBe(401);
  expect((await send('rep', 'GET', 'customers/4712')).status).toBe(404);
});

test('a number is taken as it is, whatever characters it has', async () => {
  expect((await pageOf(nasty)).name).toBe('Nasty <b>name</b>');
  expect(idsOf(await pageOf(nasty))).toHaveLength(1);
  for (const other of ['47%', '4711 ', ' ', "4711' or '1'='1", '%', '..', '__', 'x'.repeat(255), '４７１１'])
    expect([other, (await send('rep', 'GET', `customers/${encodeURIComponent(other)}`)).status]).toEqual([
      other,
      404,
    ]);
  expect((await send('rep', 'GET', `customers/${'x'.repeat(256)}`)).status).toBe(400);
  expect((await send('rep', 'GET', 'customers/%00')).status).toBe(400);
});

test('an open cart stands there until it is ordered, for those who may look at it', async () => {
  const { directLinkId } = uploaded.year;
  const path = `cart/from-statistic/${directLinkId}`;
  const { cartKey } = (await (await send('rep', 'POST', path, {})).json()) as { cartKey: string };
  expect((await pageOf('4711')).carts).toEqual([]);
  await send('rep', 'PUT', `cart/${cartKey}/${provider}/3`);
  expect((await pageOf('4711')).carts).toMatchObject([
    { cartKey, directLinkId, own: true, selectedRows: 1, timeMonthFrom: 1, timeYearTo: 2025 },
  ]);
  expect((await pageOf('4711', 'admin')).carts).toEqual([]);
  await send('rep', 'POST', `${path}/${cartKey}`, { visible: true });
  expect((await pageOf('4711', 'manager')).carts).toMatchObject([{ cartKey, own: false }]);
  expect((await pageOf('4711', 'stranger')).carts).toEqual([]);

  const { order } = (await (await send('rep', 'POST', `${path}/${cartKey}/orders`, {})).json()) as {
    order: number;
  };
  const page = await pageOf('4711', 'manager');
  expect(page.carts).toEqual([]);
  expect(page.orders).toMatchObject([
    { order, version: 1, directLinkId, madeBy: 'rep@portal.example', rows: 1, packs: 3, exFactorySum: 30 },
  ]);
  expect((await pageOf('4711', 'stranger')).orders).toEqual([]);
  const last = async (who: string) =>
    ((await (await send(who, 'GET', 'customers?customerExternalId=4711')).json()) as ListedCustomer[])[0]
      ?.lastOrder;
  expect(await last('rep')).toMatchObject({ order });
  expect(await last('stranger')).toBeNull();
  await send('rep', 'PUT', `cart/${cartKey}/${provider}/4`);
  expect((await pageOf('4711')).carts).toMatchObject([{ cartKey }]);
});

test('an order stays with the customer it was made for, and of a disabled statistic with its owner and administrators', async () => {
  const id = idOf('year');
  const move = (customerExternalId: string) =>
    send('rep', 'POST', `statistics/${id}`, { customerExternalId, customerName: 'Moved' });
  expect((await move(nasty)).status).toBe(200);
  expect((await pageOf(nasty)).orders).toEqual([]);
  expect((await pageOf('4711')).orders).toEqual([]);
  expect((await move('4711')).status).toBe(200);
  await send('rep', 'POST', `statistics/${id}/state?state=false`);
  const readers: string[] = [];
  for (const who of ['rep', 'manager', 'full', 'admin'])
    if ((await pageOf('4711', who)).orders.length > 0) readers.push(who);
  expect(readers).toEqual(['rep', 'admin']);
  expect((await pageOf('4711')).carts).toEqual([]);
  await send('rep', 'POST', `statistics/${id}/state?state=true`);
});

test('after a publication the figures say that they are of before until they are reckoned anew', async () => {
  // Another process has its turn meanwhile.
  await server.pool.query(
    `insert into figures_turn (process, until) values (gen_random_uuid(), now() + interval '1 hour')
     on conflict (only_row) do update set process = excluded.process, until = excluded.until`,
  );
  const before = (await pageOf('4711')).statistics[0]!.figures!;
  await publishReferenceData(server.pool, dearer(11));
  await expect
    .poll(async () => (await pageOf('4711')).statistics[0]!.figures)
    .toMatchObject({
      ...before,
      current: false,
    });
  await server.pool.query('update figures_turn set until = now()');
  await nudge(server);
  // 5 × 11
  await expect
    .poll(async () => (await pageOf('4711')).statistics[0]!.figures)
    .toMatchObject({ potentialTotal: 55, turnoverProvider: 11, current: true });
  const after = (await pageOf('4711')).statistics[0]!.figures!;
  expect(after.reckonedAt > before.reckonedAt).toBe(true);
});

test('a catalogue that is published during an import is that of its figures in the end', async () => {
  const { pool, url } = server;
  const client = await pool.connect();
  await client.query('begin');
  await client.query("select from users where email = 'stranger@portal.example' for update");
  const uploading = uploadRows(url, tokens.stranger!, [[original, 1]], { customerExternalId: nasty });
  await expect.poll(() => countLockWaits(pool, "query like '%for key share%'")).toBe(1);
  await publishReferenceData(pool, dearer(12));
  await client.query('commit');
  client.release();
  const { bezugsStatistikID } = await uploading;
  await nudge(server);
  // 1 × 12 and no longer 1 × 11
  await expect
    .poll(async () => (await pageOf(nasty, 'stranger')).statistics[0])
    .toMatchObject({ bezugsStatistikID, figures: { potentialTotal: 12, current: true } });
});

if (long)
  test('of two processes one reckons, each statistic once', async () => {
    const database = await testDatabase();
    const { pool } = database;
    await fillSmallPortal(pool);
    const servers = await Promise.all([startInstance(database), startInstance(database)]);
    const token = await signIn(servers[0]!.url, 'rep@portal.example');
    for (let packs = 1; packs <= 5; packs++) await uploadRows(servers[0]!.url, token, [[original, packs]]);
    await pool.query(`
      create table reckoned (statistic_id integer, process uuid);
      create function note() returns trigger language plpgsql as $$ begin
        insert into reckoned select new.statistic_id, process from figures_turn; return new; end $$;
      create trigger note after update on statistic_figures for each row execute function note()`);
    await publishReferenceData(pool, dearer(11));
    const figures = async () => {
      const { rows } = await pool.query<{ figures: KeptFigures }>(
        'select figures from statistic_figures order by statistic_id',
      );
      return rows.map((row) => row.figures.potentialTotal);
    };
    await expect.poll(figures).toEqual([11, 22, 33, 44, 55]);
    const { rows } = await pool.query(
      'select count(*)::integer as times, count(distinct statistic_id)::integer as statistics, count(distinct process)::integer as processes from reckoned',
    );
    expect(rows).toEqual([{ times: 5, statistics: 5, processes: 1 }]);
    await Promise.all(servers.map((each) => each.close()));
    await database.close();
  });

if (long)
  test('figures are reckoned to the end where focus groups are changed meanwhile', async () => {
    const database = await testDatabase();
    const { pool } = database;
    await fillSmallPortal(pool);
    const { log, entries } = keepLog();
    const instance = await startInstance(database, {}, log);
    const token = await signIn(instance.url, 'rep@portal.example');
    for (let packs = 1; packs <= 5; packs++) await uploadRows(instance.url, token, [[original, packs]]);
    await publishReferenceData(pool, dearer(11));
    const figures = async () => {
      const { rows } = await pool.query<{ figures: KeptFigures }>('select figures from statistic_figures');
      return rows.map((row) => row.figures.potentialTotal).sort((a, b) => a - b);
    };
    await expect.poll(figures, { interval: 5 }).toContain(55);
    await pool.query("insert into focus_groups (name) values ('Saved meanwhile')");
    await expect.poll(figures, { timeout: 10_000 }).toEqual([11, 22, 33, 44, 55]);
    expect(entries.filter(({ level }) => level >= 40)).toEqual([]);
    await instance.close();
    await database.close();
  });

/** Has processes look for what is to be reckoned, as they do every minute. */
async function nudge({ pool }: TestServer): Promise<void> {
  await pool.query("select pg_notify('changes', 'statistic:none 0')");
}
