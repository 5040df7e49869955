import { expect, test } from 'vitest';
import { OpenParts, StoppingError } from '#server/start/open-parts.ts';

function noted(parts: OpenParts, closed: string[]) {
  return (name: string, open: () => unknown = () => name) =>
    parts.open(name, open, async () => {
      closed.push(name);
    });
}

test('parts are closed in reverse order', async () => {
  const closed: string[] = [];
  const parts = new OpenParts();
  const open = noted(parts, closed);
  await open('database');
  await open('server');
  expect(await parts.close()).toEqual([]);
  expect(closed).toEqual(['server', 'database']);
});

test('a part that fails to close is reported and keeps no other open', async () => {
  const closed: string[] = [];
  const parts = new OpenParts();
  await noted(parts, closed)('database');
  await parts.open(
    'server',
    () => 1,
    () => Promise.reject(new Error('busy')),
  );
  const failures = await parts.close();
  expect(failures.map(({ message }) => message)).toEqual(['Closing server failed: busy']);
  expect(closed).toEqual(['database']);
});

test('a part that is still opening is closed when it is open, one that failed to open is not', async () => {
  const closed: string[] = [];
  const parts = new OpenParts();
  const open = noted(parts, closed);
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = open('slow', () => promise);
  const broken = open('broken', () => Promise.reject(new Error('no')));
  await expect(broken).rejects.toThrow('no');
  const closing = parts.close();
  expect(closed).toEqual([]);
  resolve();
  await slow;
  await closing;
  expect(closed).toEqual(['slow']);
});

test('nothing is opened once closing has begun', async () => {
  const parts = new OpenParts();
  await parts.close();
  await expect(noted(parts, [])('late')).rejects.toThrow(StoppingError);
});
