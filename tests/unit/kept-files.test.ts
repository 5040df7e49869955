import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asUploaded, type UploadedFile } from '#server/http/request/uploaded-file.ts';
import { keepFiles } from '#server/statistics/uploads/preview-routes.ts';
import type { User } from '#shared/schemas/user.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const user = (id: number) => ({ id }) as User;
const found = () => join(folder, 'found');
const keptNames = () => readdirSync(folder).filter((name) => name.startsWith('kept-'));

function sent(bytes: number[]): UploadedFile {
  const path = join(folder, `sent-${bytes.join()}`);
  writeFileSync(path, Uint8Array.from(bytes));
  return asUploaded(path, 'sent', Uint8Array.from(bytes));
}

test('files of dry runs stay below their bound in bytes; the least recently used go first, from the disk too', async () => {
  const files = keepFiles(folder, 10);
  const kept = [1, 2, 3].map((id) => sent([id, id, id]));
  for (const [index, file] of kept.entries()) await files.keep(user(index + 1), file);
  const has = async (id: number) => {
    const file = await files.find(user(id), kept[id - 1]!.sha256, found());
    rmSync(found(), { recursive: true });
    return file !== undefined;
  };
  expect([await has(2), await has(3), await has(1)]).toEqual([true, true, true]);
  await files.keep(user(4), sent([4, 4, 4, 4]));
  expect([await has(1), await has(2), await has(3)]).toEqual([true, false, true]);
  expect(keptNames()).toHaveLength(3);
});

test('what was found can be read though it is dropped or replaced meanwhile', async () => {
  const files = keepFiles(folder);
  const first = sent([1]);
  await files.keep(user(1), first);
  rmSync(first.path);
  const file = await files.find(user(1), first.sha256, found());
  await files.keep(user(1), sent([2]));
  expect([...readFileSync(file!.path)]).toEqual([1]);
  expect(keptNames()).toHaveLength(1);
});

test('a file is forgotten when nobody has asked for it for a while, and goes from the disk', async () => {
  const files = keepFiles(folder, 10, 20);
  const file = sent([1]);
  await files.keep(user(1), file);
  expect(await files.find(user(1), file.sha256, found())).toBeDefined();
  await expect.poll(keptNames).toEqual([]);
  expect(await files.find(user(1), file.sha256, found())).toBeUndefined();
});
