import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { advisoryLocks, lockSession } from '#server/platform/database/advisory-locks.ts';
import {
  MigrationError,
  migrate,
  migrationsDirectory,
  stateOfMigrations,
} from '#server/platform/database/migrate.ts';
import { queryRow, queryRows } from '#server/platform/database/query.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { long } from '#tests/support/rounds.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await testDatabase({ template: 'none' });
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
});

afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

const file = (name: string, sql: string) => writeFile(join(directory, name), sql);

test('applies files in the order of their numbers, once', async () => {
  await file('0002-second.sql', 'insert into colour values (2)');
  await file('0001-first.sql', 'create table colour (id int); insert into colour values (1)');
  await file('notes.txt', 'not SQL');
  expect(await migrate(database.pool, directory)).toEqual(['0001-first.sql', '0002-second.sql']);
  expect(await migrate(database.pool, directory)).toEqual([]);
  expect(await queryRows(database.pool, 'select id from colour')).toEqual([{ id: 1 }, { id: 2 }]);
});

test('servers that start together apply each file once', async () => {
  await file('0001-first.sql', 'create table colour (id int); select pg_sleep(0.1)');
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, directory)));
  expect(applied.flat()).toEqual(['0001-first.sql']);
});

test('who waits for another migration or a backup is told for which process of PostgreSQL, once', async () => {
  await file('0001-first.sql', 'create table colour (id int)');
  const other = await database.pool.connect();
  await lockSession(other, advisoryLocks.migrations, 'Nobody', () => expect.unreachable());
  const said: string[] = [];
  const migrated = migrate(database.pool, directory, (text) => said.push(text));
  await expect.poll(() => countLockWaits(database.pool)).toBe(1);
  const [{ pid }] = (await queryRows<{ pid: number }>(other, 'select pg_backend_pid() as pid')) as [
    { pid: number },
  ];
  expect(said).toEqual([
    `Looking at the migrations waits for process ${pid} of PostgreSQL (assortment-portal).`,
  ]);
  other.release(true);
  expect(await migrated).toEqual(['0001-first.sql']);
});

if (long)
  test('a file that waits for a table lets others use it meanwhile', async () => {
    await file('0001-first.sql', 'create table colour (id int)');
    await migrate(database.pool, directory);
    await file('0002-second.sql', 'alter table colour add column name text');
    const backup = await database.pool.connect();
    await backup.query('begin; select from colour');
    const said: string[] = [];
    const migrated = migrate(database.pool, directory, (text) => said.push(text));
    await expect.poll(() => countLockWaits(database.pool, "l.mode = 'AccessExclusiveLock'")).toBe(1);
    expect(await queryRows(database.pool, 'select id from colour')).toEqual([]);
    await expect
      .poll(() => said, { timeout: 5000 })
      .toEqual([expect.stringContaining('0002-second.sql waits')]);
    await backup.query('rollback');
    backup.release();
    expect(await migrated).toEqual(['0002-second.sql']);
  }, 20_000);

test('a file that fails leaves nothing behind and keeps what came before it', async () => {
  await file('0001-first.sql', 'create table colour (id int)');
  await file('0002-broken.sql', 'create table shape (id int); select no_such_column');
  await expect(migrate(database.pool, directory)).rejects.toThrow(/0002-broken.sql failed: .*no_such_column/);
  expect(
    await queryRow(
      database.pool,
      `select to_regclass('colour')::text as colour, to_regclass('shape') as shape`,
    ),
  ).toEqual({
    colour: 'colour',
    shape: null,
  });
  await file('0002-broken.sql', 'create table shape (id int)');
  expect(await migrate(database.pool, directory)).toEqual(['0002-broken.sql']);
});

test('refuses a file that was changed after it was applied, and accepts other line ends', async () => {
  await file('0001-first.sql', 'create table colour (id int);\n');
  await migrate(database.pool, directory);
  await file('0001-first.sql', 'create table colour (id int);\r\n');
  expect(await migrate(database.pool, directory)).toEqual([]);
  await file('0001-first.sql', 'create table colour (id bigint);\n');
  await expect(migrate(database.pool, directory)).rejects.toThrow(MigrationError);
});

test('refuses a database that is newer than the code', async () => {
  await file('0001-first.sql', 'select 1');
  await migrate(database.pool, directory);
  await rm(join(directory, '0001-first.sql'));
  await expect(migrate(database.pool, directory)).rejects.toThrow('does not know');
});

test.each([
  ['left out', '0003-third.sql', '0002-….sql'],
  ['twice', '0001-second.sql', '0002-….sql'],
  ['a date', '20250102_second.sql', '0002-….sql'],
])('refuses files of which a number is %s', async (_, second, expected) => {
  await file('0001-first.sql', 'select 1');
  await file(second, 'select 2');
  await expect(migrate(database.pool, directory)).rejects.toThrow(expected);
  expect(await queryRow(database.pool, `select to_regclass('migrations') as table`)).toEqual({ table: null });
});

test('refuses a file that is older than one that was applied', async () => {
  await file('0001-first.sql', 'select 1');
  await file('0002-second.sql', 'select 2');
  await migrate(database.pool, directory);
  await database.pool.query("delete from migrations where name = '0001-first.sql'");
  await expect(migrate(database.pool, directory)).rejects.toThrow(
    'Migration 0001-first.sql waits, but the database already has 0002-second.sql.',
  );
});

/** The database as this version and then a newer one have migrated it, whose next migration begins with a line that may name the last of this one. */
async function migratedByNewer(lineOf: (last: string) => string): Promise<{ last: number; newer: string }> {
  await cp(migrationsDirectory, directory, { recursive: true });
  const last = (await readdir(directory)).filter((name) => name.endsWith('.sql')).length;
  const newer = `${String(last + 1).padStart(4, '0')}-of-a-newer-version.sql`;
  await file(newer, `${lineOf(String(last).padStart(4, '0'))}\ncreate table of_a_newer_version (id int);\n`);
  expect(await migrate(database.pool, directory)).toHaveLength(last + 1);
  return { last, newer };
}

test('a version goes on with a database that a newer one has migrated, where the migration says so', async () => {
  const { last, newer } = await migratedByNewer((known) => `-- Versions that know ${known} go on with it.`);
  expect(await stateOfMigrations(database.pool)).toEqual({ pending: [], newer: [newer], leastKnown: last });
  expect(await migrate(database.pool)).toEqual([]);
  expect(await queryRow(database.pool, 'select count(*)::integer as applied from migrations')).toEqual({
    applied: last + 1,
  });
});

test.each([
  ['says nothing of it', '-- A table.'],
  ['asks for what this version does not know', '-- Versions that know 9998 go on with it.'],
])('and refuses it where the migration %s, with what to do', async (_, line) => {
  const { newer } = await migratedByNewer(() => line);
  for (const ask of [migrate, stateOfMigrations])
    await expect(ask(database.pool)).rejects.toThrow(
      `The database has migration ${newer}, which this version of the portal does not know and cannot go on with. Start the version that applied it, or a newer one; or restore the backup of before the upgrade`,
    );
});

test('every migration since that can be said says which versions go on with it', async () => {
  const names = (await readdir(migrationsDirectory)).filter((name) => /^\d{4}-/.test(name) && name >= '0012');
  for (const name of names) {
    const [line] = (await readFile(join(migrationsDirectory, name), 'utf8')).split('\n');
    const known = /^-- Versions that know (\d{4}) go on with it\.$/.exec(line!)?.[1];
    expect(known, `${name} begins with a line that CONTRIBUTING.md shows`).toBeDefined();
    expect(known! <= name.slice(0, 4)).toBe(true);
  }
});
