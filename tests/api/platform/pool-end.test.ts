import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createPool } from '#server/platform/database/pool.ts';
import { testDatabase } from '#tests/support/database.ts';
import { startSilentProxy } from '#tests/support/silent-proxy.ts';

async function openPool() {
  const database = await testDatabase();
  const proxy = await startSilentProxy(database.url);
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  const pool = createPool(proxy.url, { max: 1 });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    pool,
    proxy,
    warnings,
    /** As a PostgreSQL that is stopped does, and only once its last word has arrived. */
    terminate: async () => {
      const failed = once(pool, 'error');
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      expect((await failed)[0]).toHaveProperty('code', '57P01');
      await new Promise(setImmediate);
    },
    close: async () => {
      process.off('warning', keep);
      await proxy.close();
      await database.close();
    },
  };
}

test('a connection that PostgreSQL ends is a warning', async () => {
  const { pool, warnings, terminate, close } = await openPool();
  await terminate();
  expect(warnings).toMatchObject([{ code: '57P01' }]);
  await pool.end();
  await close();
});

test('one that PostgreSQL ends before our goodbye has reached it is none', async () => {
  const { pool, proxy, warnings, terminate, close } = await openPool();
  proxy.holdRequests();
  const ended = pool.end();
  await terminate();
  await ended;
  expect(warnings).toEqual([]);
  await close();
});
