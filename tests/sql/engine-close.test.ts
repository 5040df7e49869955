import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEngine } from '#analytics/engine.ts';

test('closing the engine lets what is running end and takes no more work', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'portal-engine-'));
  const engine = await openEngine({ directory, connections: 1 });
  const begun = Promise.withResolvers<void>();
  const running = engine.use('main', ({ rows }) => {
    begun.resolve();
    return rows('select sum(i % 7)::integer as sum from range(20000000) t (i)');
  });
  await begun.promise;
  const waiting = engine.use('main', ({ rows }) => rows('select 1 as one'));
  engine.close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(engine.use('main', ({ rows }) => rows('select 1 as one'))).rejects.toThrow('closed');
  // 20,000,000 = 7 × 2,857,142 + 6: as many full weeks of 0 to 6, then 0 to 5.
  expect(await running).toEqual([{ sum: 2_857_142 * 21 + 15 }]);
  engine.close();
  await rm(directory, { recursive: true });
});
