import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addCustomer, addUser, columnChoice, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';

/** Two processes on one database. */
let database: TestDatabase;
let servers: Awaited<ReturnType<typeof startInstance>>[];
let token: string;
let other: string;

beforeAll(async () => {
  database = await testDatabase();
  await publishReferenceData(database.pool, smallCatalogue);
  await addUser(database.pool, { email: 'rep@portal.example' });
  await addUser(database.pool, { email: 'other@portal.example' });
  await addCustomer(database.pool, '4711', 'Pharmacy');
  servers = [await startInstance(database), await startInstance(database)];
  token = await signIn(servers[0]!.url, 'rep@portal.example');
  other = await signIn(servers[0]!.url, 'other@portal.example');
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

type Asked = { file?: Uint8Array; fileSha256?: string; [field: string]: unknown };

async function ask({ file, ...fields }: Asked, { as = token, path = 'preview', process = 0 } = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (file) form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]));
  const response = await fetch(`${servers[process]!.url}/api/statistics/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'accept-language': 'en' },
    body: form,
  });
  const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}

const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');
const unknown = { status: 409, body: { code: 'file_unknown' } };

describe('a file of which the server has had a dry run', () => {
  test('is asked about again by its hash alone, with the same answer and with other entries', async () => {
    const file = await workbook([
      [original, 3],
      [generic, 4],
    ]);
    const fileSha256 = hashOf(file);
    const first = await ask({ file });
    expect(first).toMatchObject({ status: 200, body: { report: { imported: 2 } } });
    expect(await ask({ fileSha256 })).toEqual(first);
    const columns = columnChoice('Bezug', 2, 'B');
    const entries = { columns, customerExternalId: '4711' };
    const second = await ask({ fileSha256, ...entries });
    expect(second).toMatchObject({ status: 200, body: { report: { imported: 1 } } });
    expect(await ask({ file, ...entries })).toEqual(second);
  });

  test('is kept when it could not be read, for the columns are then chosen by hand', async () => {
    const file = await workbook([[original, 'x']]);
    const refused = await ask({ file });
    expect(refused).toMatchObject({ status: 422, body: { code: 'import_nothing_readable' } });
    expect(await ask({ fileSha256: hashOf(file) })).toEqual(refused);
  });

  test('gives its problem rows by its hash too', async () => {
    const file = await workbook([[original, 3]]);
    const form = new FormData();
    form.set('fileSha256', hashOf(file));
    await ask({ file });
    const response = await fetch(`${servers[0]!.url}/api/statistics/preview/problems`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="Problemzeilen.xlsx"',
    ]);
  });

  test('is unknown to another user, in the words for a hash that nobody has sent', async () => {
    const file = await workbook([[original, 7]]);
    await ask({ file });
    const foreign = await ask({ fileSha256: hashOf(file) }, { as: other });
    expect(foreign).toMatchObject(unknown);
    expect(await ask({ fileSha256: '0'.repeat(64) }, { as: other })).toEqual(foreign);
    expect(await ask({ fileSha256: hashOf(file) }, { as: other, path: 'preview/problems' })).toEqual(foreign);
    expect((await ask({ fileSha256: hashOf(file) })).status).toBe(200);
  });

  test('is to be sent again to another process, and once the user has sent another file', async () => {
    const file = await workbook([[original, 8]]);
    const fileSha256 = hashOf(file);
    const first = await ask({ file });
    expect(await ask({ fileSha256 }, { process: 1 })).toMatchObject(unknown);
    expect(await ask({ file }, { process: 1 })).toEqual(first);
    expect(await ask({ fileSha256 }, { process: 1 })).toEqual(first);
    await ask({ file: await workbook([[original, 9]]) });
    expect(await ask({ fileSha256 })).toMatchObject(unknown);
  });
});

test.each(['x', '0'.repeat(63), 'g'.repeat(64)])('%s is no hash', async (fileSha256) => {
  expect(await ask({ fileSha256 })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', issues: [{ path: 'fileSha256' }] },
  });
});

test('without file and hash there is nothing to try', async () => {
  expect(await ask({ fileSha256: '' })).toMatchObject({ status: 400, body: { code: 'file_required' } });
});
