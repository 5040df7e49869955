import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { incomingFiles } from '#server/http/request/incoming-files.ts';

const MB = 1024 * 1024;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'incoming-files-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('room is asked for what is still to come of an upload, not for what lies on the disk already', async () => {
  const asked: number[] = [];
  const incoming = incomingFiles(directory, async (bytes = 0) => {
    asked.push(bytes / MB);
  });
  const place = incoming.open(1, 3 * MB);
  const file = await place.file();
  // The last one is more than was announced.
  for (let megabyte = 0; megabyte < 4; megabyte++) {
    await place.count(MB);
    await file.write(Buffer.alloc(MB));
  }
  await place.remove();
  expect(asked).toEqual([3, 2, 1, 0, 0]);
});

test('a place whose files cannot be removed gives its budget back all the same', async () => {
  let given = 0;
  const incoming = incomingFiles(
    directory,
    async () => undefined,
    () => ({ hold: () => undefined, giveBack: () => void given++ }),
  );
  const place = incoming.open(1, MB);
  const file = await place.file();
  file.close = () => Promise.reject(new Error('ENOSPC'));
  await expect(place.remove()).rejects.toThrow('ENOSPC');
  expect(given).toBe(1);
});
