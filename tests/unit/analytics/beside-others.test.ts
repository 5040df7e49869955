import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { besideOthers } from '#analytics/beside-others.ts';

test('of several works one makes a piece in a turn of the event loop, and each gives all of its pieces', async () => {
  let made = 0;
  function* pieces(work: string) {
    for (let piece = 0; piece < 20; piece++) {
      made++;
      yield `${work}${piece}`;
    }
  }
  const working = ['a', 'b', 'c'].map((work) => Array.fromAsync(besideOthers(pieces(work))));
  const perTurn: number[] = [];
  while (made < 60) {
    const before = made;
    await setImmediate();
    perTurn.push(made - before);
  }
  expect(Math.max(...perTurn)).toBe(1);
  const expected = (work: string) => Array.from({ length: 20 }, (_, piece) => `${work}${piece}`);
  expect(await Promise.all(working)).toEqual(['a', 'b', 'c'].map(expected));
});

test('a work that is given up, or fails, holds up no other', async () => {
  function* failing(): Generator<number> {
    yield 1;
    throw new Error('broken');
  }
  const failed = Array.fromAsync(besideOthers(failing()));
  const givenUp = besideOthers([1, 2, 3]);
  expect(await givenUp.next()).toEqual({ done: false, value: 1 });
  await givenUp.return();
  await expect(failed).rejects.toThrow('broken');
  expect(await Array.fromAsync(besideOthers([1, 2, 3]))).toEqual([1, 2, 3]);
});
