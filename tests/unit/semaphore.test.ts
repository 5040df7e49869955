import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  apart,
  mayWaitFor,
  NestedPlaceError,
  NoPlaceError,
  onBehalfOf,
  semaphore,
  TooManyWaitingError,
  unlessGone,
  whileHolding,
} from '#analytics/semaphore.ts';

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
  const { inTurn, busy } = semaphore('place', 2, 60_000);
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

test('whoever asks for one gets it next, however much somebody else has asked for before', async () => {
  const { begun, work, end } = works();
  const { inTurn } = semaphore('place', 2, 60_000);
  const many = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => onBehalfOf('a', () => inTurn(work(name))));
  const b = ['b1', 'b2'].map((name) => onBehalfOf('b', () => inTurn(work(name))));
  const c = onBehalfOf('c', () => inTurn(work('c1')));
  const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'];
  for (const name of order) {
    await nextTurn();
    end(name);
  }
  expect(await Promise.all([...many, ...b, c])).toHaveLength(order.length);
  expect(begun).toEqual(order);
});

test('somebody who has as many waiting as may is refused further ones at once, and nobody else is', async () => {
  const { work, end } = works();
  const { inTurn } = semaphore('place', 1, 60_000, 2);
  const ask = (who: string, name: string) => onBehalfOf(who, () => inTurn(work(name)));
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')];
  await expect(ask('a', 'a4')).rejects.toThrow(TooManyWaitingError);
  all.push(ask('b', 'b1'));
  for (const name of ['a1', 'b1']) {
    end(name);
    await nextTurn();
  }
  // Now a2 has begun.
  all.push(ask('a', 'a5'));
  for (const name of ['a2', 'a3', 'a5']) {
    end(name);
    await nextTurn();
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'a5']);
});

test('what nobody in particular waits for is not bounded', async () => {
  const { work, end } = works();
  const { inTurn } = semaphore('place', 1, 60_000, 1);
  const all = ['one', 'two', 'three'].map((name) => inTurn(work(name)));
  for (const name of ['one', 'two', 'three']) {
    await nextTurn();
    end(name);
  }
  expect(await Promise.all(all)).toHaveLength(3);
});

test('what somebody begins and does not wait for is nobody’s', async () => {
  const { begun, work, end } = works();
  const { inTurn } = semaphore('place', 1, 60_000);
  const all = [
    onBehalfOf('a', () => inTurn(work('a'))),
    onBehalfOf('a', () => inTurn(work('a again'))),
    onBehalfOf('a', () => apart(() => inTurn(work('nobody’s')))),
  ];
  for (const name of ['a', 'nobody’s', 'a again']) {
    await nextTurn();
    end(name);
  }
  await Promise.all(all);
  expect(begun).toEqual(['a', 'nobody’s', 'a again']);
});

test('work that fails gives its place away', async () => {
  const { inTurn, busy } = semaphore('place', 1, 60_000);
  const failed = inTurn(() => Promise.reject(new Error('no')));
  expect(await inTurn(async () => 'next')).toBe('next');
  await expect(failed).rejects.toThrow('no');
  expect(busy()).toBe(false);
});

test('whoever gives up while waiting hears so at once and is passed over', async () => {
  const { begun, work, end } = works();
  const { inTurn } = semaphore('place', 1, 60_000);
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
  const { inTurn } = semaphore('place', 1, 60_000);
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

test('whoever waits too long is told so, and the next one gets the place', async () => {
  const { begun, work, end } = works();
  const { inTurn } = semaphore('seat', 1, 30);
  const first = inTurn(work('a'));
  const waiting = inTurn(work('b'));
  await expect(waiting).rejects.toThrow(NoPlaceError);
  await expect(inTurn(work('c'))).rejects.toThrow('No seat was free in time.');
  end('a');
  expect(await first).toBe('a');
  const next = inTurn(work('d'));
  await nextTurn();
  end('d');
  expect([await next, begun]).toEqual(['d', ['a', 'd']]);
});

test('who gives up in the very moment in which the place comes free takes it from nobody', async () => {
  const { inTurn, busy } = semaphore('seat', 1, 60_000);
  for (let round = 0; round < 100; round++) {
    const leaving = new AbortController();
    const before = inTurn(async () => undefined);
    const given = inTurn(async () => 'had it', leaving.signal).catch(() => 'gave up');
    void before.then(() => leaving.abort(new Error('gone')));
    await given;
    expect(await inTurn(async () => 'next')).toBe('next');
  }
  await nextTurn();
  expect(busy()).toBe(false);
});

test('who holds a place waits for no other, free or not, however deep in their work', async () => {
  const seats = semaphore('seat', 5, 60_000);
  const nested = whileHolding('connection', async () => {
    await nextTurn();
    return seats.inTurn(async () => 'never');
  });
  await expect(nested).rejects.toThrow(NestedPlaceError);
  await expect(nested).rejects.toThrow('A seat was asked for while holding a connection.');
  await expect(whileHolding('seat', async () => mayWaitFor('thread'))).rejects.toThrow(NestedPlaceError);
  expect(await seats.inTurn(async () => 'afterwards')).toBe('afterwards');
});

test('whoever is gone waits no longer for what has begun, and nobody misses its failing later', async () => {
  const begun = Promise.withResolvers<string>();
  const client = new AbortController();
  const [left, stayed] = [unlessGone(begun.promise, client.signal), unlessGone(begun.promise)];
  client.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(unlessGone(begun.promise, client.signal)).rejects.toThrow('gone');
  begun.resolve('there');
  expect(await stayed).toBe('there');
  const failing = Promise.withResolvers<string>();
  await expect(unlessGone(failing.promise, client.signal)).rejects.toThrow('gone');
  failing.reject(new Error('failed unheard'));
  await nextTurn();
});
