import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Missing, with an alternative that has no price; missing without alternative; back in stock; missing and replaced by what is missing too. */
const priceless = gtin('768010000004');
const alone = gtin('768010000005');
const back = gtin('768010000006');
const unpriced = gtin('768010000007');
const hopeless = gtin('768010000008');
const missingOwn = gtin('768010000009');

const product = (code: string, pharmacode: string, name: string, maker: string, price: string) =>
  `${code},${pharmacode},${name},${maker},C09AA05,ramiprilum,30,Tabl,Tabletten,10 mg,generic,1,0,0,0,${price},,10000,B`;

const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);
const longAgo = '2026-01-02';

const small = smallCatalogue.catalogue!;
const catalogue = {
  catalogue: {
    ...small,
    products: `${small.products}${[
      product(priceless, '0000004', 'Priceless', 'Generic AG', '4'),
      product(alone, '0000005', 'Alone', 'Generic AG', '4'),
      product(back, '0000006', 'Back', 'Generic AG', '4'),
      product(unpriced, '0000007', 'Unpriced', 'Provider AG', ''),
      product(hopeless, '0000008', 'Hopeless', 'Generic AG', '4'),
      product(missingOwn, '0000009', 'Missing own', 'Provider AG', '3'),
    ].join('\n')}\n`,
    portfolio: `${small.portfolio}${priceless},${unpriced},1\n${hopeless},${missingOwn},1\n`,
  },
  stockouts: {
    csv: `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn
${original},${longAgo},2026-01-03,week of 5 June,
${priceless},${longAgo},,ausser Handel,
${alone},${longAgo},,,
${hopeless},${longAgo},,,
${missingOwn},${longAgo},,,
${back},${longAgo},,,${monthAgo}
`,
  },
};

type Count = { gtin: string; customers: number };
type Called = {
  totals: { customers: number; potentialPerMonth: number };
  customers: (Record<string, unknown> & { products: Record<string, unknown>[] })[];
};

let server: TestServer;
const tokens: Record<string, string> = {};
const links: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { pool } = server;
  await publishReferenceData(pool, catalogue);
  const ids: Record<string, number> = {};
  for (const name of ['a', 'b', 'manager', 'replacement', 'all', 'admin', 'nobody']) {
    const email = `${name}@portal.example`;
    ids[name] = await addUser(pool, {
      email,
      role: name === 'admin' ? 'Admin' : 'User',
      fullDataAccess: name === 'all',
    });
    tokens[name] = await signIn(server.url, email);
  }
  await pool.query('update users set parent_user_id = $2, replacement_user_id = $3 where id = $1', [
    ids.a,
    ids.manager,
    ids.replacement,
  ]);
  for (const [id, name] of [
    ['4711', 'Pharmacy'],
    ['4712', '=HYPERLINK("x")'],
    ['4713', 'Third; of B'],
    ['4714', 'Returned'],
    ['4715', 'Disabled'],
  ] as const) {
    await addCustomer(pool, id, name);
  }
  await pool.query("update customers set phone = '+41 44 000 00 01' where external_id = '4711'");
  const year = { timeMonthFrom: '1', timeYearFrom: '2025', timeMonthTo: '12', timeYearTo: '2025' };
  links.old = await upload('a', '4711', [[original, '', 600]], {
    ...year,
    timeYearFrom: '2024',
    timeYearTo: '2024',
  });
  links.first = await upload('a', '4711', [
    [original, '', 15],
    [original, '', -3],
    [priceless, '', 24],
    [alone, '', 1],
    [back, '', 1],
    [hopeless, '', 1],
    [generic, '', 9],
    [provider, '', 9],
  ]);
  // Half a year; by Pharmacode and by GTIN: three packs of one product.
  links.second = await upload(
    'a',
    '4712',
    [
      ['', '0000001', 2],
      [original, '', 1],
    ],
    { timeMonthTo: '6' },
  );
  await upload('a', '4714', [
    [original, '', 5],
    ['', '0000001', -5],
  ]);
  const disabled = await upload('a', '4715', [[original, '', 5]]);
  await pool.query('update statistics set active = false where direct_link_id = $1', [disabled]);
  await upload('a', '4711', [[original, '', 999]], { testUpload: 'true', timeYearTo: '2026' });
  links.third = await upload('b', '4713', [[original, '', 7]]);
  // The newest statistic of A's customer is B's.
  links.newest = await upload('b', '4711', [[original, '', 1]], { timeMonthTo: '1', timeYearTo: '2026' });
}, 60_000);
afterAll(() => server.close());

test('counts name every product that is missing or back, with the customers who buy it', async () => {
  const buyers = { [original]: 2, [priceless]: 1, [alone]: 1, [back]: 1, [hopeless]: 1, [missingOwn]: 0 };
  expect(await counts('a')).toEqual(buyers);
  expect(await counts('b')).toEqual({
    ...Object.fromEntries(Object.keys(buyers).map((key) => [key, 0])),
    [original]: 2,
  });
});

test('nobody is led to call customers whom nothing is sold to any more', async () => {
  await server.pool.query("update customers set active = false where external_id = '4712'");
  expect(await counts('a')).toMatchObject({ [original]: 1 });
  await server.pool.query("update customers set active = true where external_id = '4712'");
  expect(await counts('a')).toMatchObject({ [original]: 2 });
});

test('counts can be asked of any products', async () => {
  expect(await counts('a', `?gtin=${generic}&gtin=${provider}&gtin=${original}`)).toEqual({
    [generic]: 1,
    [provider]: 1,
    [original]: 2,
  });
  expect(await counts('a', '?gtin=7680999999993')).toEqual({});
});

test('pages of customers say which publication they are of, as the views do', async () => {
  const { headers } = await fetch(`${server.url}/api/portfolio/competitor/totals`);
  const version = headers.get('x-data-version');
  expect(version).toMatch(/^\d+(\.\d+){5}$/);
  for (const path of ['/call-list', `/customers?gtin=${original}`]) {
    expect((await get('a', path)).headers.get('x-data-version'), path).toBe(version);
  }
});

test('a product has the name that the catalogue gives it, or none', async () => {
  const named = async (code: string) => (await get('a', `/product?gtin=${code}`)).json();
  expect(await named(priceless)).toEqual({
    gtin: priceless,
    productName: 'Priceless',
    manufacturer: 'Generic AG',
  });
  const unknown = gtin('768010000099');
  expect(await named(unknown)).toEqual({
    gtin: unknown,
    productName: null,
    manufacturer: null,
  });
});

test('the customers of a product, by potential per month, each with the newest statistic', async () => {
  expect(await customers('a', original)).toEqual([
    {
      directLinkId: links.first,
      customerName: 'Pharmacy',
      customerExternalId: '4711',
      phone: '+41 44 000 00 01',
      representative: 'a@portal.example',
      timeMonthFrom: 1,
      timeYearFrom: 2025,
      timeMonthTo: 12,
      timeYearTo: 2025,
      months: 12,
      // 12 packs at 10.00 in 12 months
      packs: 12,
      packsPerMonth: 1,
      turnoverPotential: 120,
      potentialPerMonth: 10,
    },
    expect.objectContaining({
      directLinkId: links.second,
      customerExternalId: '4712',
      months: 6,
      packs: 3,
      packsPerMonth: 0.5,
      turnoverPotential: 30,
      potentialPerMonth: 5,
    }),
  ]);
});

test('a potential is unknown without a price of the alternative, and nothing without alternative', async () => {
  expect(await customers('a', priceless)).toMatchObject([
    { packs: 24, packsPerMonth: 2, turnoverPotential: null, potentialPerMonth: null },
  ]);
  expect(await customers('a', alone)).toMatchObject([
    { packs: 1, turnoverPotential: 0, potentialPerMonth: 0 },
  ]);
});

test('the call list has whom the provider could deliver to, and what', async () => {
  const list = await callList('a');
  expect(list.totals).toEqual({ customers: 2, potentialPerMonth: 15 });
  expect(list.customers).toMatchObject([
    // 12 packs of the original, 24 of what has an alternative without a price; not what can't be replaced.
    { directLinkId: links.first, packs: 36, packsPerMonth: 3, turnoverPotential: 120, potentialPerMonth: 10 },
    { directLinkId: links.second, packs: 3, packsPerMonth: 0.5, turnoverPotential: 30, potentialPerMonth: 5 },
  ]);
  // What will not come back stands first, whatever is known of its potential.
  expect(list.customers[0]!.products).toEqual([
    expect.objectContaining({
      gtin: priceless,
      discontinued: true,
      packs: 24,
      packsPerMonth: 2,
      potentialPerMonth: null,
      potentialPerYear: null,
    }),
    {
      gtin: original,
      productName: 'Original 10 mg 30 Tabl',
      manufacturer: 'Original AG',
      reportedOn: longAgo,
      // Of the first list there is.
      knownSinceAtLeast: true,
      expectedDelivery: 'week of 5 June',
      expectedWeek: false,
      listDate: expect.any(String),
      discontinued: false,
      alternativeGTIN: provider,
      alternativeProductName: 'Provider 10 mg 30 Tabl',
      packs: 12,
      packsPerMonth: 1,
      potentialPerMonth: 10,
      potentialPerYear: 120,
    },
  ]);
});

test('pages of the call list follow each other', async () => {
  const [first, second, third] = await Promise.all(
    ['?limit=1', '?limit=1&offset=1', '?limit=1&offset=2'].map((query) => callList('a', query)),
  );
  expect(first!.customers.map(({ customerExternalId }) => customerExternalId)).toEqual(['4711']);
  expect(second!.customers.map(({ customerExternalId }) => customerExternalId)).toEqual(['4712']);
  expect(third).toEqual({ totals: { customers: 0, potentialPerMonth: 0 }, customers: [] });
});

test('customers are called what they are called now', async () => {
  const rename = (name: string) =>
    server.pool.query("update customers set name = $1 where external_id = '4711'", [name]);
  await rename('Another name');
  const [ofProduct] = await customers('a', priceless);
  const { customers: called } = await callList('a');
  await rename('Pharmacy');
  expect(ofProduct).toMatchObject({ customerExternalId: '4711', customerName: 'Another name' });
  expect(called[0]).toMatchObject({ customerExternalId: '4711', customerName: 'Another name' });
});

/** Links that each caller may come by, and nobody else's. */
test.each([
  ['a', ['first', 'second']],
  ['manager', ['first', 'second']],
  ['replacement', ['first', 'second']],
  ['b', ['third', 'newest']],
  ['all', ['second', 'third', 'newest']],
  ['admin', ['second', 'third', 'newest']],
  ['nobody', []],
])('%s sees the customers whose statistics they may see', async (caller, expected) => {
  const due = expected.map((name) => links[name]).toSorted();
  const linksOf = (rows: readonly Record<string, unknown>[]) =>
    rows.map((row) => row.directLinkId).toSorted();
  expect(linksOf(await customers(caller, original))).toEqual(due);
  expect(linksOf((await callList(caller)).customers)).toEqual(due);
  expect((await counts(caller))[original]).toBe(due.length);
  const csv = await (await get(caller, '/call-list/csv')).text();
  expect(['4711', '4712', '4713'].filter((id) => csv.includes(id))).toEqual(
    ['4711', '4712', '4713'].filter((id) =>
      id === '4711'
        ? due.includes(links.first) || due.includes(links.newest)
        : due.includes(links[id === '4712' ? 'second' : 'third']),
    ),
  );
});

test('visitors are told to sign in', async () => {
  for (const path of [
    '/customer-counts',
    `/customers?gtin=${original}`,
    '/call-list',
    '/call-list/csv',
    '/call-list/excel',
  ]) {
    expect((await fetch(`${server.url}/api/portfolio${path}`)).status).toBe(401);
  }
});

test('what changes shows in the next answer: uploads, disabled links, new users in place of others', async () => {
  await addCustomer(server.pool, '4716', 'New');
  const before = (await counts('b'))[original];
  const link = await upload('b', '4716', [[original, '', 1]]);
  expect((await counts('b'))[original]).toBe(before! + 1);
  await server.pool.query('update statistics set active = false where direct_link_id = $1', [link]);
  expect((await counts('b'))[original]).toBe(before);
  await server.pool.query('update statistics set deleted_at = now() where direct_link_id = $1', [
    links.newest,
  ]);
  expect((await counts('b'))[original]).toBe(before! - 1);
  await server.pool.query('update statistics set deleted_at = null where direct_link_id = $1', [
    links.newest,
  ]);
});

test('the workbook has typed cells and a name in the language of the user', async () => {
  const answer = await get('a', '/call-list/excel', { 'accept-language': 'de' });
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Anrufliste \d{4}-\d\d-\d\d\.xlsx"$/,
  );
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const [sheet] = book.worksheets;
  const rows = sheet!.getSheetValues().slice(1) as unknown[][];
  expect(rows.map((row) => row[3])).toEqual(['Telefon', '+41 44 000 00 01', '+41 44 000 00 01', undefined]);
  expect(rows[0]!.slice(1, 5)).toEqual(['Kunde', 'Externe ID', 'Telefon', 'Aussendienst']);
  expect(rows.map((row) => [row[1], row[2], row[6], row[14], row[15], row[16]])).toEqual([
    ['Kunde', 'Externe ID', 'GTIN', 'Packungen', 'Packungen pro Monat', 'Potenzial CHF pro Monat'],
    ['Pharmacy', '4711', priceless, 24, 2, undefined],
    ['Pharmacy', '4711', original, 12, 1, 10],
    ['=HYPERLINK("x")', '4712', original, 3, 0.5, 5],
  ]);
  // Of the first list there is, whose stock-outs may have begun before it.
  expect(rows.map((row) => row[10])).toEqual(['Mindestens seit', 'Ja', 'Ja', 'Ja']);
  expect(rows.map((row) => row.slice(17))).toEqual([
    ['Potenzial CHF pro Jahr', 'Dauerhaft ausser Handel'],
    [undefined, 'Ja'],
    [120, 'Nein'],
    [60, 'Nein'],
  ]);
  expect(sheet!.getCell('A4').type).toBe(ExcelJS.ValueType.String);
  // Of its columns only those that can be read stand on paper.
  expect(sheet!.headerFooter.oddFooter).toBe('&LWeitere Spalten stehen in der Datei&RSeite &P von &N');
});

test('in CSV no text is a formula, and separators are quoted', async () => {
  const answer = await get('a', '/call-list/csv', { 'accept-language': 'en' });
  const text = Buffer.from(await answer.arrayBuffer()).toString();
  const lines = text.split('\r\n');
  expect(text.startsWith('\ufeffCustomer;External ID;Telephone;')).toBe(true);
  expect(lines[2]).toBe(
    `Pharmacy;4711;'+41 44 000 00 01;a@portal.example;01.2025 – 12.2025;${original};Original 10 mg 30 Tabl;Original AG;02.01.2026;Yes;week of 5 June;${provider};Provider 10 mg 30 Tabl;12;1;10;120;No`,
  );
  expect(lines[3]).toMatch(/^"'=HYPERLINK\(""x""\)";4712;/);
  expect(lines[4]).toBe('');
  expect(await (await get('b', '/call-list/csv')).text()).toContain('"Third; of B";4713');
});

/**
 * Twelve months but of 4723, six; 10.00 a pack of what replaces both, no price of what replaces `priceless`. CHF.
 *
 * | customer | missing | gone | per year of these | per month of all |
 * | --- | --- | --- | --- | --- |
 * | 4721 | 100 | | | 83.33 |
 * | 4722 | | 2 | 20 | 1.67 |
 * | 4723 | | 3 | 60 | 5.00 |
 * | 4724 | 50 | 1 without a price | unknown | 41.67 |
 * | 4725 | 10 | 2 | 20 | 10.00 |
 */
test('customers who buy what will not come back come first, by the potential of that per year', async () => {
  const csv = catalogue.stockouts.csv.concat(`${generic},${longAgo},,ausser Handel,\n`);
  await publishReferenceData(server.pool, { stockouts: { csv, date: yesterday } });
  const email = 'c@portal.example';
  await addUser(server.pool, { email, role: 'User' });
  tokens.c = await signIn(server.url, email);
  for (const [id, rows, timeMonthTo] of [
    ['4721', [[original, '', 100]], '12'],
    ['4722', [[generic, '', 2]], '12'],
    ['4723', [[generic, '', 3]], '6'],
    [
      '4724',
      [
        [original, '', 50],
        [priceless, '', 1],
      ],
      '12',
    ],
    [
      '4725',
      [
        [original, '', 10],
        [generic, '', 2],
      ],
      '12',
    ],
  ] as [string, [string, string, number][], string][]) {
    await addCustomer(server.pool, id, `Customer ${id}`);
    await upload('c', id, rows, {
      timeMonthFrom: '1',
      timeYearFrom: '2025',
      timeMonthTo,
      timeYearTo: '2025',
    });
  }
  const { customers: called } = await callList('c');
  expect(
    called.map((each) => [
      each.customerExternalId,
      each.discontinuedProducts,
      each.discontinuedPotentialPerYear,
      each.potentialPerMonth,
    ]),
  ).toEqual([
    ['4723', 1, 60, 5],
    ['4725', 1, 20, 10],
    ['4722', 1, 20, 1.67],
    ['4724', 1, 0, 41.67],
    ['4721', 0, 0, 83.33],
  ]);
  const second = await callList('c', '?limit=1&offset=1');
  expect(second.customers.map(({ customerExternalId }) => customerExternalId)).toEqual(['4725']);
  const lines = (await (await get('c', '/call-list/csv')).text()).trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(';')).map((cells) => [cells[1], cells[5]])).toEqual([
    ['4723', generic],
    ['4725', generic],
    ['4725', original],
    ['4722', generic],
    ['4724', priceless],
    ['4724', original],
    ['4721', original],
  ]);
});

test('a new list of stock-outs changes what is on the call list', async () => {
  const csv = catalogue.stockouts.csv.replace(`${original},${longAgo}`, `${generic},${longAgo}`);
  await publishReferenceData(server.pool, { stockouts: { csv, date: today } });
  const list = await callList('a');
  // 9 packs at 10.00 in 12 months
  expect(list.totals).toEqual({ customers: 1, potentialPerMonth: 7.5 });
  expect(list.customers[0]!.products.map((each) => each.gtin)).toEqual([priceless, generic]);
});

async function upload(
  user: string,
  customerExternalId: string,
  rows: [gtin: string, pharmacode: string, quantity: number][],
  fields: Record<string, string> = {},
): Promise<string> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Bezug');
  sheet.addRow(['GTIN', 'PhCode', 'Menge']);
  for (const [code, pharmacode, quantity] of rows) sheet.addRow([code || null, pharmacode || null, quantity]);
  const file = new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer);
  const customer = await server.pool.query('select name from customers where external_id = $1', [
    customerExternalId,
  ]);
  const form = uploadForm(file, { customerExternalId, customerName: customer.rows[0].name, ...fields });
  const answer = await postStatistic(server.url, tokens[user]!, form);
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { bezugsStatistik: { directLinkId: string } }).bezugsStatistik
    .directLinkId;
}

function get(user: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/portfolio${path}`, {
    headers: { authorization: `Bearer ${tokens[user]}`, ...headers },
  });
}

async function counts(user: string, query = ''): Promise<Record<string, number>> {
  const answer = (await (await get(user, `/customer-counts${query}`)).json()) as Count[];
  return Object.fromEntries(answer.map(({ gtin: code, customers: count }) => [code, count]));
}

async function customers(user: string, code: string): Promise<Record<string, unknown>[]> {
  return (await get(user, `/customers?gtin=${code}`)).json() as Promise<Record<string, unknown>[]>;
}

async function callList(user: string, query = ''): Promise<Called> {
  return (await get(user, `/call-list${query}`)).json() as Promise<Called>;
}
