import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templateFileKinds } from '#server/reference-data/template-files/kinds.ts';
import { addUser, postStatistic, publishReferenceData, signIn, uploadForm } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { templateFileCalls } from '#tests/support/template-files.ts';

const names = [
  'terms-of-use',
  'terms-and-conditions',
  'data-protection',
  'medical-department',
  'data-release-standard',
  'data-release-tr',
];

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-documents-'));
  await writeFile(join(folder, 'terms-of-use-it.pdf'), '%PDF-1.4 our own terms');
  server = await startTestServer({ documentsDir: folder });
  await publishReferenceData(server.pool, smallCatalogue);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('every document is there in four languages', async () => {
  for (const name of names)
    for (const language of ['de', 'en', 'fr', 'it']) {
      const response = await fetch(`${server.url}/Documents/${name}-${language}.pdf`);
      expect([response.status, response.headers.get('content-type')], name).toEqual([200, 'application/pdf']);
      expect((await response.text()).slice(0, 5)).toBe('%PDF-');
    }
});

test("an installation's own document stands before the placeholder", async () => {
  const response = await fetch(`${server.url}/Documents/terms-of-use-it.pdf`);
  expect(await response.text()).toBe('%PDF-1.4 our own terms');
});

test.runIf(process.platform === 'linux')(
  'a large document is sent whole, and left open neither by who asks for its head alone nor by who goes',
  async () => {
    const path = join(folder, 'terms-of-use-fr.pdf');
    const large = Buffer.alloc(40 * 1024 * 1024, 'x');
    await writeFile(path, large);
    const address = `${server.url}/Documents/terms-of-use-fr.pdf`;
    const whole = await fetch(address);
    expect(whole.headers.get('content-length')).toBe(String(large.length));
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
    const head = await fetch(address, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(large.length));
    const leaving = new AbortController();
    const begun = await fetch(address, { signal: leaving.signal });
    expect(await openFiles()).toContain(path);
    leaving.abort();
    await begun.body?.cancel().catch(() => undefined);
    await expect.poll(openFiles).not.toContain(path);
  },
);

/** Paths of the files that this process, the server's too, has open. */
async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd');
  return Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
}

test('only documents are there: no other file that administrators replace, nor a stray one of the folder', async () => {
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  const calls = templateFileCalls(server.url, await signIn(server.url, 'admin@portal.example'));
  const customers = 'externalId;name;parentName;address;active\n1;Apotheke Geheim;;Weg 1, 3000 Bern;ja\n';
  expect((await calls.replace('customers', customers, 'kunden.csv')).status).toBe(200);
  expect((await calls.replace('exclusives', `gtin\n${provider}\n`, 'exclusives.csv')).status).toBe(200);
  await writeFile(join(folder, 'internal-notes.pdf'), '%PDF-1.4 not meant for anybody');
  const files = templateFileKinds.filter(({ content }) => content !== 'pdf').map(({ key }) => `${key}.pdf`);
  expect(files).toContain('customers.pdf');
  const others = [
    'terms-of-use-de',
    'terms-of-use-de.PDF',
    'terms-of-use-de.pdf.pdf',
    '.pdf',
    '__proto__.pdf',
  ];
  for (const file of [...files, 'internal-notes.pdf', ...others]) {
    const response = await fetch(`${server.url}/Documents/${file}`);
    expect([file, response.status, response.headers.get('cache-control')]).toEqual([file, 404, 'no-store']);
    expect(await response.text()).not.toContain('Geheim');
  }
});

test('a document that was uploaded is sent whole, piece by piece, and asked about each time', async () => {
  await addUser(server.pool, { email: 'editor@portal.example', role: 'Admin' });
  const calls = templateFileCalls(server.url, await signIn(server.url, 'editor@portal.example'));
  // Three parts as they are stored, of bytes that gain nothing from compression.
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(9_000_000), Buffer.from('\n%%EOF\n')]);
  expect((await calls.replace('data-protection-de', bytes, 'data-protection-de.pdf')).status).toBe(200);
  const url = `${server.url}/Documents/data-protection-de.pdf`;
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  const tag = response.headers.get('etag')!;
  const again = { 'if-none-match': tag, 'cache-control': 'max-age=0' };
  expect((await fetch(url, { headers: again })).status).toBe(304);
  const { status, headers } = await fetch(url, { method: 'HEAD' });
  expect([status, headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

test('nothing outside the folder can be asked for', async () => {
  for (const file of ['..%2fpackage.json', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'missing.pdf']) {
    expect((await fetch(`${server.url}/Documents/${file}`)).status, file).toBe(404);
  }
  expect((await fetch(`${server.url}/Documents/a%00.pdf`)).status).toBe(400);
});

test('the template imports as it is, without a warning but that its examples are in no catalogue', async () => {
  await addUser(server.pool, { email: 'user@portal.example' });
  const token = await signIn(server.url, 'user@portal.example');
  const template = await fetch(`${server.url}/template.xlsx`);
  expect(template.headers.get('content-disposition')).toContain('template.xlsx');
  const form = uploadForm(new Uint8Array(await template.arrayBuffer()), {
    testUpload: 'true',
    customerExternalId: undefined,
  });
  const response = await postStatistic(server.url, token, form);
  expect(response.status).toBe(200);
  const { report } = (await response.json()) as { report: Record<string, unknown> };
  expect(report).toMatchObject({ rowsRead: 3, imported: 3, notices: [], skipped: { total: 0 } });
});
