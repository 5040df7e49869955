import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StockoutHistory } from '#analytics/catalogue/stockout-history.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { newestHistory } from '#server/reference-data/stockout-lists.ts';
import type { TemplateVersion } from '#shared/schemas/template-files.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';
import { xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const key = 'stockouts-wholesaler';

let server: TestServer;
let calls: TemplateFileCalls;
let engine: Engine;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin' });
  calls = templateFileCalls(server.url, await signIn(server.url, 'admin@portal.example'));
  folder = await mkdtemp(join(tmpdir(), 'portal-stockouts-'));
  engine = await openEngine({ directory: folder, connections: 1 });
});
afterAll(async () => {
  engine.close();
  await rm(folder, { recursive: true });
  await server.close();
});

/** A wholesaler's list as it sends it: title, day, headings, rows. */
function wholesalerList(day: string, rows: [pharmacode: number, name: string, until: string][]): Uint8Array {
  return xlsxOfRows([
    ['Ausstände'],
    [`Stand: ${day}`],
    ['Pharmacode', 'Artikelname', 'Ausstand bis', 'Lieferant'],
    ...rows.map((row) => [...row, 'Lieferant AG']),
  ]);
}

const missing = {
  original: [1, 'Original 10 mg', '06.02.2026'],
  generic: [2, 'Generic 10 mg', 'fehlt auf unbestimmte Zeit'],
  provider: [3, 'Provider 10 mg', '13.02.2026'],
  brush: [7_777_777, 'Zahnbürste', '06.02.2026'],
} satisfies Record<string, [number, string, string]>;

/** What the wholesaler says of a product by now. */
async function episodesOf(): Promise<Record<string, string>> {
  const { episodes } = await history();
  const own = episodes.filter(({ source }) => source === 'Grossist');
  return Object.fromEntries(
    own.map(({ gtin, reported_on, back_in_stock_on }) => [gtin, `${reported_on}–${back_in_stock_on}`]),
  );
}

function history(): Promise<StockoutHistory> {
  return newestHistory(server.pool, engine);
}

async function newestRevision(): Promise<number> {
  const { rows } = await server.pool.query('select max(revision) as revision from stockout_revisions');
  return rows[0].revision;
}

test("a source's first list is published by Pharmacode, and what is no product of ours is kept and counted", async () => {
  const file = wholesalerList('01.02.2026', [missing.original, missing.generic, missing.brush]);
  const { status, body } = await calls.check(key, file, 'liste.xlsx');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    date: '2026-02-01',
    rows: 3,
    matched: 2,
    guards: [],
    list: { source: 'Grossist', date: '2026-02-01', last: null, open: 0, added: 2, dropped: 0, unknown: 1 },
  });
  const used = await calls.use(key, body.id);
  expect(used.body).toEqual({
    message:
      'Stock-outs: wholesaler: “liste.xlsx” is in use now. Grossist: stock-outs added 2, dropped 0, open before 0.',
    numImportedItems: 3,
    warnings: ['1 row is of no known product.'],
  });
  expect(await episodesOf()).toEqual({ [original]: '2026-02-01–', [generic]: '2026-02-01–' });
});

test('what stays on the lists keeps the day of the first one that showed it', async () => {
  const file = wholesalerList('08.02.2026', [missing.original, missing.generic, missing.brush]);
  expect((await calls.replace(key, file, 'liste-2.xlsx')).status).toBe(200);
  expect(await episodesOf()).toEqual({ [original]: '2026-02-01–', [generic]: '2026-02-01–' });
});

test('a list cut off, or not newer, never reports anything as back in stock unasked', async () => {
  const revision = await newestRevision();
  const cut = wholesalerList('15.02.2026', [missing.original]);
  const refused = await calls.replace(key, cut, 'cut.xlsx');
  expect([refused.status, refused.body.code]).toEqual([409, 'template_file_guarded']);
  expect(refused.body.issues).toMatchObject([
    {
      code: 'stockouts_change_much',
      message:
        'The list of 15.02.2026 changes more than 30% of the last one of 08.02.2026. Open stock-outs so far: 2; of these would drop: 1; would be added: 0. Is it complete?',
    },
  ]);
  const old = wholesalerList('08.02.2026', [missing.original, missing.generic]);
  expect((await calls.replace(key, old, 'old.xlsx')).body.issues).toMatchObject([
    { code: 'stockouts_not_newer' },
  ]);
  expect(await newestRevision()).toBe(revision);
});

test('with a reason it does, and going back makes the source say what it said, and no other', async () => {
  const others = async () => (await history()).episodes.filter(({ source }) => source !== 'Grossist');
  const before = [await episodesOf(), await others()];
  const wrong = wholesalerList('15.02.2026', [missing.provider]);
  expect((await calls.replace(key, wrong, 'wrong.xlsx', 'Everything is back')).status).toBe(200);
  expect(await episodesOf()).toEqual({
    [original]: '2026-02-01–2026-02-15',
    [generic]: '2026-02-01–2026-02-15',
    [provider]: '2026-02-15–',
  });
  const { body: versions } = await calls.ask<TemplateVersion[]>(`/${key}/versions`);
  const back = await calls.takeBack(key, versions.find(({ fileName }) => fileName === 'liste-2.xlsx')!.id);
  expect(back.status).toBe(200);
  expect(back.body.message).toContain('stock-outs added 2, dropped 1, open before 1.');
  expect([await episodesOf(), await others()]).toEqual(before);
  // The list after that of the version gone back to is no older one.
  const next = wholesalerList('15.02.2026', [missing.original, missing.generic]);
  expect((await calls.replace(key, next, 'next.xlsx')).status).toBe(200);
});

test('a list that was checked before the command line published a newer one asks for a reason, and says why', async () => {
  const file = wholesalerList('22.02.2026', [missing.original, missing.generic]);
  const { body: checked } = await calls.check(key, file, 'late.xlsx');
  expect(checked.guards).toEqual([]);
  const csv = `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n${original},2026-02-01,,,\n${generic},2026-02-01,,,\n`;
  await publishReferenceData(server.pool, { stockouts: { csv, source: 'Grossist', date: '2026-03-01' } });
  expect((await calls.use(key, checked.id)).body.code).toBe('template_file_guarded');
  const { body: seen } = await calls.checked(key, checked.id);
  expect(seen).toMatchObject({ guards: [{ code: 'stockouts_not_newer' }], list: { last: '2026-03-01' } });
  expect((await calls.use(key, checked.id, 'The newer one was wrong')).status).toBe(200);
});

test('a list of a day to come is refused', async () => {
  const file = wholesalerList('01.02.2126', [missing.original]);
  expect(await calls.check(key, file, 'liste.xlsx')).toMatchObject({
    status: 422,
    body: { code: expect.stringMatching(/^(stockouts_in_future|source_\w+)$/) },
  });
});
