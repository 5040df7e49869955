import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openEngine, type PooledConnection } from '#analytics/engine.ts';

const memory = ({ rows }: PooledConnection) =>
  rows('select sum(memory_usage_bytes)::double as bytes from duckdb_memory()');

test('a packed table takes what its rows need, and has them all', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'portal-engine-'));
  const engine = await openEngine({ directory, connections: 2 });
  const columns = Array.from({ length: 30 }, (_, index) => `i + ${index} as c${index}`);
  await engine.use('main', ({ runScript }) =>
    runScript(`create table wide as select ${columns.join(', ')} from range(5000) t (i)`),
  );
  const usedBytes = async () => Number((await engine.use('main', memory))[0]!.bytes);
  const unpacked = await usedBytes();
  // Someone who reads meanwhile neither waits nor is in the way.
  await engine.use('main', async (reader) => {
    await reader.connection.run('begin');
    await reader.rows('select count(*) from wide');
    engine.pack();
    // 5,000 rows of 30 BIGINT are 1.2 MB; unpacked, 30 columns take 256 kB and more each.
    await vi.waitFor(async () => expect(await usedBytes()).toBeLessThan(unpacked / 2), 5000);
    await reader.connection.run('commit');
  });
  const [sums] = await engine.use('main', ({ rows }) =>
    rows('select sum(c0)::double as first, sum(c29)::double as last from wide'),
  );
  expect(sums).toEqual({ first: (4999 * 5000) / 2, last: (4999 * 5000) / 2 + 29 * 5000 });
  engine.close();
  await rm(directory, { recursive: true });
});
