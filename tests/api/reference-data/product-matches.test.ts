import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchProposals, ProductMatch } from '#shared/schemas/product-match.ts';
import { countLockWaits } from '#tests/support/database.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

/** GTINs that no source names, and a number of a wholesaler. */
const unknown = gtin('769999900001');
const second = gtin('769999900002');
const third = gtin('769999900003');
const own = '7654321';

const product = (code: string, name: string, maker: string, price: string) =>
  `${code},,${name},${maker},C09AA05,ramiprilum,28,Tabl,Tabletten,5 mg,generic,1,0,0,0,${price},,10003,B\n`;
const small = smallCatalogue.catalogue;
const others = [
  product(gtin('768010000004'), 'Ramipril Muster Tabl 5 mg 28 Stk', 'Muster AG', '4'),
  product(gtin('768010000005'), 'Ramipril Beispiel Tabl 5 mg 28 Stk', 'Beispiel AG', '5'),
  product(gtin('768010000006'), 'Ramipril Beispiel Tabl 50 mg 28 Stk', 'Beispiel AG', '6'),
].join('');
const products = small.products + others;

let server: TestServer;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { pool } = server;
  await publishReferenceData(pool, { ...smallCatalogue, catalogue: { ...small, products } });
  await addCustomer(pool, '4711', 'Pharmacy');
  await addCustomer(pool, '4712', 'Other');
  for (const name of ['rep', 'colleague', 'manager', 'admin']) {
    const email = `${name}@portal.example`;
    await addUser(pool, { email, name, role: name === 'admin' ? 'Admin' : 'User' });
    tokens[name] = await signIn(server.url, email);
  }
  await pool.query(
    "update users set parent_user_id = (select id from users where name = 'manager') where name in ('rep', 'colleague')",
  );
}, 60_000);
afterAll(() => server.close());

type Row = [code: string, packs: number, description?: string, manufacturer?: string];

async function upload(who: string, rows: Row[], fields: Record<string, string> = {}) {
  const text = [
    'GTIN;Pharmacode;Menge;Bezeichnung;Hersteller',
    ...rows.map(([code, packs, name = '', maker = '']) =>
      [code.length === 13 ? code : '', code.length === 13 ? '' : code, packs, name, maker].join(';'),
    ),
  ].join('\n');
  const form = uploadForm(new TextEncoder().encode(text), fields, 'purchases.csv');
  const answer = await postStatistic(server.url, tokens[who]!, form);
  const body = await answer.json();
  expect([answer.status, body.message]).toEqual([200, undefined]);
  return { link: body.bezugsStatistik.directLinkId as string, report: body.report };
}

async function ask(who: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function done(who: string, method: string, path: string, body?: object) {
  const answer = await ask(who, method, path, body);
  expect([path, answer.status, answer.ok ? '' : await answer.clone().text()]).toEqual([
    path,
    answer.status === 204 ? 204 : 200,
    '',
  ]);
  return answer;
}

async function refusal(who: string, method: string, path: string, body?: object): Promise<[number, string]> {
  const answer = await ask(who, method, path, body);
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

const say = (who: string, link: string, code: string, said: string) =>
  done(who, 'POST', `statistics/${link}/matches`, { code, product: said });

/** Articles of a statistic that are in the catalogue, and those that are not. */
async function articles(link: string): Promise<{ matched: number; unmatched: number; etag: string }> {
  const answer = await ask('admin', 'GET', `statistics/${link}/summary`);
  expect(answer.status).toBe(200);
  const { numberOfArticles, articlesUnmatched } = (await answer.json()) as Record<string, number>;
  return {
    matched: numberOfArticles! - articlesUnmatched!,
    unmatched: articlesUnmatched!,
    etag: answer.headers.get('etag')!,
  };
}

async function listed(): Promise<ProductMatch[]> {
  return (await done('admin', 'GET', 'product-matches')).json();
}

async function idOf(code: string): Promise<number> {
  return (await listed()).find((each) => each.code === code)!.id;
}

test('a match counts for all statistics of the customer that its author may see, uploaded before or after, and no others', async () => {
  const rows: Row[] = [
    [unknown, 3],
    [original, 1],
  ];
  const { link } = await upload('rep', rows);
  const { link: colleagues } = await upload('colleague', rows);
  const { link: others } = await upload('rep', rows, { customerExternalId: '4712' });
  const { link: untold } = await upload('rep', [[original, 2]]);
  const before = await articles(link);
  const untouched = await articles(untold);
  expect(before).toMatchObject({ matched: 1, unmatched: 1 });

  const answer = await say('rep', link, unknown, generic);
  expect(await answer.json()).toEqual({
    code: unknown,
    product: {
      gtin: generic,
      pharmacode: '0000002',
      description: 'Generic 10 mg 30 Tabl',
      manufacturer: 'Generic AG',
    },
  });
  const after = await articles(link);
  expect(after).toMatchObject({ matched: 2, unmatched: 0 });
  expect(after.etag).not.toBe(before.etag);
  expect(await articles(colleagues)).toMatchObject({ unmatched: 1 });
  expect(await articles(others)).toMatchObject({ unmatched: 1 });
  // What does not contain the code is as it was.
  expect((await articles(untold)).etag).toBe(untouched.etag);

  const next = await upload('rep', rows, { timeYearFrom: '2024', timeYearTo: '2024' });
  expect(next.report).toMatchObject({ matchedByGtin: 1, matchedByHand: 1, unmatched: { total: 0 } });
  expect(await articles(next.link)).toMatchObject({ matched: 2, unmatched: 0 });
  expect((await upload('rep', rows, { testUpload: 'true' })).report).toMatchObject({
    unmatched: { total: 1 },
  });

  // Who sees both says it of both.
  await say('manager', colleagues, unknown, provider);
  expect(await articles(colleagues)).toMatchObject({ unmatched: 0 });
  await server.pool.query("update users set parent_user_id = null where name = 'colleague'");
  await expect.poll(async () => (await articles(colleagues)).unmatched).toBe(1);
  await server.pool.query(
    "update users set parent_user_id = (select id from users where name = 'manager') where name = 'colleague'",
  );

  await done('rep', 'DELETE', `statistics/${link}/matches/${unknown}`);
  expect(await refusal('rep', 'DELETE', `statistics/${link}/matches/${unknown}`)).toEqual([404, 'not_found']);
  // The manager's counts instead.
  const { rows: bought } = await view(link);
  expect(bought.map(({ gtin: code }) => code).sort()).toEqual([original, provider].sort());
  await done('manager', 'DELETE', `statistics/${link}/matches/${unknown}`);
  expect(await articles(link)).toMatchObject({ unmatched: 1 });
});

async function view(link: string): Promise<{ rows: { gtin: string; qtySum1: number }[] }> {
  const answer = await done('admin', 'GET', `statistics/${link}/product?limit=50&offset=0`);
  return { rows: await answer.json() };
}

test('nobody says anything of statistics that they may not see, without signing in, or of no customer', async () => {
  const { link } = await upload('rep', [
    [unknown, 3],
    [original, 1],
  ]);
  const path = `statistics/${link}/matches`;
  const body = { code: unknown, product: generic };
  expect(await refusal('colleague', 'POST', path, body)).toEqual([404, 'not_found']);
  expect(await refusal('colleague', 'GET', `${path}/proposals?code=${unknown}`)).toEqual([404, 'not_found']);
  expect((await fetch(`${server.url}/api/${path}`, { method: 'POST' })).status).toBe(401);
  expect(await refusal('rep', 'GET', 'product-matches')).toEqual([403, 'forbidden']);
  expect(await refusal('rep', 'POST', path, { ...body, code: original })).toEqual([
    404,
    'match_code_unknown',
  ]);
  expect(await refusal('rep', 'POST', path, { ...body, code: second })).toEqual([404, 'match_code_unknown']);
  expect(await refusal('rep', 'POST', path, { ...body, product: second })).toEqual([
    400,
    'match_product_unknown',
  ]);
  expect((await refusal('rep', 'POST', path, { ...body, code: "' or 1=1" }))[0]).toBe(400);
  const { link: testUpload } = await upload('rep', [[unknown, 1]], { testUpload: 'true' });
  expect(await refusal('rep', 'POST', `statistics/${testUpload}/matches`, body)).toEqual([
    409,
    'match_without_customer',
  ]);
  expect(await listed()).toEqual([]);
});

test('an administrator lets a GTIN count for all and undoes it; a wholesaler’s number stays the customer’s', async () => {
  const rows: Row[] = [
    [second, 2, 'Ramipril as it is called'],
    [own, 3, 'A number'],
  ];
  const { link } = await upload('rep', rows);
  const { link: others } = await upload('colleague', rows, { customerExternalId: '4712' });
  await say('rep', link, second, generic);
  await say('rep', link, own, original);
  expect(await articles(link)).toMatchObject({ matched: 2, unmatched: 0 });
  const [ofNumber, ofGtin] = await listed();
  expect(ofGtin).toEqual({
    id: expect.any(Number),
    code: second,
    product: generic,
    productName: 'Generic 10 mg 30 Tabl',
    description: 'Ramipril as it is called',
    customerExternalId: '4711',
    customerName: 'Pharmacy',
    madeBy: 'rep',
    madeAt: expect.any(String),
    general: false,
    generalBy: '',
    generalAt: null,
    named: null,
    namedName: null,
  });
  expect(await refusal('rep', 'POST', `product-matches/${ofGtin!.id}/general`)).toEqual([403, 'forbidden']);
  await done('admin', 'POST', `product-matches/${ofGtin!.id}/general`);
  expect(await refusal('admin', 'POST', `product-matches/${ofNumber!.id}/general`)).toEqual([
    409,
    'match_only_of_customer',
  ]);
  expect(await articles(others)).toMatchObject({ matched: 1, unmatched: 1 });
  expect((await listed()).find(({ id }) => id === ofGtin!.id)).toMatchObject({
    general: true,
    generalBy: 'admin',
  });

  // What is said of the customer itself counts there before what is general.
  await say('colleague', others, second, provider);
  expect((await view(others)).rows.map(({ gtin: code }) => code).sort()).toEqual([provider, null].sort());
  const ofColleague = (await listed()).find(({ customerExternalId }) => customerExternalId === '4712')!;
  expect(await refusal('admin', 'POST', `product-matches/${ofColleague.id}/general`)).toEqual([
    409,
    'match_general_already',
  ]);

  await done('admin', 'DELETE', `product-matches/${ofColleague.id}`);
  await done('admin', 'DELETE', `product-matches/${ofGtin!.id}`);
  expect(await refusal('admin', 'DELETE', `product-matches/${ofGtin!.id}`)).toEqual([404, 'gone']);
  expect(await articles(link)).toMatchObject({ matched: 1, unmatched: 1 });
  expect(await articles(others)).toMatchObject({ matched: 0, unmatched: 2 });
  await done('admin', 'DELETE', `product-matches/${ofNumber!.id}`);

  const { rows: audit } = await server.pool.query(
    "select user_name, action, subject_key, before, after from audit_entries where subject = 'match' order by id desc limit 6",
  );
  expect(
    audit.map(({ user_name: name, action, subject_key: key }) => [name.split(' ')[0], action, key]),
  ).toEqual([
    ['admin', 'match.deleted', own],
    ['admin', 'match.deleted', second],
    ['admin', 'match.deleted', second],
    ['colleague', 'match.created', second],
    ['admin', 'match.general', second],
    ['rep', 'match.created', own],
  ]);
});

test('proposals are ranked by the words of description and manufacturer, and searched for by words', async () => {
  const { link } = await upload('rep', [[third, 1, 'RAMIPRIL Tabl 5mg 28 Stk', 'Beispiel']]);
  const path = `statistics/${link}/matches/proposals?code=${third}`;
  const proposed: MatchProposals = await (await done('rep', 'GET', path)).json();
  expect(proposed).toMatchObject({
    code: third,
    description: 'RAMIPRIL Tabl 5mg 28 Stk',
    manufacturer: 'Beispiel',
  });
  expect(proposed.products.slice(0, 3).map(({ description }) => description)).toEqual([
    'Ramipril Beispiel Tabl 5 mg 28 Stk',
    'Ramipril Beispiel Tabl 50 mg 28 Stk',
    'Ramipril Muster Tabl 5 mg 28 Stk',
  ]);
  const found: MatchProposals = await (await done('rep', 'GET', `${path}&text=muster`)).json();
  expect(found.products.map(({ manufacturer }) => manufacturer)).toEqual(['Muster AG']);
});

test('kept figures follow a match, and who buys a missing product too', async () => {
  await addCustomer(server.pool, '4713', 'Third');
  const { link } = await upload(
    'rep',
    [
      [third, 12],
      [generic, 1],
    ],
    { customerExternalId: '4713' },
  );
  const kept = async () => {
    const { rows } = await server.pool.query(
      `select version <> '' as current, figures ->> 'articlesUnmatched' as unmatched, figures ->> 'numberOfArticles' as articles, figures::text
       from statistic_figures join statistics s on s.id = statistic_id where direct_link_id = $1`,
      [link],
    );
    return rows[0];
  };
  const buyers = async () => {
    const answer = await done('rep', 'GET', `portfolio/customers?gtin=${original}`);
    return answer.json();
  };
  const before = await kept();
  expect(before.current).toBe(true);
  const none = JSON.stringify(await buyers());
  expect(none).not.toContain(link);
  // Missing, so that it is among what is loaded of the customer.
  await say('rep', link, third, original);
  expect(JSON.stringify(await buyers())).toContain(link);
  await expect.poll(async () => (await kept()).current, { timeout: 15_000 }).toBe(true);
  expect((await kept()).figures).not.toBe(before.figures);
  await done('rep', 'DELETE', `statistics/${link}/matches/${third}`);
  expect(JSON.stringify(await buyers())).toBe(none);
});

test('a match that is made while a file is uploaded counts in what is kept of it', async () => {
  await addCustomer(server.pool, '4714', 'Fourth');
  const code = gtin('769999900021');
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into product_matches (code, product_gtin, customer_external_id, description, author_id, author_name)
       select $1, $2, '4714', '', id, name from users where name = 'rep'`,
      [code, generic],
    );
    const uploaded = upload('rep', [[code, 3]], { customerExternalId: '4714' });
    await expect.poll(() => countLockWaits(server.pool), { timeout: 20_000 }).toBe(1);
    await client.query('commit');
    const { link, report } = await uploaded;
    expect(report).toMatchObject({ unmatched: { total: 1 } });
    expect(await articles(link)).toMatchObject({ matched: 1, unmatched: 0 });
    // 3 packs of the generic, of CHF 12, for which the provider's at CHF 10 could be bought.
    await expect
      .poll(
        async () => {
          const { rows } = await server.pool.query(
            `select figures ->> 'turnoverTotal' as turnover from statistic_figures f join statistics s on s.id = statistic_id
             where direct_link_id = $1 and version <> ''`,
            [link],
          );
          return rows[0]?.turnover;
        },
        { timeout: 20_000 },
      )
      .toBe('36');
    await done('rep', 'DELETE', `statistics/${link}/matches/${code}`);
  } finally {
    client.release();
  }
});

test('a statistic that combines those of a customer follows their matches', async () => {
  const members = [await upload('rep', [[third, 2]]), await upload('rep', [[original, 1]])];
  const { rows } = await server.pool.query('select id from statistics where direct_link_id = any ($1)', [
    members.map(({ link }) => link),
  ]);
  const body = { name: 'Both', members: rows.map(({ id }) => id) };
  const combined: { directLinkId: string } = await (
    await done('rep', 'POST', 'statistics/combined', body)
  ).json();
  expect(await articles(combined.directLinkId)).toMatchObject({ matched: 1, unmatched: 1 });
  await say('rep', members[0]!.link, third, generic);
  expect(await articles(combined.directLinkId)).toMatchObject({ matched: 2, unmatched: 0 });
  await done('rep', 'DELETE', `statistics/${combined.directLinkId}/matches/${third}`);
  expect(await articles(combined.directLinkId)).toMatchObject({ unmatched: 1 });
});

test('a code that a source names later is told as a conflict, and the source counts', async () => {
  const late = gtin('769999900009');
  const { link } = await upload('rep', [[late, 1]]);
  await say('rep', link, late, generic);
  await publishReferenceData(server.pool, {
    catalogue: { ...small, products: products + product(late, 'Named by now', 'Muster AG', '9') },
  });
  await expect.poll(async () => (await view(link)).rows[0]!.gtin, { timeout: 15_000 }).toBe(late);
  const told = (await listed()).find(({ code }) => code === late);
  expect(told).toMatchObject({ product: generic, named: late, namedName: 'Named by now' });
  await done('admin', 'DELETE', `product-matches/${await idOf(late)}`);
});

test('who leaves hands matches over, or they go; what counts for all stays', async () => {
  const { pool } = server;
  const leaver = await addUser(pool, { email: 'leaver@portal.example', name: 'leaver' });
  tokens.leaver = await signIn(server.url, 'leaver@portal.example');
  const codes = ['769999900011', '769999900012'].map(gtin) as [string, string];
  const { link } = await upload(
    'leaver',
    codes.map((code): Row => [code, 1]),
  );
  for (const code of codes) await say('leaver', link, code, generic);
  await done('admin', 'POST', `product-matches/${await idOf(codes[0])}/general`);
  await done('admin', 'DELETE', `users/${leaver}?handOverTo=nobody`);
  expect((await listed()).map(({ code, madeBy, general }) => [code, madeBy, general])).toEqual([
    [codes[0], 'leaver', true],
  ]);
  expect(await articles(link)).toMatchObject({ matched: 1, unmatched: 1 });
  await done('admin', 'DELETE', `product-matches/${await idOf(codes[0])}`);

  const heirs = await addUser(pool, { email: 'second@portal.example', name: 'second' });
  tokens.second = await signIn(server.url, 'second@portal.example');
  const { link: handed } = await upload('second', [[codes[1], 1]]);
  await say('second', handed, codes[1], generic);
  const { rows } = await pool.query("select id from users where name = 'rep'");
  await done('admin', 'DELETE', `users/${heirs}?handOverTo=${rows[0].id}`);
  expect(await articles(handed)).toMatchObject({ matched: 1, unmatched: 0 });
  await done('rep', 'DELETE', `statistics/${handed}/matches/${codes[1]}`);
  expect(await articles(handed)).toMatchObject({ unmatched: 1 });
});
