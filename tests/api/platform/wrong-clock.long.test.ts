import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import type { CatalogueProposalAnswer } from '#shared/schemas/merged-products.ts';
import { callsOf } from '#tests/support/admin-calls.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { swissmedicRow } from '#tests/support/merged-rows.ts';
import { addUser, password, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startInstance } from '#tests/support/server.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';
import { putTemplateRows } from '#tests/support/template-rows.ts';

const preload = fileURLToPath(new URL('../../support/wrong-clock.cjs', import.meta.url));
const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';

let database: TestDatabase;
let right: { url: string; close: () => Promise<void> };
/** Processes whose clocks show another day: tomorrow, and yesterday. */
let wrong: Record<'ahead' | 'behind', ServerProcess>;
let admin: string;
let revision: number;

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  await fillSmallPortal(pool);
  await addUser(pool, { email: 'ada@portal.example', role: 'Admin' });
  await addUser(pool, { email: 'leaving@portal.example' });
  await putTemplateRows(
    pool,
    'swissmedic-packs',
    [original, generic, provider].map((gtin) => swissmedicRow(gtin)),
  );
  right = await startInstance(database);
  admin = await signIn(right.url, 'ada@portal.example');
  revision = await currentRevision();
  const call = callsOf(right.url, admin);
  const { body } = await call('POST', 'merged-products/proposals', {});
  const { id } = body as CatalogueProposalAnswer;
  const tomorrow = dayFromToday(1);
  const { status } = await call('POST', `merged-products/proposals/${id}/schedule`, { publishOn: tomorrow });
  expect(status).toBe(200);
  const [ahead, behind] = await Promise.all([26, -26].map(startWrong));
  wrong = { ahead: ahead!, behind: behind! };
}, 120_000);
afterAll(async () => {
  for (const server of Object.values(wrong)) server.kill('SIGTERM');
  await Promise.all(Object.values(wrong).map(({ ended }) => ended));
  await right.close();
  await database.close();
});

function startWrong(hoursOff: number): Promise<ServerProcess> {
  return startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    ...wrongBy(hoursOff),
  });
}

function wrongBy(hours: number) {
  return { NODE_OPTIONS: `--require ${preload}`, CLOCK_HOURS_OFF: String(hours) };
}

function dayFromToday(days: number): string {
  const day = new Date(`${todayInZurich()}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

async function currentRevision(): Promise<number> {
  const { rows } = await database.pool.query<{ revision: number }>('select revision from current_catalogue');
  return rows[0]!.revision;
}

async function statusOf(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/users/current`, { headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
}

// Waits for ten seconds, in which the next ones are done.
test.concurrent('a session that has ended is over in a process whose clock is behind, and holds in one whose is ahead', async ({
  expect,
}) => {
  const token = await signIn(right.url, 'leaving@portal.example');
  const { pool } = database;
  for (const { url } of Object.values(wrong)) expect(await statusOf(url, token)).toBe(200);
  await pool.query(
    `update sessions set sliding = false, expires_at = clock_timestamp() + interval '10 seconds'
     where user_id = (select id from users where email = 'leaving@portal.example')`,
  );
  // Each keeps it in memory.
  for (let use = 0; use < 3; use++) {
    expect(await statusOf(wrong.behind.url, token)).toBe(200);
    expect(await statusOf(wrong.ahead.url, token)).toBe(200);
  }
  await expect
    .poll(
      async () =>
        (await pool.query('select from sessions where sliding = false and expires_at > now()')).rows,
      { timeout: 30_000 },
    )
    .toEqual([]);
  await expect.poll(() => statusOf(wrong.behind.url, token)).toBe(401);
  expect(await statusOf(wrong.ahead.url, token)).toBe(401);
});

test.concurrent('what is new today is so by the database’s calendar', async ({ expect }) => {
  const token = await signIn(right.url, 'rep@portal.example');
  const { directLinkId } = await uploadRows(right.url, token, [
    [original, 3],
    [generic, 3],
  ]);
  // What stands on a first list is never new. By a clock that is a day ahead the one is not new, by one behind the other is.
  const rows = [`${original},${dayFromToday(-13)}`, `${generic},${dayFromToday(-14)}`];
  for (const list of [
    { csv: heading, date: dayFromToday(-60) },
    {
      csv: [heading, ...rows.map((row) => `${row},${dayFromToday(-12)},,`)].join('\n'),
      date: dayFromToday(-12),
    },
  ])
    await publishReferenceData(database.pool, { stockouts: { ...list, force: 'two products' } });
  for (const { url } of Object.values(wrong)) {
    const response = await fetch(`${url}/api/statistics/${directLinkId}/product`);
    const products = (await response.json()) as { gtin: string; newStockout1: boolean }[];
    const isNew = Object.fromEntries(products.map(({ gtin, newStockout1 }) => [gtin, newStockout1]));
    expect(isNew).toEqual({ [original]: true, [generic]: false });
  }
});

test.concurrent('attempts that one process has counted are not forgotten by one whose clock is ahead', async ({
  expect,
}) => {
  const attempt = async (url: string) => {
    const response = await fetch(`${url}/api/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@portal.example', password }),
    });
    await response.body?.cancel();
    return response.status;
  };
  for (let count = 0; count < 10; count++) expect(await attempt(right.url)).toBe(401);
  expect(await attempt(right.url)).toBe(429);
  expect(await attempt(wrong.ahead.url)).toBe(429);
  expect(await attempt(right.url)).toBe(429);
});

test.concurrent('an import is dated by the database', async ({ expect }) => {
  const token = await signIn(right.url, 'rep@portal.example');
  for (const { url } of Object.values(wrong)) {
    const { directLinkId } = await uploadRows(url, token, [[original, 3]]);
    const { rows } = await database.pool.query(
      `select abs(extract(epoch from import_date - now())) < 60 as "isNow" from statistics where direct_link_id = $1`,
      [directLinkId],
    );
    expect(rows).toEqual([{ isNow: true }]);
  }
});

test('a catalogue that waits for tomorrow is not published today', async () => {
  // Each has looked what is due when it started, before anything that was asked above.
  expect(await currentRevision()).toBe(revision);
  const call = callsOf(wrong.ahead.url, admin);
  expect(await call('GET', 'merged-products')).toMatchObject({
    status: 200,
    body: { scheduled: { publishOn: dayFromToday(1) } },
  });
});

test('a command whose clock is ahead refuses the prices of tomorrow, and dates those of today', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-wrong-clock-'));
  const { products, portfolio, exclusive } = smallCatalogue.catalogue;
  const parameters: string[] = [];
  for (const [name, text] of Object.entries({ products, portfolio, exclusive })) {
    await writeFile(join(folder, name), text);
    parameters.push(`--${name}`, join(folder, name));
  }
  const run = (...more: string[]) =>
    runCommand(['server/commands/catalogue-command.ts', ...parameters, ...more], {
      DATABASE_URL: database.url,
      PROVIDER_NAME: 'Provider',
      PROVIDER_COMPANIES: 'Provider AG',
      ...wrongBy(26),
    });
  const refused = await run('--price-date', dayFromToday(1));
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(dayFromToday(1)) });
  expect(await currentRevision()).toBe(revision);
  expect(await run()).toMatchObject({ code: 0 });
  const { rows } = await database.pool.query(
    'select price_date as date from all_catalogue_revisions order by revision desc limit 1',
  );
  expect(rows).toEqual([{ date: dayFromToday(0) }]);
  await rm(folder, { recursive: true });
});

test('it says in its log how far off it is, once', () => {
  for (const [which, hours] of [
    ['ahead', 26],
    ['behind', -26],
  ] as const) {
    const said = wrong[which]
      .output()
      .split('\n')
      .filter((line) => line.includes('clock of this process'));
    expect(said).toHaveLength(1);
    const { level, secondsAhead } = JSON.parse(said[0]!) as { level: number; secondsAhead: number };
    expect(level).toBe(40);
    expect(Math.abs(secondsAhead - hours * 3600)).toBeLessThan(5);
  }
});

test('it is not ready, because of its clock, and one whose clock is right is', async () => {
  for (const { url } of Object.values(wrong)) {
    const response = await fetch(`${url}/api/health/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: 'not_ready',
      issues: [{ path: 'clock', message: 'failed' }],
    });
  }
  expect((await fetch(`${right.url}/api/health/ready`)).status).toBe(200);
});
