import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';

let server: TestServer;
let calls: TemplateFileCalls;
let token: string;
let userToken: string;

beforeAll(async () => {
  server = await startTestServer();
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin' });
  await addUser(server.pool, { email: 'rep@portal.example', name: 'Rita', role: 'User' });
  token = await signIn(server.url, 'admin@portal.example');
  userToken = await signIn(server.url, 'rep@portal.example');
  calls = templateFileCalls(server.url, token);
  await takeFile(
    '1;Apotheke Eins;;Gasse 1, 8000, Zürich, CH;ja;de;APO;K1',
    '2;Praxis Zwei;;Gasse 2, 3000, Bern, CH;ja;de;SD;K2',
  );
});
afterAll(() => server.close());

test('a customer who is added is found, by the key too, and outlives the next file', async () => {
  expect(
    await ask('POST', '', { externalId: '9', name: 'Apotheke Neun', channel: 'APO', oneKey: 'K9' }),
  ).toMatchObject({ status: 200, body: { externalId: '9', name: 'Apotheke Neun', active: true } });
  expect(await names('Apotheke Neun')).toEqual(['Apotheke Neun']);
  expect(await ask('GET', '/xpris/K9')).toMatchObject({ body: { wkpIdOneKey: '9' } });

  await takeFile(
    '1;Apotheke Eins;;Gasse 1, 8000, Zürich, CH;ja;de;APO;K1',
    '2;Praxis Zwei;;Gasse 2, 3000, Bern, CH;ja;de;SD;K2',
  );
  expect(await ask('GET', '/9')).toMatchObject({
    body: { name: 'Apotheke Neun', active: true, oneKey: 'K9' },
  });
});

test('a name that no upload could have is refused', async () => {
  const longer = 'n'.repeat(256);
  expect(await ask('POST', '', { externalId: '10', name: longer })).toMatchObject({ status: 400 });
  expect(await ask('PUT', '/9', { name: longer })).toMatchObject({ status: 400 });
});

test('a correction outlives files, and of what nobody corrected the file decides', async () => {
  await ask('PUT', '/1', { name: 'Apotheke am Markt' });
  await takeFile(
    '1;Apotheke Eins;;Platz 7, 8000, Zürich, CH;ja;de;APO;K1',
    '2;Praxis Zwei;;Gasse 2, 3000, Bern, CH;ja;de;SD;K2',
  );
  expect(await ask('GET', '/1')).toMatchObject({
    body: { name: 'Apotheke am Markt', address: 'Platz 7, 8000, Zürich, CH' },
  });
  expect(await corrections()).toMatchObject([
    { customer: { externalId: '1' }, corrected: ['name'], added: false, fileChanged: false },
    { customer: { externalId: '9' }, added: true, fileChanged: false, file: null },
  ]);
});

test('a file that says something new of what was corrected is listed first, until somebody decides', async () => {
  await ask('PUT', '/2', { active: false });
  await takeFile(
    '1;Marktapotheke;;Platz 7, 8000, Zürich, CH;ja;de;APO;K1',
    '2;Praxis Zwei;;Gasse 2, 3000, Bern, CH;ja;de;SD;K2',
  );
  expect((await corrections())[0]).toMatchObject({
    customer: { externalId: '1', name: 'Apotheke am Markt' },
    file: { name: 'Marktapotheke' },
    fileChanged: true,
    correctedBy: 'Ada',
  });
  expect(await ask('POST', '/1/keep')).toMatchObject({ status: 204 });
  expect((await corrections()).map(({ fileChanged }) => fileChanged)).toEqual([false, false, false]);
  expect(await names('am Markt')).toEqual(['Apotheke am Markt']);

  expect(await ask('DELETE', '/1/correction')).toMatchObject({ status: 204 });
  expect(await ask('GET', '/1')).toMatchObject({ body: { name: 'Marktapotheke' } });
  expect((await corrections()).map(({ customer }) => customer.externalId)).toEqual(['9', '2']);
});

test('a file that says what was corrected settles it', async () => {
  await takeFile(
    '1;Marktapotheke;;Platz 7, 8000, Zürich, CH;ja;de;APO;K1',
    '2;Praxis Zwei;;Gasse 2, 3000, Bern, CH;nein;de;SD;K2',
  );
  expect((await corrections()).map(({ customer }) => customer.externalId)).toEqual(['9']);
});

test('a key that the file gives to somebody else is theirs, and an added customer of the file may differ', async () => {
  await takeFile(
    '1;Marktapotheke;;Platz 7, 8000, Zürich, CH;ja;de;APO;K9',
    '9;Apotheke Neun AG;;Platz 9, 9000, St. Gallen, CH;ja;de;APO;',
  );
  expect(await ask('GET', '/1')).toMatchObject({ body: { oneKey: 'K9' } });
  expect(await ask('GET', '/9')).toMatchObject({ body: { name: 'Apotheke Neun', oneKey: null } });
  expect((await corrections())[0]).toMatchObject({
    fileChanged: true,
    file: { name: 'Apotheke Neun AG', address: 'Platz 9, 9000, St. Gallen, CH' },
  });
});

test('a key that was moved from one customer to another stays moved, whatever the file repeats', async () => {
  const keys = async () => {
    const of = async (id: string) => ((await ask('GET', `/${id}`)).body as { oneKey: string | null }).oneKey;
    return [await of('31'), await of('32'), await of('33')];
  };
  const file = (first: string, second: string, third: string) =>
    takeFile(
      '9;Apotheke Neun AG;;Platz 9, 9000, St. Gallen, CH;ja;de;APO;',
      '1;Marktapotheke;;Platz 7, 8000, Zürich, CH;ja;de;APO;K9',
      `31;Apotheke A;;Gasse 1, 8000, Zürich, CH;ja;de;APO;${first}`,
      `32;Apotheke B;;Gasse 2, 8000, Zürich, CH;ja;de;APO;${second}`,
      `33;Apotheke C;;Gasse 3, 8000, Zürich, CH;ja;de;APO;${third}`,
    );
  await file('M1', '', 'M3');
  await ask('PUT', '/31', { oneKey: 'M5' });
  await ask('PUT', '/32', { oneKey: 'M1' });
  expect(await keys()).toEqual(['M5', 'M1', 'M3']);
  await file('M1', '', 'M3');
  expect(await keys()).toEqual(['M5', 'M1', 'M3']);

  // The file gives the first one's key to the third: the first has its own again, and the second none.
  await file('M1', '', 'M5');
  expect(await keys()).toEqual(['M1', null, 'M5']);
});

test('a correction of whom the next file lacks says so, and taking the file ends the customer', async () => {
  await ask('PUT', '/1', { active: true, name: 'Markt' });
  await takeFile('9;Apotheke Neun AG;;Platz 9, 9000, St. Gallen, CH;ja;de;APO;');
  expect(await ask('GET', '/1')).toMatchObject({ body: { name: 'Markt', active: false } });
  expect(await correctionOf('1')).toMatchObject({ file: null, fileChanged: true });
  await ask('DELETE', '/1/correction');
  expect(await ask('GET', '/1')).toMatchObject({ body: { active: false } });
});

test('ids and keys that somebody has, and customers who are not there, are told', async () => {
  expect(await ask('POST', '', { externalId: '9', name: 'Andere' })).toMatchObject({
    status: 409,
    body: { message: '“Apotheke Neun” already has this external ID.' },
  });
  await ask('PUT', '/9', { oneKey: 'KX' });
  expect(await ask('POST', '', { externalId: '10', name: 'Andere', oneKey: 'KX' })).toMatchObject({
    status: 409,
    body: { message: '“Apotheke Neun” already has this OneKey ID.' },
  });
  expect(await ask('PUT', '/missing', { name: 'Niemand' })).toMatchObject({ status: 404 });
  expect(await ask('DELETE', '/2/correction')).toMatchObject({ status: 404 });
  expect(await ask('POST', '', { externalId: ' ', name: 'x' })).toMatchObject({ status: 400 });
});

test('only administrators add and correct, and what they did is written down', async () => {
  const answer = await ask('PUT', '/9', { name: 'Mine' }, userToken);
  expect(answer.status).toBe(403);
  const { rows } = await server.pool.query(
    "select action, subject_name, before, after from audit_entries where action like 'customer.%' order by id limit 2",
  );
  expect(rows[0]).toMatchObject({ action: 'customer.added', subject_name: 'Apotheke Neun' });
  expect(rows[1]).toEqual({
    action: 'customer.corrected',
    subject_name: 'Apotheke am Markt',
    before: { name: 'Apotheke Eins' },
    after: { name: 'Apotheke am Markt' },
  });
});

test('how a customer is reached comes from the file, or stays as it was corrected; a file without it empties it', async () => {
  const reached = async () => {
    const { body } = await ask('GET', '/20');
    const { phone, mail } = body as Record<string, string | null>;
    return [phone, mail];
  };
  const file = (columns: string, cells: string) =>
    calls.replace('customers', `externalId;name${columns}\n20;Apotheke${cells}\n`, 'kunden.csv', 'as sent');
  const sent = await file(';Telefon;E-Mail', ';044 123 45 67;info@apotheke.example');
  expect(sent.status).toBe(200);
  expect(await reached()).toEqual(['044 123 45 67', 'info@apotheke.example']);

  expect(await ask('PUT', '/20', { phone: '079 000 00 00' })).toMatchObject({ status: 200 });
  expect(await ask('PUT', '/20', { phone: 'javascript:alert(1)' })).toMatchObject({ status: 400 });
  expect(await ask('PUT', '/20', { mail: 'a@b.example?bcc=c@d.example' })).toMatchObject({ status: 400 });
  await file('', '');
  expect(await reached()).toEqual(['079 000 00 00', null]);
  expect(await ask('DELETE', '/20/correction')).toMatchObject({ status: 204 });
  expect(await reached()).toEqual([null, null]);

  const nasty = await file(';Telefon;E-Mail', ';"0;ext=44";"<script>@x"');
  expect(nasty).toMatchObject({
    status: 200,
    body: { warnings: expect.arrayContaining(['2 rows are doubtful, but count.']) },
  });
  expect(await reached()).toEqual([null, null]);
});

test('while a file of customers is being taken, who corrects is told to come back instead of waiting', async () => {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtextextended('template file customers', 0))");
    expect(await ask('PUT', '/9', { name: 'Während der Datei' })).toMatchObject({ status: 503 });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('who corrects a customer whom somebody else corrected meanwhile is told instead of undoing it', async () => {
  await ask('POST', '', { externalId: '81', name: 'Apotheke Alt', phone: '+41 44 111 11 11' });
  const { version } = (await ask('GET', '/81')).body as { version: number };
  const first = await ask('PUT', '/81', { name: 'Apotheke Anna' }, token, version);
  expect(first).toMatchObject({ status: 200, body: { name: 'Apotheke Anna' } });

  const second = await ask('PUT', '/81', { name: 'Apotheke Berta' }, token, version);
  const now = (first.body as { version: number }).version;
  expect(second).toMatchObject({
    status: 412,
    body: {
      code: 'changed_meanwhile',
      issues: [
        { path: 'version', theirs: now },
        { path: 'name', theirs: 'Apotheke Anna', yours: 'Apotheke Berta' },
      ],
    },
  });
  expect(await ask('GET', '/81')).toMatchObject({ body: { name: 'Apotheke Anna', version: now } });
  expect(await ask('PUT', '/81', { name: 'Apotheke Berta' }, token, now)).toMatchObject({ status: 200 });
});

type Correction = {
  customer: { externalId: string };
  fileChanged: boolean;
};

async function corrections(): Promise<Correction[]> {
  return (await ask('GET', '/corrections')).body as Correction[];
}

async function correctionOf(externalId: string): Promise<Correction | undefined> {
  return (await corrections()).find(({ customer }) => customer.externalId === externalId);
}

async function names(keyword: string): Promise<string[]> {
  const { body } = await ask('POST', `/search?keyword=${encodeURIComponent(keyword)}`);
  return (body as { FullName: string }[]).map(({ FullName }) => FullName);
}

async function takeFile(...rows: string[]): Promise<void> {
  const { status } = await calls.replace(
    'customers',
    `externalId;name;parentName;address;active;language;channel;oneKey\n${rows.join('\n')}\n`,
    'kunden.csv',
    'checked by hand',
  );
  expect(status).toBe(200);
}

async function ask(
  method: string,
  path: string,
  json?: object,
  as = token,
  version?: number,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/api/customer${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      'accept-language': 'en',
      ...(version !== undefined && { 'if-match': `"${version}"` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
