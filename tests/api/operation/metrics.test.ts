import { readFile } from 'node:fs/promises';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewRuns } from '#analytics/run.ts';
import { serveMetrics } from '#server/operation/metrics.ts';
import { build } from '#server/platform/build.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { addUser, postStatistic, uploadForm } from '#tests/support/portal.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

const { log, entries } = keepLog();
let portal: SmallPortal;
let served: Awaited<ReturnType<typeof serveMetrics>>;

beforeAll(async () => {
  // Where no folder can be made: of backups only their age is told here.
  portal = await openSmallPortal(log, { backupDirectory: '/dev/null/backups' });
  served = await serveMetrics(portal.server.metrics, 0, '127.0.0.1');
});
afterAll(async () => {
  await served.close();
  await portal.server.close();
});

/** The value of every figure by its name with its labels, as the text format writes them. */
async function scrape(): Promise<Record<string, number>> {
  const answer = await fetch(served.url);
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  const samples = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('what alarms count is there from the start, as 0', async () => {
  expect(await scrape()).toMatchObject({
    portal_errors_total: 0,
    portal_sign_ins_failed_total: 0,
    'portal_imports_total{outcome="failed"}': 0,
  });
});

test('figures tell of requests, imports, answers at hand and what is open', async () => {
  const link = await portal.upload([[original, 3]]);
  const refused = await postStatistic(
    portal.server.url,
    portal.token,
    uploadForm(Buffer.from('no workbook')),
  );
  expect(refused.status).toBe(422);
  const wrong = await fetch(`${portal.server.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'rep@portal.example', password: 'wrong' }),
  });
  expect(wrong.status).toBe(401);
  const summary = `${portal.server.url}/api/statistics/${link}/summary`;
  for (let time = 0; time < 3; time++) expect((await fetch(summary)).status).toBe(200);

  // What is kept of the upload is reckoned beside it.
  const held = 'portal_places{place="DuckDB place",state="held"}';
  await expect.poll(async () => (await scrape())[held]).toBe(0);
  const figures = await scrape();
  expect(figures).toMatchObject({
    'portal_request_seconds_count{method="POST",route="/api/users/authenticate",status="200"}': 1,
    'portal_request_seconds_count{method="POST",route="/api/users/authenticate",status="401"}': 1,
    'portal_imports_total{outcome="stored"}': 1,
    'portal_imports_total{outcome="refused"}': 1,
    'portal_imports_total{outcome="failed"}': 0,
    'portal_request_seconds_count{method="POST",route="/api/statistics",status="200"}': 1,
    'portal_request_seconds_count{method="POST",route="/api/statistics",status="422"}': 1,
    'portal_request_seconds_count{method="GET",route="/api/statistics/:id/summary",status="200"}': 3,
    'portal_result_cache_total{outcome="hit"}': 2,
    'portal_result_cache_total{outcome="miss"}': 1,
    'portal_open{kind="statistics"}': 1,
    'portal_open{kind="catalogues"}': 1,
    'portal_places{place="DuckDB place",state="waiting"}': 0,
    [`portal_build_info{version="${build.version}",commit="${build.commit}"}`]: 1,
    portal_database_up: 1,
    portal_ready: 1,
    portal_errors_total: 0,
    portal_sign_ins_failed_total: 1,
    portal_disk_reserve_bytes: 512 * 1024 * 1024,
    portal_database_set_back_total: 0,
  });
  // On another PostgreSQL than the own one only the disk of the temporary folder is known.
  expect(Object.keys(figures).filter((name) => name.startsWith('portal_disk_free'))).toEqual([
    'portal_disk_free_bytes{disk="temporary"}',
  ]);
  expect(figures['portal_disk_free_bytes{disk="temporary"}']).toBeGreaterThan(0);
  expect(figures['portal_view_seconds_count{sql="v1/summary.sql"}']).toBeGreaterThan(0);
  expect(figures['portal_places_given_total{place="DuckDB place"}']).toBeGreaterThan(0);
  expect(figures.portal_open_bytes).toBeGreaterThan(500_000);
  expect(figures.nodejs_eventloop_lag_p99_seconds).toBeGreaterThan(0);
  expect(figures['portal_pool_connections{pool="interactive",state="open"}']).toBeGreaterThan(0);
});

test('what fails is counted, but for what is asked for health', async () => {
  const { requestAnswered } = portal.server.metrics;
  const before = await scrape();
  requestAnswered('POST', '/api/statistics', 507, 1);
  requestAnswered('GET', '/api/health/ready', 503, 1);
  requestAnswered('POST', '/api/users/authenticate', 429, 1);
  requestAnswered('POST', '/api/users/authenticate', 403, 1);
  const after = await scrape();
  expect(after.portal_errors_total! - before.portal_errors_total!).toBe(1);
  expect(after.portal_sign_ins_failed_total! - before.portal_sign_ins_failed_total!).toBe(1);
});

test('alarms and the document name figures that there are', async () => {
  const known = new Set(Object.keys(await scrape()).map((name) => name.replace(/\{.*/, '')));
  for (const file of ['operation/alarms.yml', 'watching.md']) {
    const text = await readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
    const named = text.match(/\b(portal|nodejs)_[a-z0-9_]*[a-z]\b/g)!;
    expect(named.length).toBeGreaterThan(10);
    // Those that are absent until there is a mail or a backup are told by the next tests.
    const isKnown = (name: string) =>
      known.has(name) ||
      known.has(`${name}_count`) ||
      ['portal_mails', 'portal_backup_age_days'].includes(name);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  }
});

test('the document says what to do about every alarm', async () => {
  const read = (file: string) => readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
  const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
  const alarms = named(await read('operation/alarms.yml'), /- alert: (\w+)/g);
  expect(alarms.length).toBeGreaterThan(10);
  expect(named(await read('watching.md'), /^\| `(Portal\w+)` \|/gm)).toEqual(alarms);
});

test('mails are counted by what is known of them, and sources by how old their word is', async () => {
  const { pool } = portal.server;
  const user = await addUser(pool, { email: 'reader@portal.example' });
  await pool.query(
    `insert into mails (kind, guarantee, recipient, content, user_id, next_attempt_at, attempts, unknown_at)
     select 'notice', 'at most once', 'reader@portal.example', '{}', $1, now() + interval '1 day', attempts, unknown_at
     from (values (0, null::timestamptz), (0, null), (2, null), (1, now())) as mail (attempts, unknown_at)`,
    [user],
  );
  await pool.query(
    `update stockout_revisions
     set list_date = day, sources = jsonb_set(sources, '{0,lastListOn}', to_jsonb(day::text))
     from (select (now() at time zone 'Europe/Zurich')::date - 9 as day) as nine`,
  );
  const figures = await scrape();
  expect(figures).toMatchObject({
    'portal_mails{kind="notice",state="waiting"}': 2,
    'portal_mails{kind="notice",state="failing"}': 1,
    'portal_mails{kind="notice",state="unknown"}': 1,
  });
  const ages = Object.entries(figures).filter(([name]) => name.startsWith('portal_source_age_days'));
  expect(ages.map(([, days]) => days)).toContain(9);
  const late = Object.entries(figures).filter(([name]) => name.startsWith('portal_source_late'));
  expect(late.map(([, is]) => is)).toContain(1);
});

test('the age of the last nightly backup is told, and that the first has failed', async () => {
  const keep = (state: unknown) =>
    portal.server.pool.query(
      "insert into config values ('BACKUP_STATE', $1) on conflict (key) do update set value = excluded.value",
      [JSON.stringify(state)],
    );
  const day = new Date(Date.now() - 3 * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Zurich' });
  await keep({ done: day, failed: { day, detail: 'full' } });
  expect(await scrape()).toMatchObject({ 'portal_backup_age_days{kind="nightly"}': 3 });
  await keep({ done: null, failed: { day, detail: 'full' } });
  expect(await (await fetch(served.url)).text()).toContain('portal_backup_age_days{kind="nightly"} +Inf\n');
  await keep({ done: null, failed: null });
  expect(await scrape()).not.toHaveProperty(['portal_backup_age_days{kind="nightly"}']);
});

test('every attempt to sign in, and what somebody may not, is a line of the log with nothing of who it was', async () => {
  const forbidden = await fetch(`${portal.server.url}/api/users/list?secret=1`, {
    headers: { authorization: `Bearer ${portal.token}` },
  });
  expect(forbidden.status).toBe(403);
  const lines = entries.filter(({ msg }) => msg === 'request');
  const statusesOf = (asked: string) =>
    lines.flatMap(({ route, status }) => (route === asked ? [status] : []));
  expect(statusesOf('/api/users/authenticate')).toEqual([200, 401]);
  expect(statusesOf('/api/users/list')).toEqual([403]);
  for (const line of lines)
    expect(Object.keys(line).toSorted()).toEqual([
      'hostname',
      'level',
      'method',
      'milliseconds',
      'msg',
      'pid',
      'requestId',
      'route',
      'status',
      'time',
    ]);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`rep@portal|secret|${portal.token}`));
});

test('nothing but the figures is there', async () => {
  const base = served.url.replace('/metrics', '');
  expect((await fetch(`${base}/`)).status).toBe(404);
  expect((await fetch(served.url, { method: 'POST' })).status).toBe(404);
});

// Elsewhere a machine has no other address of its own.
test.runIf(process.platform === 'linux')('they are at the address that is set, and at no other', async () => {
  const elsewhere = await serveMetrics(
    { ...portal.server.metrics, registry: new Registry() },
    0,
    '127.0.0.2',
  );
  expect((await fetch(elsewhere.url)).status).toBe(200);
  await expect(fetch(elsewhere.url.replace('127.0.0.2', '127.0.0.1'))).rejects.toThrow('fetch failed');
  await elsewhere.close();
});

test('a slow view is in the log by its file and the names of what was chosen, and no value', () => {
  const parameters = { molecule: ['ramiprilum'], customer: 'Meier', gtin: null, atc: [], keyword: '' };
  viewRuns.publish({ sql: 'v1/product.sql', parameters, milliseconds: 999 });
  viewRuns.publish({ sql: 'v1/product.sql', parameters, milliseconds: 1234.4 });
  const slow = entries.filter(({ msg }) => msg === 'slow view');
  expect(slow).toEqual([
    expect.objectContaining({
      sql: 'v1/product.sql',
      parameters: ['molecule', 'customer'],
      milliseconds: 1234,
    }),
  ]);
  expect(JSON.stringify(slow)).not.toMatch(/ramiprilum|Meier/);
});
