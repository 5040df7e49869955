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
import { original, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  const { pool } = server;
  const head = await addUser(pool, { email: 'head@portal.example' });
  const manager = await addUser(pool, { email: 'manager@portal.example' });
  const rep1 = await addUser(pool, { email: 'rep1@portal.example', name: 'Rep One' });
  const rep2 = await addUser(pool, { email: 'rep2@portal.example', name: 'Rep Two' });
  await addUser(pool, { email: 'stranger@portal.example' });
  await addUser(pool, { email: 'reader@portal.example', fullDataAccess: true });
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  const relate = (id: number, parent: number | null, replacement: number | null) =>
    pool.query('update users set parent_user_id = $2, replacement_user_id = $3 where id = $1', [
      id,
      parent,
      replacement,
    ]);
  await relate(manager, head, null);
  await relate(rep1, manager, null);
  // rep1 stands in for rep2, who reports to nobody.
  await relate(rep2, null, rep1);
  await addCustomer(pool, '1', 'Apotheke Nord');
  await addCustomer(pool, '2', 'Farmacia Sud');
  const file = await workbook([[original, 1]]);
  for (const [email, id, name] of [
    ['rep1@portal.example', '1', 'Apotheke Nord'],
    ['rep1@portal.example', '2', 'Farmacia Sud'],
    ['rep2@portal.example', '2', 'Farmacia Sud'],
  ] as const) {
    const form = uploadForm(file, { customerExternalId: id, customerName: name });
    expect((await postStatistic(server.url, await signIn(server.url, email), form)).status).toBe(200);
  }
});
afterAll(() => server.close());

type Listed = { names: string[]; changeable: string[]; next: string | null };

async function list(email: string, query = ''): Promise<Listed> {
  const token = await signIn(server.url, email);
  const response = await fetch(`${server.url}/api/statistics${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const rows = (await response.json()) as { user: string; customerName: string; mayChange: boolean }[];
  const named = rows.map((row) => ({ ...row, name: `${row.user}: ${row.customerName}` }));
  return {
    names: named.map(({ name }) => name),
    changeable: named.filter(({ mayChange }) => mayChange).map(({ name }) => name),
    next: response.headers.get('x-has-next-page'),
  };
}

const all = ['Rep Two: Farmacia Sud', 'Rep One: Farmacia Sud', 'Rep One: Apotheke Nord'];

test.each([
  ['rep2@portal.example', ['Rep Two: Farmacia Sud']],
  ['rep1@portal.example', all],
  ['manager@portal.example', ['Rep One: Farmacia Sud', 'Rep One: Apotheke Nord']],
  ['head@portal.example', ['Rep One: Farmacia Sud', 'Rep One: Apotheke Nord']],
  ['stranger@portal.example', []],
  ['reader@portal.example', all],
  ['admin@portal.example', all],
])(
  '%s sees own uploads, those of subordinates at any depth and of whom they replace, newest first',
  async (email, names) => {
    expect((await list(email)).names).toEqual(names);
  },
);

test.each([
  ['rep2@portal.example', ['Rep Two: Farmacia Sud']],
  ['rep1@portal.example', all],
  ['head@portal.example', ['Rep One: Farmacia Sud', 'Rep One: Apotheke Nord']],
  ['reader@portal.example', []],
  ['admin@portal.example', all],
])('each row tells %s whether it may be changed', async (email, names) => {
  expect((await list(email)).changeable).toEqual(names);
});

test('pages follow each other without gap or overlap and say whether more follow', async () => {
  const first = await list('admin@portal.example', '?PageSize=2&PageNumber=1');
  const second = await list('admin@portal.example', '?PageSize=2&PageNumber=2');
  expect([...first.names, ...second.names]).toEqual(all);
  expect([first.next, second.next]).toEqual(['true', 'false']);
});

test('filters narrow by part of a name, number, representative and day', async () => {
  expect((await list('admin@portal.example', '?customerName=apotheke')).names).toEqual([
    'Rep One: Apotheke Nord',
  ]);
  expect((await list('admin@portal.example', '?customerExternalId=2&user=rep%20two')).names).toEqual([
    all[0],
  ]);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format(new Date());
  expect((await list('admin@portal.example', `?date=${today}`)).names).toEqual(all);
  expect((await list('admin@portal.example', '?date=2020-01-01')).names).toEqual([]);
  expect((await list('admin@portal.example', '?customerName=%25')).names).toEqual([]);
});

test('one search finds every word in whose it is, where, who uploaded it, the file and the day', async () => {
  const search = async (text: string) =>
    (await list('admin@portal.example', `?search=${encodeURIComponent(text)}`)).names;
  expect(await search('nord')).toEqual([all[2]]);
  expect(await search('ONE zürich')).toEqual([all[1], all[2]]);
  expect(await search('two sud')).toEqual([all[0]]);
  expect(await search('two nord')).toEqual([]);
  expect(await search('.xlsx')).toEqual(all);
  const [year, month, day] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' })
    .format(new Date())
    .split('-');
  expect(await search(`${day}.${month}.${year}`)).toEqual(all);
  for (const nothing of ['%', '_', '\\', ',', "';--", 'null', '{}'])
    expect(await search(nothing)).toEqual([]);
  // Many words, most of them several times.
  expect(await search(`two ${'e u a i o r '.repeat(9)}`)).toEqual([all[0]]);
  expect(await search('two zürich,')).toEqual([all[0]]);
  // Beside the other fields, and of nobody whom one may not see.
  expect((await list('admin@portal.example', '?search=sud&user=rep%20two')).names).toEqual([all[0]]);
  expect((await list('rep2@portal.example', '?search=apotheke')).names).toEqual([]);
});

test('searches do not mind accents, on either side', async () => {
  const { pool, url } = server;
  await addCustomer(pool, '77', 'Pharmacie de l’Étoile Zürich');
  await addCustomer(pool, '78', 'DROGUERIE ETOILE');
  const authorization = `Bearer ${await signIn(url, 'admin@portal.example')}`;
  const customers = async (keyword: string) => {
    const query = new URLSearchParams({ keyword });
    const answer = await fetch(`${url}/api/customer/search?${query}`, {
      method: 'POST',
      headers: { authorization },
    });
    return ((await answer.json()) as { ExternalID: string }[]).map(({ ExternalID }) => ExternalID).sort();
  };
  expect(await customers('etoile')).toEqual(['77', '78']);
  expect(await customers('ÉTOILÊ')).toEqual(['77', '78']);
  expect(await customers('ét')).toEqual(['77', '78']);
  expect(await customers('é dro')).toEqual(['78']);
  expect(await customers('pharmacie de l’etoile z')).toEqual(['77']);
  expect(await customers('nowhere')).toEqual([]);

  await pool.query(`update statistics set customer_name = 'Drogerie Müller', sales_representative = 'Léa Rossi'
    where id = (select min(id) from statistics)`);
  const mine = ['Léa Rossi: Drogerie Müller'];
  expect((await list('admin@portal.example', '?customerName=MULLER')).names).toEqual(mine);
  expect((await list('admin@portal.example', '?customerName=m%C3%BCll&user=lea')).names).toEqual(mine);
});

test('a row names its file as rows of the settings do', async () => {
  const token = await signIn(server.url, 'rep1@portal.example');
  const headers = { authorization: `Bearer ${token}` };
  const rows = (await (await fetch(`${server.url}/api/statistics`, { headers })).json()) as object[];
  expect(rows).toHaveLength(3);
  for (const row of rows)
    expect(row).toMatchObject({ filename: 'statistic.xlsx', fileName: 'statistic.xlsx' });
});

test('one statistic names its file so too, by either of its ids; visitors are not told', async () => {
  const token = await signIn(server.url, 'rep1@portal.example');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/statistics`, { headers });
  const [row] = (await answer.json()) as { bezugsStatistikID: number; directLinkId: string }[];
  for (const id of [row!.bezugsStatistikID, row!.directLinkId]) {
    const one = await (await fetch(`${server.url}/api/statistics/${id}`, { headers })).json();
    expect(one).toMatchObject({ filename: 'statistic.xlsx', fileName: 'statistic.xlsx' });
  }
  const seen = await (await fetch(`${server.url}/api/statistics/${row!.directLinkId}`)).json();
  expect(seen).not.toHaveProperty('filename');
});
