import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import { addDays } from '#shared/calendar.ts';
import type { ChecklistItem } from '#shared/schemas/setup.ts';
import type { StockoutSource } from '#shared/schemas/stockout-source.ts';
import type { TemplateVersion } from '#shared/schemas/template-files.ts';
import { callsOf } from '#tests/support/admin-calls.ts';
import { choose, everyoneTold } from '#tests/support/alerted-portal.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';
import { xlsxOfRows } from '#tests/support/xlsx-builder.ts';

const key = 'stockouts-wholesaler';
const today = todayInZurich();
const yesterday = addDays(today, -1);

let server: TestServer;
let mailbox: Mailbox;
let token: string;
let files: TemplateFileCalls;
let call: ReturnType<typeof callsOf>;

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({ smtpUrl: mailbox.url });
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
  files = templateFileCalls(server.url, token);
  call = callsOf(server.url, token);
});
beforeEach(() =>
  emptyTables(
    server.pool,
    'all_catalogue_revisions',
    'stockout_revisions',
    'template_files',
    'template_file_parts',
    'template_file_versions',
    'named_stockout_sources',
    'alert_subscriptions',
  ),
);
afterEach(() => expect(mailbox.waiting(), 'mails that nobody expected').toEqual([]));
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const { catalogue } = smallCatalogue;

/** The small catalogue before the Pharmacodes of others than these were known. */
function withPharmacodesOf(...gtins: string[]) {
  const lines = catalogue.products.split('\n').map((line) => {
    const isKnown = gtins.some((gtin) => line.startsWith(gtin));
    return isKnown ? line : line.replace(/,000000\d,/, ',,');
  });
  return { ...catalogue, products: lines.join('\n') };
}

/** A wholesaler's list, which names products by Pharmacode alone: all three of the catalogue, and a toothbrush. */
function listOf(day: string): Uint8Array {
  return xlsxOfRows([
    ['Ausstände'],
    [`Stand: ${day.split('-').reverse().join('.')}`],
    ['Pharmacode', 'Artikelname', 'Ausstand bis', 'Lieferant'],
    [1, 'Original 10 mg', 'fehlt auf unbestimmte Zeit', 'Lieferant AG'],
    [2, 'Generic 10 mg', 'fehlt auf unbestimmte Zeit', 'Lieferant AG'],
    [3, 'Provider 10 mg', 'fehlt auf unbestimmte Zeit', 'Lieferant AG'],
    [7_777_777, 'Zahnbürste', 'fehlt auf unbestimmte Zeit', 'Lieferant AG'],
  ]);
}

async function get<Body>(path: string): Promise<Body> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Body;
}

/** What the market says of each missing product: since when, whether at least, and whether it is new. */
async function market(): Promise<Record<string, unknown[]>> {
  const rows = await get<Record<string, unknown>[]>('portfolio?stockOutSince=2026-01-01');
  return Object.fromEntries(
    rows.map(({ gtin, missingSince1, knownSinceAtLeast1, newStockout1 }) => [
      gtin,
      [missingSince1, knownSinceAtLeast1, newStockout1],
    ]),
  );
}

async function referenceData(): Promise<ChecklistItem> {
  const items = await get<ChecklistItem[]>('setup/checklist');
  return items.find(({ name }) => name === 'referenceData')!;
}

async function counts(): Promise<unknown> {
  const { rows } = await server.pool.query(
    `select (select count(*)::integer from stockout_revisions) as revisions,
       (select count(*)::integer from template_file_versions) as versions,
       (select count(*)::integer from all_catalogue_revisions) as catalogues`,
  );
  return rows[0];
}

const code = 'stockouts_without_catalogue';

test('before the first catalogue a list of stock-outs is refused by its check, its use and the publication', async () => {
  const source = await call('POST', 'stockout-sources', { name: 'Nord' });
  const named = `${key}-${(source.body as StockoutSource).id}`;
  for (const each of [key, named]) {
    expect(await files.check(each, listOf(today), 'list.xlsx')).toMatchObject({
      status: 422,
      body: { code, message: expect.stringContaining('Publish the catalogue first') },
    });
    expect(await files.replace(each, listOf(today), 'list.xlsx', 'Nevertheless')).toMatchObject({
      status: 422,
      body: { code },
    });
  }
  const { stockouts } = smallCatalogue;
  await expect(publishReferenceData(server.pool, { stockouts })).rejects.toMatchObject({ code });
  expect(await counts()).toEqual({ revisions: 0, versions: 0, catalogues: 0 });
  // Files of anything else need none.
  expect((await files.check('exclusives', `GTIN\n${provider}\n`, 'exclusives.csv')).status).toBe(200);
});

test('a list that comes with the first catalogue is published after it', async () => {
  await publishReferenceData(server.pool, smallCatalogue);
  expect(await counts()).toMatchObject({ revisions: 1, catalogues: 1 });
  expect(await market()).toEqual({ [original]: ['2026-01-02', true, false] });
});

test('a list of which no row is of a known product is told by the checklist until it is used again', async () => {
  await publishReferenceData(server.pool, { catalogue: withPharmacodesOf() });
  expect((await files.replace(key, listOf(today), 'list.xlsx')).body.warnings).toEqual([
    '4 rows are of no known product.',
  ]);
  const unmatched = [{ name: 'Grossist', rows: 4 }];
  expect(await referenceData()).toMatchObject({ state: 'open', missing: [], unmatched });
  await publishReferenceData(server.pool, { catalogue });
  // The catalogue knows the Pharmacodes by now; the market does not.
  expect(await referenceData()).toMatchObject({ state: 'open', unmatched });
  expect(await market()).toEqual({});

  const [{ id }] = (await files.ask<[TemplateVersion]>(`/${key}/versions`)).body;
  const again = await files.takeBack(key, id);
  expect(again).toMatchObject({
    status: 200,
    body: {
      message: expect.stringContaining('stock-outs added 3, dropped 0, open before 0.'),
      warnings: ['1 row is of no known product.'],
    },
  });
  expect(await market()).toEqual({ [original]: [today, true, false], [generic]: [today, true, false] });
  const { state, unmatched: none } = await referenceData();
  expect([state, none]).toEqual(['late', []]);
  expect((await files.takeBack(key, id)).body.message).toContain(
    'stock-outs added 0, dropped 0, open before 3.',
  );
});

test('what a list in use says of products that the catalogue knows since then is not new, and nobody is mailed', async () => {
  await publishReferenceData(server.pool, { catalogue: withPharmacodesOf(original) });
  // The list of today is not the first one: what it added would be new.
  for (const day of [yesterday, today]) {
    expect((await files.replace(key, listOf(day), `${day}.xlsx`)).status).toBe(200);
  }
  expect(await referenceData()).toMatchObject({ unmatched: [] });
  expect(await market()).toEqual({ [original]: [yesterday, true, false] });
  // The provider's product would be told to everybody.
  await choose(server.url, token, { frequency: 'daily' });
  await publishReferenceData(server.pool, { catalogue });

  const [now, before] = (await files.ask<[TemplateVersion, TemplateVersion]>(`/${key}/versions`)).body;
  expect(now.isCurrent).toBe(true);
  expect((await files.takeBack(key, now.id)).body.message).toContain(
    'stock-outs added 2, dropped 0, open before 1.',
  );
  await everyoneTold(server.pool);
  expect(mailbox.waiting()).toEqual([]);
  const both = { [original]: [yesterday, true, false], [generic]: [today, true, false] };
  expect(await market()).toEqual(both);

  // Of a version gone back to it is the same: known of its day.
  expect((await files.takeBack(key, before.id)).status).toBe(200);
  expect(await market()).toEqual({ ...both, [generic]: [yesterday, true, false] });
  await everyoneTold(server.pool);
});

test('a list used again takes back what its source has said since, and leaves what others say alone', async () => {
  await publishReferenceData(server.pool, { catalogue: withPharmacodesOf(original) });
  await files.replace(key, listOf(yesterday), 'list.xlsx');
  const csv = (gtin: string) =>
    `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn\n${gtin},2026-01-05,,,\n`;
  await publishReferenceData(server.pool, {
    catalogue,
    stockouts: [
      { csv: csv(provider), source: 'Other', date: '2026-01-05' },
      { csv: csv(generic), source: 'Grossist', date: today, force: 'From the command line' },
    ],
  });
  const [{ id }] = (await files.ask<[TemplateVersion]>(`/${key}/versions`)).body;
  expect((await files.takeBack(key, id)).status).toBe(200);
  const episodes = (gtin: string) =>
    get<Record<string, unknown>[]>(`portfolio/episodes?gtin=${gtin}`).then((all) =>
      all.map(({ source, reportedOn, backInStockOn }) => [source, reportedOn, backInStockOn]),
    );
  expect((await episodes(provider)).toSorted()).toEqual([
    ['Grossist', yesterday, null],
    ['Other', '2026-01-05', null],
  ]);
  expect(await episodes(original)).toEqual([['Grossist', yesterday, null]]);
  expect(await episodes(generic)).toEqual([['Grossist', yesterday, null]]);
});
