import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';

let server: TestServer;
let token: string;
let directLinkId: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-sql-'));
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: 'rep@portal.example' });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  token = await signIn(server.url, 'rep@portal.example');
  const bought = [
    [original, 3],
    [generic, 2],
    [provider, 5],
  ] as const;
  const response = await postStatistic(server.url, token, uploadForm(await workbook(bought)));
  ({ directLinkId } = (
    (await response.json()) as { bezugsStatistik: { directLinkId: string } }
  ).bezugsStatistik);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function command(...words: string[]): Promise<{ code: number; stdout: Buffer; stderr: string }> {
  return commandIn({}, ...words);
}

function commandIn(
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; stdout: Buffer; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: server.pool.options.connectionString, ...environment };
  return new Promise((resolve) => {
    const options = { env, encoding: 'buffer' } as const;
    execFile(
      process.execPath,
      ['server/commands/sql-command.ts', ...words],
      options,
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr: stderr.toString() }),
    );
  });
}

async function served(
  question: string,
  accept = 'application/json',
): Promise<{ body: Buffer; version: string | null }> {
  const response = await fetch(`${server.url}/api/statistics/${directLinkId}/${question}`, {
    headers: { authorization: `Bearer ${token}`, accept },
  });
  expect(response.status).toBe(200);
  return { body: Buffer.from(await response.arrayBuffer()), version: response.headers.get('x-sql-version') };
}

test('the command gives byte for byte what the server sends, and names the same version', async () => {
  const words = ['--statistic', directLinkId, 'sql/v1/atc.sql', '--type', 'all', '--sortBy', 'count'];
  const there = await served('atc?type=all&sortBy=count');
  const here = await command(...words, '--format', 'json');
  expect(here.code).toBe(0);
  expect(here.stdout).toEqual(there.body);
  expect(JSON.parse(here.stdout.toString())).toEqual([
    { atcCategory: 'C', count: 3, qtySum: 10, efPreisSum: 134, pPreisSum: 250.5, turnoverPotential: 50 },
  ]);
  expect(here.stderr).toContain(`sql/v1/atc.sql ${there.version}, `);

  const arrow = await command(...words, '--format', 'arrow');
  expect(arrow.stdout).toEqual(
    (await served('atc?type=all&sortBy=count', 'application/vnd.apache.arrow.stream')).body,
  );
  expect(tableFromIPC(arrow.stdout).schema.metadata.get('sqlVersion')).toBe(there.version);
});

if (long)
  test('an export holds the tables of the stored statistic', async () => {
    const path = join(folder, 'statistic.duckdb');
    const { code, stderr } = await command('--statistic', directLinkId, '--export', path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Exported to ${path}.\n` });
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const counts = await connection.runAndReadAll(
      'select (select count(*) from assortment), (select customer_name from statistic), (select count(*) from stockouts)',
    );
    expect(counts.getRowsJson()).toEqual([['3', 'Pharmacy', '1']]);
    connection.closeSync();
    instance.closeSync();
  });

test('a disabled link and a wrong one are told apart from a working one', async () => {
  const unknown = await command('--statistic', 'A'.repeat(22), 'sql/v1/atc.sql');
  expect(unknown).toMatchObject({
    code: 1,
    stderr: `There is no statistic ${'A'.repeat(22)} in this database.\n`,
  });
  await server.pool.query('update statistics set active = false');
  const disabled = await command('--statistic', directLinkId, 'sql/v1/atc.sql', '--format', 'csv');
  await server.pool.query('update statistics set active = true');
  expect(disabled.code).toBe(0);
  expect(disabled.stderr).toContain('The link of this statistic is disabled.\n');
});

if (long)
  test('of a combined statistic that has stopped it says so', async () => {
    await postStatistic(server.url, token, uploadForm(await workbook([[original, 4]])));
    const { rows } = await server.pool.query<{ id: number }>('select id from statistics order by id');
    const [first, second] = rows.map(({ id }) => id);
    const response = await fetch(`${server.url}/api/statistics/combined`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Group', members: [first, second] }),
    });
    const combined = (await response.json()) as { directLinkId: string };
    const file = join(folder, 'packs.sql');
    await writeFile(file, 'select sum(quantity) as packs from assortment');
    const words = ['--statistic', combined.directLinkId, file, '--format', 'csv'];
    const going = await command(...words);
    expect(going.stdout.toString()).toBe('packs\n14\n');
    expect(going.stderr).not.toContain('combined');
    await server.pool.query('update statistics set active = false where id = $1', [second]);
    const stopped = await command(...words);
    expect(stopped.code).toBe(0);
    expect(stopped.stderr).toContain(
      'The portal shows nothing of this combined statistic: a member is disabled',
    );
  });

if (long)
  test('whose products are the provider’s is what the portal runs with, whatever the environment says', async () => {
    const words = ['--statistic', directLinkId, 'sql/v1/summary.sql', '--format', 'json'];
    const { body } = await served('summary');
    const { stdout, stderr } = await commandIn({ PROVIDER_COMPANIES: 'Somebody Else AG' }, ...words);
    expect(stdout).toEqual(body);
    expect(JSON.parse(stdout.toString()).turnoverProvider).toBe(50);
    expect(stderr).toContain('PROVIDER_COMPANIES is for --xlsx; this portal runs with Provider AG.');
  });

if (long)
  test('a stock-out is new for as many days as the installation says', async () => {
    await server.pool.query(
      `insert into config values ('NEW_STOCKOUT_DAYS', '21') on conflict (key) do update set value = excluded.value`,
    );
    const file = join(folder, 'days.sql');
    await writeFile(file, 'select $newStockoutDays::integer as days');
    const { stdout } = await command('--statistic', directLinkId, file, '--format', 'csv');
    expect(stdout.toString()).toBe('days\n21\n');
  });

if (long)
  test('a stock-out list can wait: until there is one, nothing is known to be missing', async () => {
    await server.pool.query('delete from stockout_revisions');
    const file = join(folder, 'missing.sql');
    await writeFile(file, 'select count(*) as missing from stockouts');
    const { code, stdout } = await command('--statistic', directLinkId, file, '--format', 'csv');
    expect([code, stdout.toString()]).toEqual([0, 'missing\n0\n']);
  });

test('without a database it says what to do', async () => {
  const { code, stderr } = await new Promise<{ code: number; stderr: string }>((resolve) => {
    const { DATABASE_URL: _, ...env } = process.env;
    execFile(
      process.execPath,
      ['server/commands/sql-command.ts', '--statistic', directLinkId, 'sql/v1/atc.sql'],
      { env: { ...env, DATA_DIR: join(folder, 'nothing') } },
      (error, _stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stderr }),
    );
  });
  expect(code).toBe(1);
  expect(stderr).toBe(
    `There is no database: DATABASE_URL is not set, and ${join(folder, 'nothing')} holds none. npm start makes one.\n`,
  );
});
