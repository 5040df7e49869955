import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { User } from '#server/answers/user.ts';
import { type KeptFile, keepFiles } from '#server/uploads/kept-files.ts';

const user = (id: number) => ({ id }) as User;

test('files of dry runs stay below their bound in bytes; the least recently used go first', async () => {
  const files = keepFiles(10);
  const kept: KeptFile[] = [];
  for (const id of [1, 2, 3]) kept.push(await files.keep(user(id), new Uint8Array([id, id, id])));
  const has = (id: number) => files.find(user(id), kept[id - 1]!.sha256) !== undefined;
  expect([has(2), has(3), has(1)]).toEqual([true, true, true]);
  await files.keep(user(4), new Uint8Array([4, 4, 4, 4]));
  expect([has(1), has(2), has(3)]).toEqual([true, false, true]);
});

test('a file is forgotten when nobody has asked for it for a while', async () => {
  const files = keepFiles(10, 20);
  const { sha256 } = await files.keep(user(1), new Uint8Array([1]));
  expect(files.find(user(1), sha256)?.bytes).toEqual(new Uint8Array([1]));
  await sleep(60);
  expect(files.find(user(1), sha256)).toBeUndefined();
});
