import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUsage } from '#server/statistics/views/count-usage.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function counted(event: string): Promise<number> {
  const { rows } = await database.pool.query(
    'select coalesce(sum(count), 0)::integer as sum from usage_counts where event = $1',
    [event],
  );
  return rows[0].sum;
}

test('several processes add up, whatever their order, and nothing is counted twice or lost', async () => {
  const errors: unknown[] = [];
  const processes = Array.from({ length: 4 }, () => countUsage(database.pool, (error) => errors.push(error)));
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      processes.map((usage, place) => {
        for (let each = 0; each < 30; each++)
          usage.count('opening', undefined, 1 + ((each * (place + 7)) % 30));
        return usage.write();
      }),
    );
  }
  for (const usage of processes) {
    usage.count('opening', undefined, 1);
    await usage.end();
  }
  expect(errors).toEqual([]);
  expect(await counted('opening')).toBe(4 * 20 * 30 + 4);
});

test('what could not be written is written next time, once', async () => {
  const errors: unknown[] = [];
  const usage = countUsage(database.pool, (error) => errors.push(error));
  usage.count('visit', undefined);
  usage.count('visit', undefined);
  await database.pool.query('alter table usage_counts rename to away');
  await usage.write();
  expect(errors.length).toBe(1);
  await database.pool.query('alter table away rename to usage_counts');
  usage.count('visit', undefined);
  await usage.write();
  await usage.end();
  expect(errors.length).toBe(1);
  expect(await counted('visit')).toBe(3);
});
