import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurns } from '#analytics/turns.ts';

/** Works that end when they are told to, and the order in which they began. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)!() };
}

test('two run at once, and the others begin in the order they came', async () => {
  const { begun, work, end } = works();
  const { inTurn, busy } = takeTurns(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)));
  await nextTurn();
  expect([begun, busy()]).toEqual([['a', 'b'], true]);
  end('b');
  await nextTurn();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await nextTurn();
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  expect(busy()).toBe(false);
});

test('work that fails gives its place away', async () => {
  const { inTurn, busy } = takeTurns(1);
  const failed = inTurn(() => Promise.reject(new Error('no')));
  expect(await inTurn(async () => 'next')).toBe('next');
  await expect(failed).rejects.toThrow('no');
  expect(busy()).toBe(false);
});

test('whoever gives up while waiting hears so at once and is passed over', async () => {
  const { begun, work, end } = works();
  const { inTurn } = takeTurns(1);
  const first = inTurn(work('a'));
  const leaving = new AbortController();
  const second = inTurn(work('b'), leaving.signal);
  const third = inTurn(work('c'), new AbortController().signal);
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  end('a');
  expect(await first).toBe('a');
  await nextTurn();
  end('c');
  expect([await third, begun]).toEqual(['c', ['a', 'c']]);
  await expect(inTurn(work('d'), leaving.signal)).rejects.toThrow('gone');
});

test('work that has begun keeps its place though its signal fires', async () => {
  const { begun, work, end } = works();
  const { inTurn } = takeTurns(1);
  const leaving = new AbortController();
  const first = inTurn(work('a'), leaving.signal);
  await nextTurn();
  leaving.abort();
  const second = inTurn(work('b'));
  await nextTurn();
  expect(begun).toEqual(['a']);
  end('a');
  await nextTurn();
  end('b');
  expect([await first, await second]).toEqual(['a', 'b']);
});
