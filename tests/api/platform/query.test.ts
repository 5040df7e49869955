import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onBehalfOf, TooManyWaitingError } from '#analytics/semaphore.ts';
import { createPools } from '#server/platform/database/pool.ts';
import {
  execute,
  inTransaction,
  queryOptionalRow,
  queryRow,
  queryRows,
  RowCountError,
} from '#server/platform/database/query.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ template: 'none' });
  await execute(database.pool, 'create table pack (gtin text primary key, size int not null)');
});

afterAll(() => database.close());

test('of those who wait for a connection, whoever asks for one has it before the many of somebody else', async () => {
  const { interactive, bulk } = createPools(database.url, 4);
  expect(interactive.options.max).toBe(1);
  const only = await interactive.connect();
  const answered: string[] = [];
  const ask = (who: string) =>
    onBehalfOf(who, () => interactive.query('select 1')).then(() => answered.push(who));
  const all = [...Array.from({ length: 50 }, () => ask('somebody')), ask('other')];
  only.release();
  await Promise.all(all);
  // A few come in the order of asking.
  expect(answered.indexOf('other')).toBeLessThan(10);
  await Promise.all([interactive.end(), bulk.end()]);
});

test('somebody with a hundred that wait is refused further ones', async () => {
  const { interactive, bulk } = createPools(database.url, 4);
  const only = await interactive.connect();
  const ask = () => onBehalfOf('somebody', () => interactive.query('select 1'));
  const outcomes = Promise.allSettled(Array.from({ length: 200 }, ask));
  const other = onBehalfOf('other', () => interactive.query('select 1'));
  only.release();
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(90);
  expect(refused.every((each) => 'reason' in each && each.reason instanceof TooManyWaitingError)).toBe(true);
  expect((await other).rowCount).toBe(1);
  await Promise.all([interactive.end(), bulk.end()]);
});

describe('types', () => {
  test('an int8 is a number', async () => {
    expect(await queryRow(database.pool, 'select 9007199254740991::int8 as n')).toEqual({
      n: 9007199254740991,
    });
  });

  test('an int8 that no number holds exactly fails instead of being rounded', async () => {
    await expect(queryRow(database.pool, 'select 9007199254740992::int8 as n')).rejects.toThrow(RangeError);
  });

  test('a date is the day that was stored, whatever the time zone of the process', async () => {
    expect(await queryRow(database.pool, `select date '2025-03-30' as day`)).toEqual({ day: '2025-03-30' });
  });

  test('a timestamp with time zone is a Date', async () => {
    const row = await queryRow<{ at: Date }>(database.pool, `select timestamptz '2025-01-01 00:00+01' as at`);
    expect(row.at.toISOString()).toBe('2024-12-31T23:00:00.000Z');
  });

  test('a numeric keeps its digits as text', async () => {
    expect(await queryRow(database.pool, 'select 12.50::numeric(8,2) as price')).toEqual({ price: '12.50' });
  });
});

describe('cardinality', () => {
  const three = 'select * from generate_series(1, 3) as n';
  const none = 'select 1 as n where false';

  test('queryRow refuses none and several', async () => {
    await expect(queryRow(database.pool, none)).rejects.toThrow(RowCountError);
    await expect(queryRow(database.pool, three)).rejects.toThrow('Expected one row, got 3');
  });

  test('queryOptionalRow gives undefined for none and refuses several', async () => {
    expect(await queryOptionalRow(database.pool, none)).toBeUndefined();
    await expect(queryOptionalRow(database.pool, three)).rejects.toThrow(RowCountError);
  });

  test('queryRows keeps the order', async () => {
    expect(await queryRows(database.pool, three)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });
});

describe('inTransaction', () => {
  const insert = 'insert into pack values ($1, 30)';
  const count = 'select count(*) as n from pack';

  test('keeps everything when the work succeeds', async () => {
    await inTransaction(database.pool, (client) => execute(client, insert, ['7680']));
    expect(await queryRow(database.pool, count)).toEqual({ n: 1 });
  });

  test('keeps nothing when the work fails, and the connection is usable again', async () => {
    const before = await queryRow(database.pool, count);
    const work = inTransaction(database.pool, async (client) => {
      await execute(client, insert, ['7681']);
      throw new Error('second thoughts');
    });
    await expect(work).rejects.toThrow('second thoughts');
    expect(await queryRow(database.pool, count)).toEqual(before);
  });

  test('of two that lock the same rows in another order both succeed, each once', async () => {
    await execute(database.pool, "insert into pack values ('1', 0), ('2', 0)");
    const bothHoldOne = Promise.withResolvers<void>();
    let runs = 0;
    const raise = (...gtins: [string, string]) =>
      inTransaction(database.pool, async (client) => {
        for (const gtin of gtins) {
          await execute(client, 'update pack set size = size + 1 where gtin = $1', [gtin]);
          if (++runs === 2) bothHoldOne.resolve();
          await bothHoldOne.promise;
        }
      });
    await Promise.all([raise('1', '2'), raise('2', '1')]);
    expect(await queryRows(database.pool, "select size from pack where gtin in ('1', '2')")).toEqual([
      { size: 2 },
      { size: 2 },
    ]);
  });

  test('a connection that breaks inside it is not used again', async () => {
    const work = inTransaction(database.pool, (client) =>
      execute(client, 'select pg_terminate_backend(pg_backend_pid())'),
    );
    await expect(work).rejects.toThrow();
    expect(await queryRow(database.pool, 'select 1 as n')).toEqual({ n: 1 });
  });
});
