import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Engine, openEngine, type PooledConnection } from '#analytics/engine.ts';

const memory = ({ rows }: PooledConnection) =>
  rows('select sum(memory_usage_bytes)::double as bytes from duckdb_memory()');

let directory: string;
let engine: Engine;
let unpacked: number;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-engine-'));
  engine = await openEngine({ directory, connections: 2 });
  const columns = Array.from({ length: 30 }, (_, index) => `i + ${index} as c${index}`);
  await engine.use('main', ({ runScript }) =>
    runScript(`create table wide as select ${columns.join(', ')} from range(5000) t (i)`),
  );
  unpacked = await usedBytes();
});
afterEach(async () => {
  engine.close();
  await rm(directory, { recursive: true });
});

const usedBytes = async () => Number((await engine.use('main', memory))[0]!.bytes);

/** 5,000 rows of 30 BIGINT are 1.2 MB; unpacked, 30 columns take 256 kB and more each. */
const packed = () =>
  vi.waitFor(async () => expect(await usedBytes()).toBeLessThan(unpacked / 2), { timeout: 5000 });

test('a packed table takes what its rows need, and has them all', async () => {
  // Someone who reads meanwhile neither waits nor is in the way.
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const reading = engine.use('main', async (reader) => {
    await reader.connection.run('begin');
    await reader.rows('select count(*) from wide');
    begun.resolve();
    await over.promise;
    await reader.connection.run('commit');
  });
  await begun.promise;
  engine.pack();
  await packed();
  over.resolve();
  await reading;
  const [sums] = await engine.use('main', ({ rows }) =>
    rows('select sum(c0)::double as first, sum(c29)::double as last from wide'),
  );
  expect(sums).toEqual({ first: (4999 * 5000) / 2, last: (4999 * 5000) / 2 + 29 * 5000 });
});

test('packing waits while others are busy, but not for ever', async () => {
  let over = false;
  const asked = vi.fn(() => !over);
  engine.pack(asked);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 5000 });
  expect(await usedBytes()).toBeGreaterThanOrEqual(unpacked);
  over = true;
  await packed();

  await engine.use('main', ({ runScript }) => runScript('create table more as from wide'));
  unpacked = await usedBytes();
  engine.pack(() => true);
  await vi.waitFor(async () => expect(await usedBytes()).toBeLessThan(unpacked), { timeout: 5000 });
});
