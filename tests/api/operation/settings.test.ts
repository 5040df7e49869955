import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { build } from '#server/platform/build.ts';
import type { Portal } from '#shared/schemas/portal.ts';
import type { Setting } from '#shared/schemas/setting.ts';
import { type AdminCall, adminCalls, auditOf, callsOf } from '#tests/support/admin-calls.ts';
import { whileFocusGroupsChange } from '#tests/support/changing-focus-groups.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { publishReferenceData, signIn } from '#tests/support/portal.ts';
import { long, rounds } from '#tests/support/rounds.ts';
import { startInstance } from '#tests/support/server.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

const contact = { address: 'Provider AG, 6300 Zug', phone: '', email: 'info@provider.example' };

let database: TestDatabase;
let mailbox: Mailbox;
/** Two processes' worth of portal on one database, and what Ada sends to each. */
let instances: { url: string; close: () => Promise<void> }[];
let calls: AdminCall[];

beforeAll(async () => {
  database = await testDatabase();
  mailbox = await openMailbox();
  await fillSmallPortal(database.pool);
  const start = () => startInstance(database, { contact, deductibleRate: 35, smtpUrl: mailbox.url });
  instances = [await start(), await start()];
  const [first, second] = [instances[0]!, instances[1]!];
  calls = [
    await adminCalls(first.url, database.pool),
    callsOf(second.url, await signIn(second.url, 'ada@portal.example')),
  ];
});
afterAll(async () => {
  for (const each of instances) await each.close();
  await mailbox.close();
  await database.close();
});
beforeEach(async () => {
  for (const { key, isSet } of await settings()) if (isSet) await calls[0]!('DELETE', `config/${key}`);
});

async function settings(): Promise<Setting[]> {
  return (await calls[0]!('GET', 'config')).body as Setting[];
}
const set = (key: string, value: unknown) => calls[0]!('PUT', `config/${key}`, { value });
const portal = async (url: string) => (await (await fetch(`${url}/api/portal`)).json()) as Portal;

test('who is signed in is told what the process runs, and a visitor is not', async () => {
  const { url } = instances[0]!;
  const signedIn = await calls[0]!('GET', 'portal');
  expect((signedIn.body as Portal).build).toEqual(build);
  expect(await portal(url)).not.toHaveProperty('build');
});

test('without a setting the environment counts, and without that what the portal comes with', async () => {
  const told = (await settings()).map(({ key, value, default: standard, isSet, variable }) => [
    key,
    value,
    standard,
    isSet,
    variable,
  ]);
  expect(told).toEqual([
    ['PROVIDER_NAME', 'Provider', 'Provider', false, 'PROVIDER_NAME'],
    ['PROVIDER_COMPANIES', 'Provider AG', 'Provider AG', false, 'PROVIDER_COMPANIES'],
    ['NEW_STOCKOUT_DAYS', 14, 14, false, null],
    ['DEDUCTIBLE_RATE', 35, 35, false, 'DEDUCTIBLE_RATE'],
    ['VAT_RATES', '2011-01-01=2.5; 2024-01-01=2.6', '2011-01-01=2.5; 2024-01-01=2.6', false, null],
    ['CUSTOMER_NOTE_MONTHS', 24, 24, false, null],
    ['DELETED_USER_MONTHS', 24, 24, false, null],
    ['USAGE_MONTHS', 60, 60, false, null],
    ['CONTACT_ADDRESS', contact.address, contact.address, false, 'CONTACT_ADDRESS'],
    ['CONTACT_PHONE', '', '', false, 'CONTACT_PHONE'],
    ['CONTACT_EMAIL', contact.email, contact.email, false, 'CONTACT_EMAIL'],
    ['EXPECTED_SWISSMEDIC_PACKS', 32, 32, false, null],
    ['EXPECTED_BAG_SL_FHIR', 32, 32, false, null],
    ['EXPECTED_BAG_SL_PRICES', 32, 32, false, null],
    ['EXPECTED_STOCKOUTS_WHOLESALER', 7, 7, false, null],
    ['EXPECTED_STOCKOUTS_DRUGSHORTAGE', 7, 7, false, null],
    ['EXPECTED_STOCKOUTS_ENGPASSRADAR', 7, 7, false, null],
    ['EXPECTED_STOCKOUTS_NATIONAL_SUPPLY', 7, 7, false, null],
    ['EXPECTED_STOCKOUTS_OWN', 7, 7, false, null],
  ]);
});

test('what is set is in force in every process once it is answered, and the default when it is taken back', async () => {
  const next = {
    address: 'Neu AG, Weg 1, 8000 Zürich',
    phone: '+41 44 000 00 00',
    email: 'neu@provider.example',
  };
  await set('CONTACT_ADDRESS', ` ${next.address} `);
  await set('CONTACT_PHONE', next.phone);
  await set('CONTACT_EMAIL', next.email);
  await set('DEDUCTIBLE_RATE', 30);
  expect((await set('NEW_STOCKOUT_DAYS', 21)).status).toBe(200);
  for (const { url } of instances) {
    expect(await portal(url)).toMatchObject({ contact: next, deductibleRate: 30, newStockoutDays: 21 });
  }
  const days = (await settings()).find(({ key }) => key === 'NEW_STOCKOUT_DAYS');
  expect(days).toMatchObject({ value: 21, default: 14, isSet: true, changedBy: 'Ada' });
  expect(Date.now() - Date.parse(days!.changedAt!)).toBeLessThan(60_000);
  for (const key of [
    'CONTACT_ADDRESS',
    'CONTACT_PHONE',
    'CONTACT_EMAIL',
    'DEDUCTIBLE_RATE',
    'NEW_STOCKOUT_DAYS',
  ])
    expect((await calls[1]!('DELETE', `config/${key}`)).status).toBe(200);
  for (const { url } of instances)
    expect(await portal(url)).toMatchObject({ contact, deductibleRate: 35, newStockoutDays: 14 });
  expect((await settings()).find(({ key }) => key === 'NEW_STOCKOUT_DAYS')).toMatchObject({
    value: 14,
    isSet: false,
    changedBy: 'Ada',
  });
});

test('a value read before a notice is not kept after it', async () => {
  let reading = true;
  const readers = instances.map(async ({ url }) => {
    while (reading) await portal(url);
  });
  for (let round = 0; round < rounds({ short: 2, long: 500 }); round++) {
    const rate = round % 100;
    await calls[round % 2]!('PUT', 'config/DEDUCTIBLE_RATE', { value: rate });
    for (const { url } of instances) expect((await portal(url)).deductibleRate).toBe(rate);
  }
  reading = false;
  await Promise.all(readers);
});

test('values that do not fit are refused with the reason, and unknown keys with them', async () => {
  const wrong: [key: string, values: unknown[]][] = [
    ['NEW_STOCKOUT_DAYS', [0, 366, 1.5, '14', '', -1, 366_000]],
    ['DEDUCTIBLE_RATE', [-1, 101, 40.5, 'x']],
    ['VAT_RATES', ['', '2.6', '2024-01-01', '2024-01-01=2,6', '2024-01-01=2.625', '2024-01-01=100', 2.6]],
    ['VAT_RATES', ['2024-02-30=2.6', '2024-01-01=2.6;', '2024-01-01=2.5;2024-01-01=2.6']],
    ['PROVIDER_NAME', ['', ' ', 'a\nb', 'x'.repeat(101), 7]],
    ['PROVIDER_COMPANIES', ['', ' ; ', 'a\nb', 'x'.repeat(1001), 7]],
    ['CONTACT_ADDRESS', ['x'.repeat(256), 'a\nb', 7]],
    ['CONTACT_PHONE', ['call me', '1'.repeat(51)]],
    ['CONTACT_EMAIL', ['', 'info', 'a@b', 'a@b.example, c@d.example']],
  ];
  for (const [key, values] of wrong) {
    for (const value of values)
      expect(await set(key, value), `${key}: ${value}`).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'value' }] },
      });
  }
  for (const key of [
    'PORT',
    'STOCKOUT_BEZUGS_STATISTIK_ID',
    'DEMO_LOADING',
    'SETUP_NOT_NEEDED:mail',
    'toString',
  ]) {
    expect((await set(key, 1)).status, key).toBe(400);
    expect((await calls[0]!('DELETE', `config/${encodeURIComponent(key)}`)).status, key).toBe(400);
  }
  expect((await settings()).every(({ isSet }) => !isSet)).toBe(true);
});

test('every change is written down with what was and what is in force, and none where nothing changes', async () => {
  const before = (await auditOf(database.pool, 'setting')).length;
  await set('DEDUCTIBLE_RATE', 30);
  await set('DEDUCTIBLE_RATE', 30);
  await calls[0]!('DELETE', 'config/DEDUCTIBLE_RATE');
  await calls[0]!('DELETE', 'config/DEDUCTIBLE_RATE');
  const by = { user_name: 'Ada <ada@portal.example>', subject_key: 'DEDUCTIBLE_RATE' };
  expect((await auditOf(database.pool, 'setting')).slice(before)).toMatchObject([
    { ...by, action: 'setting.changed', before: { value: 35 }, after: { value: 30 } },
    { ...by, action: 'setting.reset', before: { value: 30 }, after: { value: 35 } },
  ]);
});

if (long)
  test('a list that was kept is answered anew once stock-outs are new for longer', async () => {
    const { url } = instances[1]!;
    const token = await signIn(url, 'rep@portal.example');
    const { directLinkId } = await uploadRows(url, token, [[original, 3]]);
    const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    // What stands on a first list is never new.
    for (const list of [
      { csv: heading, date: day(60) },
      { csv: `${heading}\n${original},${day(30)},${day(29)},,`, date: day(29) },
    ])
      await publishReferenceData(database.pool, { stockouts: { ...list, force: 'one product' } });
    const ask = async (etag?: string) => {
      const headers = new Headers(etag ? { 'if-none-match': etag, 'cache-control': 'max-age=0' } : {});
      const response = await fetch(`${url}/api/statistics/${directLinkId}/product`, { headers });
      const body = response.status === 200 ? await response.json() : undefined;
      return {
        status: response.status,
        etag: response.headers.get('etag')!,
        isNew: body?.[0]?.newStockout1,
        isOut: body?.[0]?.stockOut1,
      };
    };
    await expect.poll(() => ask()).toMatchObject({ isOut: true, isNew: false });
    const { etag } = await ask();
    expect((await ask(etag)).status).toBe(304);
    await set('NEW_STOCKOUT_DAYS', 60);
    expect(await ask(etag)).toMatchObject({ status: 200, isNew: true });
  });

test('another provider counts at once in every process, in figures as in names, and is told in the audit', async () => {
  const { url } = instances[0]!;
  const token = await signIn(url, 'rep@portal.example');
  const { directLinkId } = await uploadRows(url, token, [[original, 3]]);
  const potentialAt = async (at: number) => {
    const response = await fetch(`${instances[at]!.url}/api/statistics/${directLinkId}/product`);
    return ((await response.json()) as { turnoverPotential: number }[])[0]!.turnoverPotential;
  };
  // 3 packs at CHF 10 of the alternative
  for (const at of [0, 1]) expect(await potentialAt(at)).toBe(30);
  await set('PROVIDER_NAME', ' Neu Generics ');
  expect((await set('PROVIDER_COMPANIES', 'Original AG;Nowhere AG')).status).toBe(200);
  for (const at of [0, 1]) {
    expect(await portal(instances[at]!.url)).toMatchObject({
      providerName: 'Neu Generics',
      providerCompanies: ['Original AG', 'Nowhere AG'],
    });
    // Whoever buys the provider's own product is offered nothing instead.
    expect(await potentialAt(at)).toBe(0);
  }
  const companies = async () => (await settings()).find(({ key }) => key === 'PROVIDER_COMPANIES')!;
  expect((await companies()).unknown).toEqual(['Nowhere AG']);
  const provider = async () =>
    ((await calls[1]!('GET', 'setup/checklist')).body as { name: string }[]).find(
      ({ name }) => name === 'provider',
    );
  expect(await provider()).toMatchObject({
    state: 'open',
    missing: ['company'],
    facts: { name: 'Neu Generics', unknownCompanies: 'Nowhere AG' },
  });
  const entry = (await auditOf(database.pool, 'setting')).at(-1);
  expect(entry).toMatchObject({
    action: 'setting.changed',
    subject_key: 'PROVIDER_COMPANIES',
    before: { value: 'Provider AG' },
    after: { value: 'Original AG;Nowhere AG' },
  });
  await calls[1]!('DELETE', 'config/PROVIDER_COMPANIES');
  for (const at of [0, 1]) expect(await potentialAt(at)).toBe(30);
  expect(await companies()).toMatchObject({ unknown: [], isSet: false });
  expect(await provider()).toMatchObject({ state: 'done', missing: [] });
});

test('another raised deductible and another VAT count at once in every process, in figures as in labels', async () => {
  const { url } = instances[0]!;
  const token = await signIn(url, 'rep@portal.example');
  const { directLinkId } = await uploadRows(url, token, [[original, 3]]);
  const figuresAt = async (at: number) => {
    const response = await fetch(`${instances[at]!.url}/api/statistics/${directLinkId}/product`);
    const [row] = (await response.json()) as Record<string, number>[];
    const { deductibleBefore, deductibleAfter, distributionShareBefore, distributionShareAfter } = row!;
    return [deductibleBefore, deductibleAfter, distributionShareBefore, distributionShareAfter];
  };
  // 3 × 35.50 × 35 % = 37.275 by the environment, and 3 × 19.90 × 10 % of the alternative.
  // 3 × (35.50 ÷ 1.026 − 20) and 3 × (19.90 ÷ 1.026 − 10).
  for (const at of [0, 1]) expect(await figuresAt(at)).toEqual([37.28, 5.97, 43.8, 28.19]);
  await set('DEDUCTIBLE_RATE', 30);
  for (const at of [0, 1]) expect(await figuresAt(at)).toEqual([31.95, 5.97, 43.8, 28.19]);
  // Prices are of 1.1.2026: 3 × (35.50 ÷ 1.081 − 20) and 3 × (19.90 ÷ 1.081 − 10).
  expect((await set('VAT_RATES', '2025-06-01=8.1; 2026-01-02=9')).status).toBe(200);
  for (const at of [0, 1]) expect(await figuresAt(at)).toEqual([31.95, 5.97, 38.52, 25.23]);
  await calls[1]!('DELETE', 'config/DEDUCTIBLE_RATE');
  for (const at of [0, 1]) expect(await figuresAt(at)).toEqual([37.28, 5.97, 38.52, 25.23]);
  await calls[0]!('DELETE', 'config/VAT_RATES');
  for (const at of [0, 1]) expect(await figuresAt(at)).toEqual([37.28, 5.97, 43.8, 28.19]);
});

test('mails come from the address that is set, the explanation names the rate that is, and the checklist knows both', async () => {
  await set('CONTACT_EMAIL', 'neu@provider.example');
  await calls[1]!('POST', 'setup/test-mail');
  expect((await mailbox.next('ada@portal.example')).from?.address).toBe('neu@provider.example');
  const checklist = (await calls[1]!('GET', 'setup/checklist')).body as { name: string; facts: object }[];
  expect(checklist.find(({ name }) => name === 'contact')!.facts).toMatchObject({
    email: 'neu@provider.example',
  });
  expect(checklist.find(({ name }) => name === 'mail')!.facts).toMatchObject({
    sender: 'neu@provider.example',
  });
});

if (long)
  test('settings and checklist are there while focus groups are being changed', async () => {
    await whileFocusGroupsChange(database.pool, async () => {
      for (let round = 0; round < 100; round++)
        for (const path of ['config', 'setup/checklist'])
          expect((await calls[round % calls.length]!('GET', path)).status).toBe(200);
    });
  });
