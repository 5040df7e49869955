import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import type { Config } from '#server/config.ts';
import type { ChecklistItem } from '#shared/schemas/setup.ts';
import { emptyDataDirectory } from '#tests/support/data-directory.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { templateFileCalls } from '#tests/support/template-files.ts';

let database: TestDatabase;
let mailbox: Mailbox;
let dataDir: { path: string; remove: () => Promise<void> };
let token: string;
/** Portals started with other settings on the same database. */
const portals: { url: string; close: () => Promise<void> }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  mailbox = await openMailbox();
  dataDir = await emptyDataDirectory();
});
beforeEach(async () => {
  await emptyTables(
    database.pool,
    'users',
    'sessions',
    'customers',
    'wholesalers',
    'all_catalogue_revisions',
    'stockout_revisions',
  );
  await database.pool.query("delete from config where key like 'SETUP%'");
  await addUser(database.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin', language: 'fr' });
});
afterAll(async () => {
  for (const portal of portals) await portal.close();
  await mailbox.close();
  await database.close();
  await dataDir.remove();
});

/** A portal with these settings, in which the admin is signed in. */
async function open(settings: Partial<Config> = {}): Promise<string> {
  const portal = await startInstance(database, { dataDir: dataDir.path, ...settings });
  portals.push(portal);
  token = await signIn(portal.url, 'admin@portal.example');
  return portal.url;
}

function call(url: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${url}/api/setup${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function item(url: string, name: string): Promise<ChecklistItem> {
  const items = (await (await call(url, 'GET', '/checklist')).json()) as ChecklistItem[];
  return items.find((each) => each.name === name)!;
}

test('a new portal lacks all but the provider, which no start goes without', async () => {
  const url = await open();
  const items = (await (await call(url, 'GET', '/checklist')).json()) as ChecklistItem[];
  expect(items.map(({ name, state, missing }) => [name, state, missing])).toEqual([
    ['provider', 'done', []],
    ['referenceData', 'open', ['catalogue', 'stockouts']],
    ['mail', 'open', ['server']],
    ['contact', 'open', ['address', 'email']],
    ['documents', 'open', ['documents']],
    ['wholesalers', 'open', ['wholesalers']],
    ['customers', 'open', ['customers']],
    ['colleagues', 'open', ['colleagues']],
  ]);
  expect(items[0]!.facts).toEqual({ name: 'Provider', companies: 'Provider AG' });
});

test('what is published, entered or configured is done at once', async () => {
  const contact = { address: 'Provider AG, 6300 Zug', phone: '', email: 'info@provider.example' };
  const url = await open({ contact });
  await publishReferenceData(database.pool, { catalogue: smallCatalogue.catalogue! });
  expect(await item(url, 'referenceData')).toMatchObject({
    // It works without a list of stock-outs, which is still told to be missing; its prices are of long ago.
    state: 'late',
    missing: ['stockouts'],
    facts: { products: 3, priceDate: '2026-01-01' },
  });
  await publishReferenceData(database.pool, { stockouts: smallCatalogue.stockouts! });
  await database.pool.query("insert into wholesalers (name) values ('Grossist')");
  await addCustomer(database.pool, '4711', 'Pharmacy');
  await addUser(database.pool, { email: 'colleague@portal.example' });
  const items = (await (await call(url, 'GET', '/checklist')).json()) as ChecklistItem[];
  expect(items.filter(({ state }) => state === 'open').map(({ name }) => name)).toEqual([
    'mail',
    'documents',
  ]);
  expect(items.find(({ name }) => name === 'referenceData')!.facts).toMatchObject({
    stockoutsDate: '2026-01-03',
  });
  expect(items.find(({ name }) => name === 'contact')!.facts).toEqual({
    address: 'Provider AG, 6300 Zug',
    email: 'info@provider.example',
  });
});

test('documents of the footer are done once none is a placeholder, and what is left is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-documents-'));
  portals.push({ url: '', close: () => rm(folder, { recursive: true }) });
  const url = await open({ documentsDir: folder });
  const files = ['terms-of-use', 'terms-and-conditions', 'medical-department'].flatMap((name) =>
    ['de', 'en', 'fr', 'it'].map((language) => `${name}-${language}`),
  );
  for (const file of files) await writeFile(join(folder, `${file}.pdf`), '%PDF-1.4 our own');
  expect(await item(url, 'documents')).toMatchObject({
    state: 'open',
    facts: { documents: 'data-protection' },
  });
  for (const language of ['de', 'fr', 'it'])
    await writeFile(join(folder, `data-protection-${language}.pdf`), '%PDF-1.4 our own');
  expect((await item(url, 'documents')).facts).toEqual({ documents: 'data-protection-en' });
  // The last one is uploaded instead.
  const calls = templateFileCalls(url, token);
  expect((await calls.replace('data-protection-en', '%PDF-1.4\nour own\n%%EOF', 'dp.pdf')).status).toBe(200);
  expect(await item(url, 'documents')).toMatchObject({ state: 'done', missing: [], facts: {} });
  expect(await item(await open({ demo: true }), 'documents')).toMatchObject({ state: 'done' });
});

test('sources that are older than expected are told with their age, and by whose interval they are late', async () => {
  const url = await open();
  await publishReferenceData(database.pool, {
    catalogue: smallCatalogue.catalogue!,
    stockouts: smallCatalogue.stockouts!,
  });
  const days = (date: string) => Math.round((Date.parse(todayInZurich()) - Date.parse(date)) / 86_400_000);
  const { state, missing, late } = await item(url, 'referenceData');
  expect([state, missing]).toEqual(['late', []]);
  // Prices of 1 January are expected monthly, a list of 3 January weekly.
  expect(late.map(({ date, days: age, expected }) => [date, age, expected])).toEqual([
    ['2026-01-01', days('2026-01-01'), 32],
    ['2026-01-03', days('2026-01-03'), 7],
  ]);
  expect(late[1]!.name).toBe('Standard');
  const set = (key: string, value: number) =>
    fetch(`${url}/api/config/${key}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ value }),
    });
  // Exactly as old as it may be, it is not late; a day older it is.
  const age = days('2026-01-03');
  if (age < 364) {
    await set('EXPECTED_STOCKOUTS_OWN', age);
    expect((await item(url, 'referenceData')).late.map(({ date }) => date)).toEqual(['2026-01-01']);
    await set('EXPECTED_STOCKOUTS_OWN', age - 1);
    expect((await item(url, 'referenceData')).late).toHaveLength(2);
    await database.pool.query("delete from config where key = 'EXPECTED_STOCKOUTS_OWN'");
  }
});

test('a deactivated colleague is none', async () => {
  const url = await open();
  await addUser(database.pool, { email: 'former@portal.example' });
  await database.pool.query("update users set active = false where email like 'former%'");
  expect(await item(url, 'colleagues')).toMatchObject({ state: 'open', facts: { count: 0 } });
});

test('an item can be marked as not needed and taken back, unless nothing works without it', async () => {
  const url = await open();
  const mark = (name: string, notNeeded: boolean) => call(url, 'PUT', `/checklist/${name}`, { notNeeded });
  const answer = (await (await mark('wholesalers', true)).json()) as ChecklistItem[];
  expect(answer.find(({ name }) => name === 'wholesalers')!.state).toBe('notNeeded');
  await mark('wholesalers', true);
  expect((await item(url, 'wholesalers')).state).toBe('notNeeded');
  await mark('wholesalers', false);
  expect((await item(url, 'wholesalers')).state).toBe('open');
  for (const name of ['referenceData', 'provider', 'nothing'])
    expect((await mark(name, true)).status, name).toBe(400);
});

test('a test mail goes to who asks for it, in their language, and makes the mail server count as tried', async () => {
  const url = await open({ smtpUrl: mailbox.url });
  expect(await item(url, 'mail')).toMatchObject({
    state: 'open',
    missing: ['testMail'],
    facts: { server: mailbox.url, sender: 'portal@localhost' },
  });
  const result = await (await call(url, 'POST', '/test-mail')).json();
  expect(result).toEqual({ to: 'admin@portal.example', outcome: 'sent', detail: null });
  const mail = await mailbox.next('admin@portal.example');
  expect(mail.subject).toBe('Message de test du portail d’assortiment');
  expect(mail.text).toContain('Bonjour Ada');
  expect((await item(url, 'mail')).state).toBe('done');
  const elsewhere = await open({ smtpUrl: 'smtp://127.0.0.1:9' });
  expect(await item(elsewhere, 'mail')).toMatchObject({ state: 'open', missing: ['testMail'] });
});

test('what the mail server says of a test mail is told, its password nowhere', async () => {
  const url = await open({ smtpUrl: 'smtp://portal:geheim@127.0.0.1:9' });
  const answer = await call(url, 'POST', '/test-mail');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { to: 'admin@portal.example', outcome: 'failed', detail: 'connect ECONNREFUSED 127.0.0.1:9' },
  ]);
  const { state, facts } = await item(url, 'mail');
  expect([state, facts.server]).toEqual(['open', 'smtp://127.0.0.1:9']);
  expect(JSON.stringify(facts)).not.toMatch(/geheim|portal:/);
});

test('without a mail server a test mail says where it was written to', async () => {
  const url = await open();
  expect(await (await call(url, 'POST', '/test-mail')).json()).toEqual({
    to: 'admin@portal.example',
    outcome: 'written',
    detail: `${dataDir.path}/outbox`,
  });
  expect(await item(url, 'mail')).toMatchObject({ state: 'open', missing: ['server'] });
});

test('the portal says whether anybody can sign in and whether there is reference data', async () => {
  const url = await open();
  const begun = async () => {
    const { hasUsers, hasReferenceData, hasStockoutList } = (await (
      await fetch(`${url}/api/portal`)
    ).json()) as Record<string, boolean>;
    return { hasUsers, hasReferenceData, hasStockoutList };
  };
  expect(await begun()).toEqual({ hasUsers: true, hasReferenceData: false, hasStockoutList: false });
  await publishReferenceData(database.pool, { catalogue: smallCatalogue.catalogue! });
  expect(await begun()).toEqual({ hasUsers: true, hasReferenceData: true, hasStockoutList: false });
  await publishReferenceData(database.pool, { stockouts: smallCatalogue.stockouts! });
  await emptyTables(database.pool, 'users');
  expect(await begun()).toEqual({ hasUsers: false, hasReferenceData: true, hasStockoutList: true });
});
