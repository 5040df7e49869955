import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TemplateVersion } from '#shared/schemas/template-files.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { addUser, publishReferenceData, signIn } from '../support/portal.ts';
import { rounds } from '../support/rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { generic, original, provider, smallCatalogue } from '../support/small-catalogue.ts';
import { templateFileCalls } from '../support/template-files.ts';

const KILLS = rounds({ short: 2, long: 30 });
const PROCESSES = 3;
/** A replacement takes about this long; kills are spread over a little more. */
const REPLACEMENT_MILLISECONDS = 900;

let database: TestDatabase;
/** The revision that was there before. */
let first: number;

beforeAll(async () => {
  database = await testDatabase();
  const { stockouts } = await publishReferenceData(database.pool, smallCatalogue);
  first = stockouts!.revision;
  await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin' });
});
afterAll(() => database.close());

function startServer(): Promise<ServerProcess> {
  return startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'fatal',
  });
}

const products = [original, generic, provider];

/** The list of the day `number` of 2020, with one of three products on it. */
function listOf(number: number): string {
  const day = new Date(Date.UTC(2020, 0, number + 1)).toISOString().slice(0, 10);
  const columns = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
  return `${columns}\n${products[number % 3]},${day},${day},,\n`;
}

function customersOf(number: number): string {
  const rows = Array.from({ length: 2000 }, (_, at) => `${at};Customer ${at} of ${number}`);
  return `externalId;name\n${rows.join('\n')}\n`;
}

test(`${KILLS} servers killed while files are replaced leave no half version, and no list without what it published`, async () => {
  const acknowledged: string[] = [];
  // Each moment once, in an order that mixes early and late ones; no chance in it, so a failure repeats.
  const moments = Array.from({ length: KILLS }, (_, index) => ({
    number: index,
    moment: (((index * 37) % KILLS) + 0.5) * ((1.4 * REPLACEMENT_MILLISECONDS) / KILLS),
  }));
  await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      for (let next = moments.pop(); next !== undefined; next = moments.pop()) {
        const { number, moment } = next;
        const server = await startServer();
        const calls = templateFileCalls(server.url, await signIn(server.url, 'admin@portal.example'));
        const replace = (key: string, content: string) =>
          calls
            .replace(key, content, `${number}.csv`, 'Whatever it says')
            .then(({ status }) => status === 200 && acknowledged.push(`${key} ${number}.csv`))
            .catch(() => undefined); // the connection of a killed server breaks
        const replacing = [
          replace('stockouts-own', listOf(number)),
          replace('customers', customersOf(number)),
        ];
        await sleep(moment);
        server.kill('SIGKILL');
        expect(await server.ended).toBeNull();
        await Promise.all(replacing);
      }
    }),
  );

  const { rows: used } = await database.pool.query<{ name: string; key: string; revision: number | null }>(
    `select key || ' ' || file_name as name, key, (effect ->> 'revision')::integer as revision
     from template_file_versions where used_at is not null`,
  );
  expect(used.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
  // One line in the log per version used, and each list with the revision that it became: none without the other.
  const { rows: logged } = await database.pool.query<{ name: string }>(
    `select subject_key || ' ' || subject_name as name from audit_entries where subject = 'template-file'`,
  );
  expect(logged.map(({ name }) => name).sort()).toEqual(used.map(({ name }) => name).sort());
  const { rows: revisions } = await database.pool.query<{ revision: number }>(
    'select revision from stockout_revisions where revision > $1',
    [first],
  );
  const published = used.filter(({ key }) => key === 'stockouts-own').map(({ revision }) => revision);
  expect(revisions.map(({ revision }) => revision).sort()).toEqual(published.sort());
  // Whole files only, staged ones too.
  const { rows: broken } = await database.pool.query(
    `select v.id from template_file_versions v
     where v.rows is null or not exists (select from template_file_parts p where p.version_id = v.id)`,
  );
  expect(broken).toEqual([]);

  const survivor = await startServer();
  const calls = templateFileCalls(survivor.url, await signIn(survivor.url, 'admin@portal.example'));
  const { rows: counts } = await database.pool.query<{ count: string; files: string }>(
    'select count(*) as count, count(distinct split_part(name, $1, 2)) as files from customers',
    [' of '],
  );
  const customersUsed = used.some(({ key }) => key === 'customers');
  expect(counts[0]).toEqual(customersUsed ? { count: 2000, files: 1 } : { count: 0, files: 0 });
  const again = await calls.replace('stockouts-own', listOf(400), 'last.csv', 'Whatever it says');
  expect(again.status).toBe(200);
  survivor.kill('SIGTERM');
  expect(await survivor.ended).toBe(0);
});

test('two processes that replace a file at once do so one after the other, and none is lost', async () => {
  const servers = await Promise.all([startServer(), startServer()]);
  const calls = await Promise.all(
    servers.map(async ({ url }) => templateFileCalls(url, await signIn(url, 'admin@portal.example'))),
  );
  const names = ['a.csv', 'b.csv'];
  for (let round = 0; round < 3; round++) {
    const day = 500 + round * 10;
    const answers = await Promise.all(
      calls.map((each, at) =>
        each.replace('stockouts-own', listOf(day + at), `${round}-${names[at]}`, 'Both are right'),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
    const stale = answers.find(({ status }) => status === 409);
    if (stale) expect(stale.body.code).toBe('template_file_stale');
    const { body: versions } = await calls[0]!.ask<TemplateVersion[]>('/stockouts-own/versions');
    const ofRound = versions.filter(({ fileName }) => fileName.startsWith(`${round}-`));
    expect(ofRound.length).toBe(statuses.filter((status) => status === 200).length);
    expect(versions.filter(({ isCurrent }) => isCurrent).length).toBe(1);
  }
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
});
