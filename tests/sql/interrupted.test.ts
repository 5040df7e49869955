import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readColumns } from '#analytics/columns.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';

let directory: string;
let engine: Engine;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-interrupted-'));
  engine = await openEngine({ directory, connections: 2 });
});
afterAll(async () => {
  engine.close();
  await rm(directory, { recursive: true, force: true });
});

/** Rows of a streamed answer of 20,000, as views are read. */
function readRows(signal?: AbortSignal): Promise<number> {
  return engine.use(
    'main',
    async (connection) => {
      const statement = await connection.prepare(
        'select i::integer as i, sum(i)::double as s from range(20000) t(i) group by i order by i',
      );
      return (await readColumns(await statement.stream())).rowCount;
    },
    signal,
  );
}

test('a query that is interrupted at any moment gives nothing rather than a part of its rows', async () => {
  const given: number[] = [];
  for (let round = 0; round < 400; round++) {
    const stop = new AbortController();
    const asked = readRows(stop.signal).then(
      (rows) => given.push(rows),
      () => undefined,
    );
    await sleep((round % 40) / 4);
    stop.abort(new Error('The client is gone.'));
    await asked;
  }
  expect(new Set([20_000, ...given])).toEqual(new Set([20_000]));
  expect(await readRows()).toBe(20_000);
});

test('work that ends although it was to stop is not taken for done', async () => {
  const stop = new AbortController();
  const asked = engine.use(
    'main',
    async () => {
      stop.abort(new Error('The client is gone.'));
      return 'half of it';
    },
    stop.signal,
  );
  await expect(asked).rejects.toThrow('The client is gone.');
});
