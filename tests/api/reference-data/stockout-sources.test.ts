import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import type { ChecklistItem } from '#shared/schemas/setup.ts';
import type { StockoutSource } from '#shared/schemas/stockout-source.ts';
import type { TemplateFile, TemplateVersion } from '#shared/schemas/template-files.ts';
import { callsOf } from '#tests/support/admin-calls.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { type TemplateFileCalls, templateFileCalls } from '#tests/support/template-files.ts';
import { xlsxOfRows } from '#tests/support/xlsx-builder.ts';

let server: TestServer;
let token: string;
let files: TemplateFileCalls;
let call: ReturnType<typeof callsOf>;
let north: string;
let south: string;

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, { catalogue: smallCatalogue.catalogue });
  await addUser(server.pool, { email: 'admin@portal.example', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
  files = templateFileCalls(server.url, token);
  call = callsOf(server.url, token);
});
afterAll(() => server.close());

const path = 'stockout-sources';
const columns = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
const rows = {
  original: [1, 'Original 10 mg', 'fehlt auf unbestimmte Zeit'],
  generic: [2, 'Generic 10 mg', 'fehlt auf unbestimmte Zeit'],
};

function listOf(day: string, ...missing: (keyof typeof rows)[]): Uint8Array {
  return xlsxOfRows([
    ['Ausstände'],
    [`Stand: ${day}`],
    ['Pharmacode', 'Artikelname', 'Ausstand bis', 'Lieferant'],
    ...missing.map((name) => [...rows[name], 'Lieferant AG']),
  ]);
}

async function add(name: string): Promise<StockoutSource> {
  const { status, body } = await call('POST', path, { name });
  expect(status).toBe(200);
  return body as StockoutSource;
}

async function get<Body>(address: string): Promise<Body> {
  const answer = await fetch(`${server.url}/api/${address}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

type Episode = Record<'source' | 'backInStockOn' | 'sourceEndedOn', string | null> & { open: boolean };

/** What sources say of a product: since when it is back, `open`, or `ended`. */
async function said(gtin: string): Promise<Record<string, string | null>> {
  const episodes = await get<Episode[]>(`portfolio/episodes?gtin=${gtin}`);
  return Object.fromEntries(
    episodes.map(({ source, open, backInStockOn, sourceEndedOn }) => [
      source,
      open ? 'open' : (backInStockOn ?? (sourceEndedOn === todayInZurich() ? 'ended' : null)),
    ]),
  );
}

async function late(): Promise<unknown[]> {
  const items = await get<ChecklistItem[]>('setup/checklist');
  const sources = items.flatMap(({ late }) => late).filter(({ expected }) => expected === 7);
  return sources.map(({ name, expected }) => [name, expected]);
}

test('a name is of one source alone, whoever has it, and is plain text', async () => {
  north = `stockouts-wholesaler-${(await add('Grossist Nord')).id}`;
  south = `stockouts-wholesaler-${(await add(' Grossist  Süd ')).id}`;
  for (const name of ['grossist NORD', 'Grossist Süd', 'Grossist', 'standard', 'Engpassradar']) {
    expect(await call('POST', path, { name }), name).toMatchObject({
      status: 409,
      body: { code: 'name_taken' },
    });
  }
  for (const name of ['', ' ', 'x'.repeat(61), 'a\u202eb', 'a\u0007b']) {
    expect((await call('POST', path, { name })).status, JSON.stringify(name)).toBe(400);
  }
  const listed = await get<TemplateFile[]>('templatefiles');
  expect(listed.filter(({ group }) => group === 'stockouts').slice(0, 3)).toMatchObject([
    { key: 'stockouts-wholesaler', stockoutSource: null },
    {
      key: north,
      name: 'Stock-outs: Grossist Nord',
      current: null,
      info: { validFileExtensions: ['.csv', '.xlsx', '.xls'] },
    },
    { key: south, name: 'Stock-outs: Grossist Süd' },
  ]);
});

test('each takes lists for itself: what one has back the other still misses', async () => {
  expect((await files.replace(north, listOf('01.02.2026', 'original', 'generic'), 'n1.xlsx')).status).toBe(
    200,
  );
  expect((await files.replace(south, listOf('01.02.2026', 'original', 'generic'), 's1.xlsx')).status).toBe(
    200,
  );
  // Half of what was open is gone: the guard of lists asks for each of them.
  const second = listOf('08.02.2026', 'original');
  expect((await files.replace(north, second, 'n2.xlsx')).body.code).toBe('template_file_guarded');
  expect((await files.replace(north, second, 'n2.xlsx', 'It is right')).status).toBe(200);
  expect(await said(original)).toEqual({ 'Grossist Nord': 'open', 'Grossist Süd': 'open' });
  expect(await said(generic)).toEqual({ 'Grossist Nord': '2026-02-08', 'Grossist Süd': 'open' });
  expect(await late()).toEqual([
    ['Grossist Nord', 7],
    ['Grossist Süd', 7],
  ]);
});

test('renamed, everything that it ever said is of the new name, and its versions can be gone back to', async () => {
  const id = north.split('-').at(-1);
  expect(await call('PUT', `${path}/${id}`, { name: 'grossist süd' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  });
  expect(await call('PUT', `${path}/${id}`, { name: 'Nord AG' })).toMatchObject({
    status: 200,
    body: { name: 'Nord AG', endedOn: null },
  });
  expect(await said(generic)).toEqual({ 'Nord AG': '2026-02-08', 'Grossist Süd': 'open' });
  const listed = await get<TemplateFile[]>('templatefiles');
  expect(listed.find(({ key }) => key === north)).toMatchObject({
    name: 'Stock-outs: Nord AG',
    current: { effect: 'Nord AG: stock-outs added 0, dropped 1, open before 2.' },
  });
  const { body: versions } = await files.ask<TemplateVersion[]>(`/${north}/versions`);
  const first = versions.find(({ fileName }) => fileName === 'n1.xlsx')!;
  expect((await files.takeBack(north, first.id)).status).toBe(200);
  expect(await said(generic)).toEqual({ 'Nord AG': 'open', 'Grossist Süd': 'open' });
  expect(await late()).toEqual([
    ['Grossist Süd', 7],
    ['Nord AG', 7],
  ]);
});

test('ended, it leaves nothing open and nothing back, takes no list, and is late no more', async () => {
  expect((await files.replace(south, listOf('15.02.2026', 'generic'), 's2.xlsx', 'It is right')).status).toBe(
    200,
  );
  const id = north.split('-').at(-1);
  const staged = await files.check(north, listOf('15.02.2026', 'original', 'generic'), 'n3.xlsx');
  expect(await call('POST', `${path}/${id}/end`, {})).toMatchObject({
    status: 200,
    body: { name: 'Nord AG', endedOn: todayInZurich() },
  });
  expect(await said(original)).toEqual({ 'Nord AG': 'ended', 'Grossist Süd': '2026-02-15' });
  expect(await said(generic)).toEqual({ 'Nord AG': 'ended', 'Grossist Süd': 'open' });
  // The original was missed until the end: that the other one had it back before says nothing of today.
  const back = await get<unknown[]>('portfolio/back-in-stock?date=2026-01-01');
  expect(back).toEqual([]);
  expect(await late()).toEqual([['Grossist Süd', 7]]);
  const listed = await get<TemplateFile[]>('templatefiles');
  expect(listed.filter(({ key }) => key === north)).toEqual([]);
  expect((await files.ask<TemplateVersion[]>(`/${north}/versions`)).body).toHaveLength(2);
  const refused = { status: 409, body: { code: 'stockout_source_ended' } };
  expect(await files.use(north, staged.body.id)).toMatchObject(refused);
  expect(await files.replace(north, listOf('15.02.2026', 'generic'), 'n4.xlsx')).toMatchObject(refused);
  expect(await call('POST', `${path}/${id}/end`, {})).toMatchObject(refused);
  expect(await call('PUT', `${path}/${id}`, { name: 'Other' })).toMatchObject(refused);
  expect(await call('POST', path, { name: 'Nord AG' })).toMatchObject({ status: 409 });
  // Another source's list goes on from it: what ended stays ended.
  expect((await files.replace(south, listOf('22.02.2026', 'generic'), 's3.xlsx')).status).toBe(200);
  expect(await said(generic)).toEqual({ 'Nord AG': 'ended', 'Grossist Süd': 'open' });
});

if (long)
  test('a source without any list ends too, and what the command line published is taken over by its name', async () => {
    const { id } = await add('Never');
    expect((await call('POST', `${path}/${id}/end`, {})).status).toBe(200);
    await expect(
      publishReferenceData(server.pool, {
        stockouts: { csv: `${columns}\n`, source: 'NEVER', date: '2026-02-01' },
      }),
    ).rejects.toMatchObject({ code: 'stockout_source_ended' });
    const csv = `${columns}\n${original},2026-02-01,,,\n`;
    await publishReferenceData(server.pool, {
      stockouts: { csv, source: 'Grossist Ost', date: '2026-02-01' },
    });
    const east = await add('GROSSIST OST');
    expect(east.name).toBe('Grossist Ost');
    const key = `stockouts-wholesaler-${east.id}`;
    expect((await files.replace(key, listOf('08.02.2026', 'original'), 'o.xlsx')).body.message).toContain(
      'Grossist Ost: stock-outs added 0, dropped 0, open before 1.',
    );
    expect((await said(original))['Grossist Ost']).toBe('open');
  });

if (long)
  test('gone back to, a source has what it said itself, not what another said under the name that it has by now', async () => {
    const [one, other] = [await add('Grossist West'), await add('Grossist Mitte')];
    const [oneKey, otherKey] = [one, other].map(({ id }) => `stockouts-wholesaler-${id}`) as [string, string];
    await files.replace(oneKey, listOf('01.02.2026', 'original'), 'w1.xlsx');
    await files.replace(otherKey, listOf('01.02.2026', 'generic'), 'm1.xlsx');
    // The first one's name becomes the other one's.
    expect((await call('PUT', `${path}/${one.id}`, { name: 'West AG' })).status).toBe(200);
    expect((await call('PUT', `${path}/${other.id}`, { name: 'Grossist West' })).status).toBe(200);
    expect((await files.replace(otherKey, listOf('08.02.2026', 'generic'), 'm2.xlsx')).status).toBe(200);
    const { body: versions } = await files.ask<TemplateVersion[]>(`/${otherKey}/versions`);
    const first = versions.find(({ fileName }) => fileName === 'm1.xlsx')!;
    expect((await files.takeBack(otherKey, first.id)).status).toBe(200);
    expect(await said(generic)).toMatchObject({ 'Grossist West': 'open' });
    expect(await said(original)).toMatchObject({ 'West AG': 'open' });
    expect(await said(original)).not.toHaveProperty('Grossist West');
  });
