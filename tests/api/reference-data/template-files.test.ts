import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildVisitTemplate } from '#server/statistics/exports/visit/build-template.ts';
import type {
  TemplateCheck,
  TemplateFile,
  TemplateReplaced,
  TemplateVersion,
} from '#shared/schemas/template-files.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startInstance, startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { formOf, type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';
import { gtin } from '#tests/support/world.ts';
import { xlsxOfRows } from '#tests/support/xlsx-builder.ts';

let server: TestServer;
/** Another process on the same database. */
let other: { url: string; close: () => Promise<void> };
let calls: TemplateFileCalls;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
  calls = templateFileCalls(server.url, token);
  other = await startInstance({ url: server.databaseUrl, pool: server.pool, close: async () => undefined });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

async function fileOf(key: string): Promise<TemplateFile> {
  const { body } = await calls.ask<TemplateFile[]>('');
  return body.find((file) => file.key === key)!;
}

async function versionsOf(key: string): Promise<TemplateVersion[]> {
  return (await calls.ask<TemplateVersion[]>(`/${key}/versions`)).body;
}

async function auditOf(key: string): Promise<{ action: string; reason: string | null; after: unknown }[]> {
  const { rows } = await server.pool.query(
    "select action, reason, after from audit_entries where subject = 'template-file' and subject_key = $1 order by id",
    [key],
  );
  return rows;
}

const pairs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => gtin(`76802${String(from + index).padStart(7, '0')}`));
const pharmacodes = (gtins: readonly string[], first = 1) =>
  `GTIN;Pharmacode\n${gtins.map((each, index) => `${each};${first + index}\n`).join('')}`;

test('there is a key for every source, template and document, and nothing in it at first', async () => {
  const { body: files } = await calls.ask<TemplateFile[]>('');
  expect(files.length).toBe(13 + 2 + 6 * 4);
  expect(files[0]).toMatchObject({
    key: 'swissmedic-packs',
    name: 'Swissmedic pack list',
    info: { filename: '', validFileExtensions: ['.xlsx'], changesMergedProducts: true },
    maxBytes: 15_728_640,
    modificationDate: null,
    current: null,
  });
  const large = files.filter(({ maxBytes }) => maxBytes > 15_728_640).map(({ key }) => key);
  expect(large).toEqual(['bag-sl-fhir', 'customers']);
  const response = await calls.download('swissmedic-packs');
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
});

test('of templates and documents the file that the portal comes with is saved until one is uploaded, and could be uploaded', async () => {
  const { body: files } = await calls.ask<TemplateFile[]>('');
  const names = files.flatMap(({ info: { filename } }) => (filename === '' ? [] : [filename]));
  expect(names.length).toBe(2 + 6 * 4);
  expect(names).toEqual(
    expect.arrayContaining([
      'template.xlsx',
      'template-en.xlsm',
      'terms-of-use-fr.pdf',
      'data-release-tr-it.pdf',
    ]),
  );
  for (const { key, info } of files.filter(({ info: { filename } }) => filename !== '')) {
    const saved = await calls.download(key);
    expect([key, saved.status]).toEqual([key, 200]);
    expect(saved.headers.get('content-disposition')).toBe(`attachment; filename="${info.filename}"`);
    const checked = await calls.check(key, new Uint8Array(await saved.arrayBuffer()), info.filename);
    expect([key, checked.status, checked.body.message]).toEqual([key, 200, undefined]);
  }
  expect((await calls.download('upload-template', '?version=999999')).status).toBe(404);
});

test('a file is checked first and changes nothing, then used and kept, with one line in the log', async () => {
  const csv = `gtin\n${provider}\n`;
  const checked = await calls.check('exclusives', csv, 'Exklusiv März.csv');
  expect(checked.status).toBe(200);
  expect(checked.body).toMatchObject({
    key: 'exclusives',
    fileName: 'Exklusiv März.csv',
    rows: 1,
    found: 1,
    matched: 1,
    problems: { total: 0 },
    isUsed: false,
    last: null,
    difference: null,
    guards: [],
  });
  expect((await fileOf('exclusives')).current).toBeNull();
  expect(await auditOf('exclusives')).toEqual([]);

  const used = await calls.use('exclusives', checked.body.id);
  expect(used).toEqual({
    status: 200,
    body: {
      message: 'Exclusives: “Exklusiv März.csv” is in use now. First file.',
      numImportedItems: 1,
      warnings: [],
    },
  });
  expect(await fileOf('exclusives')).toMatchObject({
    info: { filename: 'Exklusiv März.csv' },
    current: { rows: 1, usedBy: 'Ada', reason: null, isCurrent: true, effect: 'First file.' },
  });
  expect(await auditOf('exclusives')).toMatchObject([
    { action: 'template-file.replaced', reason: null, after: { fileName: 'Exklusiv März.csv', rows: 1 } },
  ]);
  const saved = await calls.download('exclusives');
  expect(saved.headers.get('content-disposition')).toContain("filename*=UTF-8''Exklusiv%20M%C3%A4rz.csv");
  expect(await saved.text()).toBe(csv);
  const again = await calls.use('exclusives', checked.body.id);
  expect([again.status, again.body.code]).toEqual([409, 'template_file_stale']);
});

test('a file with more than ten percent other rows needs a reason, which stays with it', async () => {
  const first = await calls.replace('pharmacodes', pharmacodes(pairs(20)), 'codes.csv');
  expect([first.status, first.body.numImportedItems]).toEqual([200, 20]);
  // 18 of 20 are just ten percent less, 17 are more than that.
  const fewer = await calls.check('pharmacodes', pharmacodes(pairs(18)), 'codes.csv');
  expect(fewer.body.guards.map(({ code }) => code)).toEqual([]);
  const cut = await calls.check('pharmacodes', pharmacodes(pairs(17)), 'cut.csv');
  expect(cut.body.guards).toEqual([
    {
      code: 'rows',
      message: 'Rows of the file: 17, of the one in use: 20. That is a difference of more than 10%.',
    },
  ]);
  expect(cut.body.difference).toMatchObject({
    before: 20,
    new: { count: 0 },
    gone: { count: 3 },
    changed: { count: 0 },
  });
  const refused = await calls.use('pharmacodes', cut.body.id);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'template_file_guarded', issues: [{ code: 'rows', id: cut.body.id }] },
  ]);
  expect((await fileOf('pharmacodes')).current?.rows).toBe(20);

  const forced = await calls.use('pharmacodes', cut.body.id, 'Three packs are gone');
  expect(forced.body.warnings).toEqual(['Used although a check asked: Three packs are gone']);
  expect((await fileOf('pharmacodes')).current).toMatchObject({
    rows: 17,
    reason: 'Three packs are gone',
    effect: '0 new, 3 gone, 0 changed.',
  });
  expect((await auditOf('pharmacodes')).at(-1)).toMatchObject({ reason: 'Three packs are gone' });
});

test('what another has replaced meanwhile is compared anew before it is used', async () => {
  const one = await calls.check('portfolio', portfolio(original), 'one.csv');
  const two = await templateFileCalls(other.url, token).check('portfolio', portfolio(generic), 'two.csv');
  expect((await calls.use('portfolio', one.body.id)).status).toBe(200);
  const stale = await templateFileCalls(other.url, token).use('portfolio', two.body.id);
  expect([stale.status, stale.body.code]).toEqual([409, 'template_file_stale']);
  const compared = await calls.checked('portfolio', two.body.id);
  expect(compared.body).toMatchObject({
    last: { fileName: 'one.csv' },
    difference: { before: 1, new: { count: 1 }, gone: { count: 1 }, changed: { count: 0 } },
  });
  expect((await calls.use('portfolio', two.body.id)).status).toBe(200);
});

test('going back is one call and one line in the log', async () => {
  const [current, before] = await versionsOf('portfolio');
  expect([current?.fileName, before?.fileName]).toEqual(['two.csv', 'one.csv']);
  const lines = (await auditOf('portfolio')).length;
  const back = await calls.takeBack('portfolio', before!.id);
  expect([back.status, back.body.message]).toEqual([
    200,
    'Portfolio: “one.csv” is in use now. 1 new, 1 gone, 0 changed.',
  ]);
  expect((await versionsOf('portfolio'))[0]).toMatchObject({ fileName: 'one.csv', isCurrent: true });
  expect((await auditOf('portfolio')).slice(lines)).toMatchObject([{ action: 'template-file.taken-back' }]);
  expect(await (await calls.download('portfolio', `?version=${current!.id}`)).text()).toBe(
    portfolio(generic),
  );
  expect((await calls.takeBack('portfolio', before!.id)).status).toBe(409);
});

test('a changed row is shown with both values, and problem rows page by page and as a workbook', async () => {
  const attributes = (lines: string[]) => `gtin,description,exFactoryPrice\n${lines.join('\n')}\n`;
  const gtins = pairs(250);
  const good = gtins.map((each) => `${each},Product,10.00`);
  await calls.replace('own-attributes', attributes(good), 'own.csv');
  const bad = gtins.slice(0, 120).map((each) => `${each},Product,ten`);
  const mixed = [`${gtins[0]},Product new,10.00`, ...good.slice(1), ...bad.slice(0, 10)];
  const { status, body } = await calls.check('own-attributes', attributes(mixed), 'own.csv');
  expect(status).toBe(200);
  expect(body.difference).toMatchObject({
    before: 250,
    new: { count: 0 },
    gone: { count: 0 },
    changed: {
      count: 1,
      samples: [{ key: gtins[0], changes: ['Name Product → Product new'] }],
    },
  });
  expect(body.problems).toEqual({ total: 10, unused: 10, listed: 10 });
  const path = `/own-attributes/checks/${body.id}/problems`;
  const listed = await calls.ask<{ total: number; rows: { row: number; used: boolean }[] }>(
    `${path}?offset=8`,
  );
  expect(listed.body.total).toBe(10);
  expect(listed.body.rows.map(({ row, used }) => [row, used])).toEqual([
    [260, false],
    [261, false],
  ]);
  const workbook = await calls.download(`own-attributes/checks/${body.id}/problems/excel`);
  expect(Buffer.from(await workbook.arrayBuffer()).toString('latin1', 0, 2)).toBe('PK');
});

test('an uploaded document and template are served at once by every process', async () => {
  const pdf = '%PDF-1.4\nour own terms\n%%EOF\n';
  expect((await calls.replace('terms-of-use-de', pdf, 'agb.pdf')).body.numImportedItems).toBe(1);
  for (const { url } of [server, other]) {
    const response = await fetch(`${url}/Documents/terms-of-use-de.pdf`);
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['application/pdf', pdf]);
    const tag = response.headers.get('etag')!;
    const known = { 'if-none-match': tag, 'cache-control': 'max-age=0' };
    expect((await fetch(`${url}/Documents/terms-of-use-de.pdf`, { headers: known })).status).toBe(304);
  }
  expect((await fetch(`${server.url}/Documents/terms-of-use-fr.pdf`)).status).toBe(200);
  const template = xlsxOfRows([['GTIN', 'Menge', 'Bemerkung']]);
  expect((await calls.replace('upload-template', template, 'vorlage.xlsx')).status).toBe(200);
  const served = await fetch(`${other.url}/template.xlsx`);
  expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(template))).toBe(true);
});

test('going back to the file that the portal comes with is one call and one line in the log, in every process, and so is the way forth', async () => {
  const key = 'terms-of-use-it';
  const pdf = '%PDF-1.4\ncondizioni nostre\n%%EOF\n';
  const served = async ({ url }: { url: string }) => (await fetch(`${url}/Documents/${key}.pdf`)).text();
  const comesWith = await served(server);
  expect(await fileOf(key)).toMatchObject({ builtIn: `${key}.pdf`, hasVersions: false });
  expect((await calls.takeBuiltIn(key)).body.code).toBe('template_file_stale');
  await calls.replace(key, pdf, 'nostre.pdf');
  const [used] = await versionsOf(key);
  expect(await (await calls.download(key, '?version=built-in')).text()).toBe(comesWith);
  expect([await served(server), await served(other)]).toEqual([pdf, pdf]);

  const { status, body } = await calls.takeBuiltIn(key);
  expect([status, body.numImportedItems, body.warnings]).toEqual([200, 1, []]);
  expect(body.message).toContain(`“${key}.pdf” is in use now.`);
  expect([await served(server), await served(other)]).toEqual([comesWith, comesWith]);
  const file = await fileOf(key);
  expect([file.current, file.modificationDate, file.hasVersions, file.info.filename]).toEqual([
    null,
    null,
    true,
    `${key}.pdf`,
  ]);
  expect(await versionsOf(key)).toMatchObject([{ id: used!.id, isCurrent: false }]);
  expect((await auditOf(key)).slice(1)).toMatchObject([
    { action: 'template-file.built-in', after: { version: null, fileName: `${key}.pdf` } },
  ]);
  expect((await calls.takeBuiltIn(key)).status).toBe(409);

  expect((await calls.takeBack(key, used!.id)).status).toBe(200);
  expect([await served(server), await served(other)]).toEqual([pdf, pdf]);
});

test('of rows there is no file that the portal comes with', async () => {
  expect(await fileOf('portfolio')).toMatchObject({ builtIn: null, hasVersions: true });
  expect((await calls.takeBuiltIn('portfolio')).status).toBe(404);
  expect((await calls.download('portfolio', '?version=built-in')).status).toBe(404);
});

test('a workbook template is tried out before it is taken, and one that takes nothing is not', async () => {
  const checked = await calls.check('workbook-template', buildVisitTemplate('fr'), 'visite.xlsm');
  expect([checked.status, checked.body.rows]).toEqual([200, null]);
  expect((await calls.use('workbook-template', checked.body.id)).status).toBe(200);
  const parts = unzipSync(buildVisitTemplate('de'));
  const workbook = Buffer.from(parts['xl/workbook.xml']!).toString();
  const unnamed = workbook.replaceAll(/<definedName .*?<\/definedName>/g, '');
  const bare = Object.fromEntries(
    Object.entries({ ...parts, 'xl/workbook.xml': Buffer.from(unnamed) }).map(([name, bytes]) => [
      name,
      name.includes('/tables/')
        ? Buffer.from(
            Buffer.from(bytes)
              .toString()
              .replace(/isplayName="\w+"/, 'isplayName="Other"'),
          )
        : bytes,
    ]),
  );
  expect(await calls.check('workbook-template', zipSync(bare), 'leer.xlsm')).toMatchObject({
    status: 422,
    body: {
      code: 'template_not_fillable',
      message: 'This workbook can’t be filled. It has none of the tables and named cells that are filled.',
    },
  });
  const inGerman = await calls.ask<TemplateCheck>('/workbook-template/check', {
    method: 'POST',
    headers: { 'accept-language': 'de' },
    body: formOf({}, 'nonsense', 'leer.xlsm'),
  });
  expect(inGerman.body.message).toBe('Diese Mappe kann nicht gefüllt werden. Sie ist keine Excel-Mappe.');
});

test('a check that nobody uses is gone after two weeks, a used version never', async () => {
  const { body } = await calls.check('exclusives', `gtin\n${generic}\n`, 'old.csv');
  await server.pool.query(
    `update template_file_versions set checked_at = now() - interval '15 days' where key = 'exclusives'`,
  );
  const { purgeStagedVersions } = await import(
    '#server/reference-data/template-files/template-version-queries.ts'
  );
  await purgeStagedVersions(server.pool);
  expect((await calls.checked('exclusives', body.id)).status).toBe(404);
  expect((await fileOf('exclusives')).current).not.toBeNull();
});

function portfolio(product: string): string {
  return `gtin,alternativeGTIN,rank\n${product},${provider},1\n`;
}

test.each([
  ['exclusives', `GTIN\n${provider}\n`, 'text/csv', 'exclusives.csv', 1],
  ['portfolio', 'xlsx', 'application/octet-stream', 'portfolio.xlsx', 1],
  ['data-release-tr-fr', '%PDF-1.7\n%%EOF\n', 'application/pdf', 'data-release-tr-fr.pdf', 1],
])(
  '%s is replaced by JSON of key and file alone, and gets a name',
  async (key, content, type, name, rows) => {
    const bytes =
      content === 'xlsx'
        ? xlsxOfRows([
            ['gtin', 'alternativeGTIN', 'rank'],
            [original, provider, 1],
          ])
        : Buffer.from(content);
    const { status, body } = await calls.ask<TemplateReplaced>('', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, file: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` }),
    });
    expect([status, body]).toMatchObject([
      200,
      { message: expect.stringMatching(/\w/), numImportedItems: rows, warnings: [] },
    ]);
    expect((await fileOf(key)).info.filename).toBe(name);
    expect(Buffer.from(await (await calls.download(key)).arrayBuffer()).equals(Buffer.from(bytes))).toBe(
      true,
    );
  },
);

test('of more problems than are listed it is said how many rows do not count', async () => {
  const coded = Array.from({ length: 60_000 }, (_, at) => `;${1_000_000 + at}`);
  const csv = ['GTIN;Pharmacode', '7680670640015;12345', ...coded].join('\n');
  const { body } = await calls.check('pharmacodes', csv, 'alle-artikel.csv');
  expect(body).toMatchObject({ rows: 1, found: 60_001, problems: { total: 60_000, unused: 60_000 } });
});
