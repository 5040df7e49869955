import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MigrationError, migrate } from '#server/platform/database/migrate.ts';
import { createClient } from '#server/platform/database/pool.ts';
import { type Queryable, queryRows } from '#server/platform/database/query.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { describeSchema } from '#tests/support/describe-schema.ts';
import { signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { provider } from '#tests/support/small-catalogue.ts';

// What the newest version with dated migrations left, by pg_dump --inserts: two users, a customer, a catalogue of three
// products, a statistic, a cart and an order.
const dump = gunzipSync(await readFile(new URL('before-baseline.sql.gz', import.meta.url))).toString();

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase({ template: 'none' });
  const client = createClient(database.url);
  await client.connect();
  await client.query(dump);
  await client.end();
});

afterEach(() => database.close());

const bookkeeping = ({ pool }: TestDatabase) =>
  queryRows<{ name: string }>(pool, 'select name, checksum from migrations order by name');

test('a database of before the baseline has what a new one has', async () => {
  const fresh = await testDatabase();
  try {
    await migrate(database.pool);
    expect(await bookkeeping(database)).toEqual(await bookkeeping(fresh));
    expect(unbracketed(await describeSchema(database.pool))).toBe(
      unbracketed(await describeSchema(fresh.pool)),
    );
    const objects = await catalogue(database.pool);
    expect(objects.map(unbracketed)).toEqual((await catalogue(fresh.pool)).map(unbracketed));
  } finally {
    await fresh.close();
  }
});

test('servers that start together on a database of before the baseline do not apply that again', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool)));
  expect(applied.flat()).not.toContain('0001-baseline.sql');
  expect((await bookkeeping(database))[0]).toMatchObject({ name: '0001-baseline.sql' });
});

test('the portal starts on a database of before the baseline, with all that was in it', async () => {
  await migrate(database.pool);
  const instance = await startInstance(database);
  try {
    const headers = { authorization: `Bearer ${await signIn(instance.url, 'rep@portal.example')}` };
    const answers = await fetch(`${instance.url}/api/statistics`, { headers });
    const [statistic] = (await answers.json()) as { customerName: string; directLinkId: string }[];
    expect(statistic).toMatchObject({ customerName: 'Pharmacy' });
    const cart = await fetch(`${instance.url}/api/cart/from-statistic/${statistic!.directLinkId}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await cart.json()).toMatchObject({
      rows: [{ gtin: provider, availableQuantity: 12, selectedExact: '3' }],
    });
  } finally {
    await instance.close();
  }
});

test('a database with a statistic that has no sums yet is told what makes them', async () => {
  const { pool } = database;
  await pool.query(
    'create table made as select sums from statistic_files; update statistic_files set sums = null',
  );
  const migrated = migrate(pool);
  await expect(migrated).rejects.toThrow(MigrationError);
  await expect(migrated).rejects.toThrow(
    'There are statistics without sums, which this version of the portal does not make. Start one that has no migration 0022 and wait until it has made them',
  );
  await pool.query('update statistic_files set sums = made.sums from made; drop table made');
  expect(await migrate(pool)).toContain('0022-every-upload-has-sums.sql');
});

test.each([
  ['lacks a dated migration', "delete from migrations where name = '20261220080000_corrected-customers.sql'"],
  ['has an unknown dated one', "insert into migrations values ('20270101000000_later.sql', 'of later')"],
  ['has another version of one', "update migrations set checksum = 'of a draft' where name like '20261208%'"],
  ['has a numbered one, too', "insert into migrations values ('0001-baseline.sql', 'of a merge')"],
])('a database that %s stays as it is, and is told what to start', async (_, change) => {
  await database.pool.query(change);
  const before = await bookkeeping(database);
  const migrated = migrate(database.pool);
  await expect(migrated).rejects.toThrow(MigrationError);
  await expect(migrated).rejects.toThrow(
    'Start once the newest version of the portal that has migrations/20261220090000_day-of-prices.sql',
  );
  expect(await bookkeeping(database)).toEqual(before);
});

/** Conditions come out of pg_dump with fewer brackets: `a or b or c` for `(a or b) or c`. */
const unbracketed = (text: string) => text.replaceAll(/[()]/g, '');

/** What schema.txt leaves out: names of constraints, sequences, bodies, how columns are stored, rights and comments. */
async function catalogue(db: Queryable): Promise<string[]> {
  const rows = await queryRows<{ said: string }>(
    db,
    `with relations as (select * from pg_class where relnamespace = 'public'::regnamespace),
     said as (
       select concat_ws(' ', 'relation', relkind, relname, relacl, reloptions, obj_description(oid, 'pg_class')) as said
       from relations
       union all
       select concat_ws(' ', 'column', relname, attname, attstorage, attcollation::regcollation, attacl, attoptions,
         pg_get_serial_sequence(relname, attname), col_description(r.oid, attnum))
       from relations r join pg_attribute on attrelid = r.oid and attnum > 0 and not attisdropped
       where relkind in ('r', 'v')
       union all
       -- PostgreSQL names the others, those of NOT NULL, since version 18 only.
       select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(k.oid))
       from relations r join pg_constraint k on conrelid = r.oid and contype <> 'n'
       union all
       select pg_get_indexdef(oid) from relations where relkind = 'i'
       union all
       select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from relations where relkind = 'v'
       union all
       select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax)
       from pg_sequence
       union all
       select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(g.oid))
       from relations r join pg_trigger g on tgrelid = r.oid and not tgisinternal
       union all
       select concat_ws(' ', pg_get_functiondef(p.oid), proacl)
       from pg_proc p
       where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
       union all
       select concat_ws(' ', 'rows', 'focus_group_revision', revision) from focus_group_revision
     )
     select said from said order by said`,
  );
  return rows.map(({ said }) => said);
}
