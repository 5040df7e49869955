import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, openEngine, type WorkKind } from '#analytics/engine.ts';
import { NestedPlaceError, NoPlaceError } from '#analytics/semaphore.ts';

let directory: string;
let engine: Engine;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-engine-'));
});
afterEach(async () => {
  engine.close();
  await rm(directory, { recursive: true });
});

/** Takes `count` places until the function that it gives is called. */
async function takePlaces(count: number, kind: WorkKind): Promise<() => Promise<unknown>> {
  const release = Promise.withResolvers<void>();
  let taken = 0;
  const works = Array.from({ length: count }, () =>
    engine.use(
      'main',
      () => {
        taken++;
        return release.promise;
      },
      undefined,
      kind,
    ),
  );
  await expect.poll(() => taken).toBe(count);
  return () => {
    release.resolve();
    return Promise.all(works);
  };
}

const one = (kind?: WorkKind) => engine.use('main', ({ rows }) => rows('select 1 as one'), undefined, kind);

test('who holds a place is refused a second one at once, also where there are free ones', async () => {
  engine = await openEngine({ directory });
  const nested = engine.use('main', () => engine.use('main', async () => 'never'));
  await expect(nested).rejects.toThrow(NestedPlaceError);
  expect(await one()).toEqual([{ one: 1 }]);
});

test('who waits for a place too long is told so, and nothing is left of it', async () => {
  engine = await openEngine({ directory, connections: 2, patience: { interactive: 50, bulk: 50 } });
  const release = await takePlaces(2, 'interactive');
  await expect(one()).rejects.toThrow(NoPlaceError);
  await release();
  expect(await one()).toEqual([{ one: 1 }]);
});

test('bulk work leaves two places to those who look at a page, however much of it there is', async () => {
  engine = await openEngine({ directory, connections: 6, patience: { interactive: 5000, bulk: 50 } });
  const release = await takePlaces(4, 'bulk');
  await expect(one('bulk')).rejects.toThrow(NoPlaceError);
  expect(await Promise.all([one(), one()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  await release();
  expect(await one('bulk')).toEqual([{ one: 1 }]);
});

test('places are given in the order in which they are asked for', async () => {
  engine = await openEngine({ directory, connections: 1 });
  const release = await takePlaces(1, 'interactive');
  const begun: number[] = [];
  const waiting = [1, 2, 3].map((number) =>
    engine.use('main', async () => {
      begun.push(number);
      await sleep(1);
    }),
  );
  await release();
  await Promise.all(waiting);
  expect(begun).toEqual([1, 2, 3]);
});

test('bulk work that may begin waits for those who look at a page as long as bulk work may wait', async () => {
  engine = await openEngine({ directory, connections: 2, patience: { interactive: 50, bulk: 5000 } });
  const release = await takePlaces(2, 'interactive');
  const waiting = one('bulk');
  await sleep(200);
  await release();
  expect(await waiting).toEqual([{ one: 1 }]);
});

test('bulk work waits for other bulk work and for those who look at a page no longer than that in all', async () => {
  engine = await openEngine({ directory, connections: 3, patience: { interactive: 5000, bulk: 1000 } });
  const [bulk, pages] = [await takePlaces(1, 'bulk'), await takePlaces(2, 'interactive')];
  const next = takePlaces(1, 'interactive');
  const begun = performance.now();
  const waited = expect(one('bulk'))
    .rejects.toThrow(NoPlaceError)
    .then(() => performance.now() - begun);
  await sleep(500);
  await bulk();
  expect(await waited).toBeLessThan(1400);
  await pages();
  await (await next)();
  expect(await one('bulk')).toEqual([{ one: 1 }]);
});
