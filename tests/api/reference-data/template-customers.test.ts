import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer, addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';
import { xlsx, xlsxOfRows } from '#tests/support/xlsx-builder.ts';

let server: TestServer;
let calls: TemplateFileCalls;

beforeAll(async () => {
  server = await startTestServer();
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin' });
  calls = templateFileCalls(server.url, await signIn(server.url, 'admin@portal.example'));
  await addCustomer(server.pool, '1', 'Apotheke alt');
});
afterAll(() => server.close());

const file = (rows: string[]) =>
  `externalId;name;parentName;address;active;language;channel;oneKey\n${rows.join('\n')}\n`;

async function customers(): Promise<unknown[]> {
  const { rows } = await server.pool.query(
    'select external_id, name, active, language, channel, one_key from customers order by external_id',
  );
  return rows.map((row) => Object.values(row));
}

test('customers are added, changed and, where the file no longer has them, inactive', async () => {
  const first = await calls.replace(
    'customers',
    file([
      '1;Apotheke neu;Gruppe A;Hauptstrasse 1, 8000 Zürich;ja;de;APO;K1',
      '2;Praxis Muster;;Weg 2, 3000 Bern;ja;fr;SD;K2',
      '3;Drogerie;;Gasse 3, 6000 Luzern;nein;;;',
    ]),
    'kunden.csv',
  );
  expect(first).toMatchObject({ status: 200, body: { numImportedItems: 3, warnings: [] } });
  expect(first.body.message).toContain('Customers: 2 new, 1 changed, 0 no longer active.');
  expect(await customers()).toEqual([
    ['1', 'Apotheke neu', true, 'de', 'APO', 'K1'],
    ['2', 'Praxis Muster', true, 'fr', 'SD', 'K2'],
    ['3', 'Drogerie', false, null, null, null],
  ]);
});

test('a key that goes from one customer to another does so in one step, and what is the same is left alone', async () => {
  const second = await calls.replace(
    'customers',
    file([
      '1;Apotheke neu;Gruppe A;Hauptstrasse 1, 8000 Zürich;ja;de;APO;K2',
      '3;Drogerie;;Gasse 3, 6000 Luzern;nein;;;',
      '4;Apotheke Vier;;Platz 4, 9000 St. Gallen;ja;de;APO;K4',
    ]),
    'kunden.csv',
    'One has closed, one has opened.',
  );
  expect(second.body.message).toContain('Customers: 1 new, 1 changed, 1 no longer active.');
  expect(await customers()).toEqual([
    ['1', 'Apotheke neu', true, 'de', 'APO', 'K2'],
    ['2', 'Praxis Muster', false, 'fr', 'SD', null],
    ['3', 'Drogerie', false, null, null, null],
    ['4', 'Apotheke Vier', true, 'de', 'APO', 'K4'],
  ]);
});

test('going back makes the customers those of the earlier file', async () => {
  const { body: versions } = await calls.ask<{ id: number }[]>('/customers/versions');
  expect((await calls.takeBack('customers', versions[1]!.id)).status).toBe(200);
  expect(await customers()).toEqual([
    ['1', 'Apotheke neu', true, 'de', 'APO', 'K1'],
    ['2', 'Praxis Muster', true, 'fr', 'SD', 'K2'],
    ['3', 'Drogerie', false, null, null, null],
    ['4', 'Apotheke Vier', false, 'de', 'APO', 'K4'],
  ]);
});

test('as many customers with other numbers are asked about: the old ones would all be inactive', async () => {
  const renumbered = file([
    '01;Apotheke neu;Gruppe A;Hauptstrasse 1, 8000 Zürich;ja;de;APO;K1',
    '02;Praxis Muster;;Weg 2, 3000 Bern;ja;fr;SD;K2',
    '03;Drogerie;;Gasse 3, 6000 Luzern;nein;;;',
  ]);
  const before = await customers();
  expect(await calls.replace('customers', renumbered, 'kunden.csv')).toMatchObject({
    status: 409,
    body: { code: 'template_file_guarded', issues: [{ code: 'gone' }] },
  });
  expect(await customers()).toEqual(before);
});

test('of many new customers each is found', async () => {
  const { body: guarded } = await calls.replace(
    'customers',
    file(Array.from({ length: 12_000 }, (_, at) => `N${at};Apotheke ${at} Zürich;;Platz ${at};ja;de;APO;`)),
    'kunden.csv',
    'All customers, no longer a choice of them.',
  );
  expect(guarded.numImportedItems).toBe(12_000);
  const answer = await fetch(`${server.url}/api/customer/search?keyword=zurich%2011987`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signIn(server.url, 'admin@portal.example')}` },
  });
  expect(await answer.json()).toMatchObject([{ ExternalID: 'N11987', FullName: 'Apotheke 11987 Zürich' }]);
});

test('what PostgreSQL keeps in no text is a blank in a name, from a workbook and from a CSV', async () => {
  const heading = ['externalId', 'name', 'parentName'];
  const cut = `${'G'.repeat(999)}🏥`;
  const workbook = xlsxOfRows([heading, ['1', 'Apo_x0000_theke _xD83D_neu', cut]]);
  // Behind what tells that a file is text.
  const csv = [heading, ...Array.from({ length: 600 }, (_, at) => [`V${at}`, 'Versand', ''])];
  const text = `${csv.map((row) => row.join(';')).join('\n')}\n1;Apo\0theke;\n`;
  const nameOf = async (id: string) =>
    (await server.pool.query('select name, parent_name from customers where external_id = $1', [id])).rows[0];
  const checked = await calls.check('customers', workbook, 'kunden.xlsx');
  expect(checked).toMatchObject({ status: 200, body: { rows: 1 } });
  expect((await calls.use('customers', checked.body.id, 'All others were closed.')).status).toBe(200);
  expect(await nameOf('1')).toEqual({ name: 'Apo theke \ufffdneu', parent_name: `${'G'.repeat(999)}\ufffd` });
  expect((await calls.replace('customers', text, 'kunden.csv', 'Many new ones.')).status).toBe(200);
  expect(await nameOf('1')).toEqual({ name: 'Apo theke', parent_name: null });
});

test('customers on further sheets are no longer active, which is said', async () => {
  const sheet = (name: string, id: string) => ({
    name,
    rows: [
      ['externalId', 'name'],
      [id, name],
    ],
  });
  const { body } = await calls.replace(
    'customers',
    xlsx([{ ...sheet('Alt', '1'), state: 'hidden' }, sheet('APO', '2'), sheet('SD', '3')]),
    'kunden.xlsx',
    'Only a few.',
  );
  expect(body.warnings).toContain('Further sheets with the same headings, not read: 2');
  const { rows } = await server.pool.query('select external_id from customers where active');
  expect(rows).toEqual([{ external_id: '2' }]);
});
