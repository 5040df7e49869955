import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, postStatistic, publishReferenceData, signIn, uploadForm } from '../support/portal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { smallCatalogue } from '../support/small-catalogue.ts';

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
