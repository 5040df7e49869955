import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templateFileKinds } from '#server/reference-data/template-files/kinds.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';
import { xlsxOfRows, zipParts } from '#tests/support/xlsx-builder.ts';

let server: TestServer;
let calls: TemplateFileCalls;

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  calls = templateFileCalls(server.url, await signIn(server.url, 'admin@portal.example'));
});
afterAll(() => server.close());

const whole = xlsxOfRows([
  ['Name', 'Wert'],
  ['A', 'B'],
]);
const entities = `<?xml version="1.0"?><!DOCTYPE a [${Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')}]><a>&e9;</a>`;

/** Files that no template file is. */
const files: Record<string, Uint8Array | string> = {
  empty: '',
  'of another source': whole,
  'text of another source': 'Name;Wert\nA;B\n',
  truncated: whole.subarray(0, whole.length / 2),
  damaged: Buffer.from(whole).fill(0x55, 40, 200),
  'random bytes': Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)),
  'a web page': '<!doctype html><html><body><p>Sign in</p></body></html>',
  'a packed bomb': zipParts(new Map([['xl/workbook.xml', Buffer.alloc(60_000_000)]])),
  'a compressed file': gzipSync('gtin\n7680100000012\n'),
  entities: zipParts(
    new Map([
      ['[Content_Types].xml', entities],
      ['xl/workbook.xml', entities],
    ]),
  ),
  'deep JSON': '['.repeat(200_000),
};

// A document of the footer stands for all.
const kinds = templateFileKinds.filter(
  ({ group, key }) => group !== 'documents' || key === 'terms-of-use-de',
);

test.each(kinds.map(({ key }) => key))(
  '%s: what it is not is refused with a reason, and nothing changes',
  async (key) => {
    const [extension] = kinds.find((kind) => kind.key === key)!.extensions;
    for (const [name, content] of Object.entries(files)) {
      const { status, body } = await calls.replace(key, content, `file${extension}`, 'I insist');
      expect.soft([status, body.code], name).toEqual([422, expect.any(String)]);
      // Words, not the key of words that nobody has written.
      expect.soft(body.message, name).toMatch(/\w \w/);
      expect.soft(body.message, name).not.toMatch(/\{\{|undefined/);
    }
    const other = await calls.replace(key, whole, 'file.exe');
    expect([other.status, other.body.code]).toEqual([400, 'template_file_extension']);
    const { rows } = await server.pool.query(
      'select (select count(*) from template_files) as files, (select count(*) from template_file_versions) as versions, (select count(*) from audit_entries where subject = $1) as entries',
      ['template-file'],
    );
    expect(rows).toEqual([{ files: 0, versions: 0, entries: 0 }]);
  },
  120_000,
);

test.each([
  ['text', 'hello there', 'It is not an Excel workbook (.xlsx).'],
  ['a web page', '<!doctype html><html></html>', 'It is not an Excel workbook (.xlsx).'],
  ['a PDF', '%PDF-1.7\n%%EOF\n', 'It is not an Excel workbook (.xlsx).'],
  ['a workbook of nothing', xlsxOfRows([]), 'None of its sheets has anything in it'],
  ['one without the columns', whole, 'No headings found.'],
  ['one without a quantity', xlsxOfRows([['GTIN', 'Name']]), 'No column for the quantity found.'],
  ['one without an article code', xlsxOfRows([['Menge', 'Name']]), 'No column for the article code found.'],
  ['a truncated one', whole.subarray(0, whole.length / 2), 'The file is incomplete'],
])('%s as the upload template is told as that, and nothing is replaced', async (_, content, why) => {
  for (const ask of [calls.replace, calls.check]) {
    const { status, body } = await ask('upload-template', content, 'template.xlsx');
    expect([status, body.code]).toEqual([422, 'template_not_uploadable']);
    expect(body.message).toMatch(/^This file cannot serve as the upload template; nothing was replaced\. /);
    expect(body.message).toContain(why);
    expect(body.message).not.toMatch(/\{\{|\$t|purchase statistic/);
  }
  const { rows } = await server.pool.query('select count(*)::int as versions from template_file_versions');
  expect(rows).toEqual([{ versions: 0 }]);
});

test('a file that is too large is refused with what is allowed, before it is read', async () => {
  const large = new Uint8Array(15_728_641).fill(0x41);
  for (const key of ['pharmacodes', 'workbook-template', 'terms-of-use-de']) {
    const kind = kinds.find((each) => each.key === key)!;
    for (const ask of [calls.replace, calls.check]) {
      const { status, body } = await ask(key, large, `file${kind.extensions[0]}`);
      expect([status, body]).toMatchObject([
        413,
        { code: 'template_file_too_large', message: 'The file is too large. At most 15 MB are allowed.' },
      ]);
    }
  }
  // Of kinds that are read piece by piece it is read, and found to be none.
  expect((await calls.check('customers', large, 'kunden.csv')).status).toBe(422);
});

test('what is no file, no key or no number is told so', async () => {
  const put = (body: unknown) =>
    calls.ask('', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await put({ key: 'exclusives' })).body.code).toBe('template_file_required');
  expect((await put({ key: 'nothing', id: 1 })).status).toBe(404);
  expect((await put({ key: 'exclusives', id: 999_999 })).status).toBe(404);
  expect((await put({ id: 1 })).status).toBe(400);
  expect((await calls.ask('/nothing/versions')).status).toBe(404);
  expect((await calls.ask('/exclusives/checks/999999')).status).toBe(404);
});
