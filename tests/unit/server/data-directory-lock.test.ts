import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataDirectoryInUseError, lockDataDirectory } from '#server/start/data-directory-lock.ts';
import { startOf } from '#server/start/process-start.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-lock-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('a data directory is refused as long as the process in its lock lives, whatever boot the lock says', async () => {
  const holder = spawn('sleep', ['60']);
  const ended = once(holder, 'exit');
  const own = `${holder.pid} ${await startOf(holder.pid!)}`;
  const otherBoot = own.replace(/\S+$/, 'another-boot');
  expect(otherBoot).not.toBe(own);
  for (const lock of [own, `${own} command`, otherBoot, `${otherBoot} command`]) {
    await writeFile(join(directory, 'portal.lock'), lock);
    await expect(lockDataDirectory(directory), lock).rejects.toMatchObject({
      name: DataDirectoryInUseError.name,
      byCommand: lock.endsWith('command'),
    });
  }
  await writeFile(join(directory, 'portal.lock'), `${holder.pid} 1 another-boot`);
  await (await lockDataDirectory(directory))();
  await writeFile(join(directory, 'portal.lock'), own);
  holder.kill();
  await ended;
  await (await lockDataDirectory(directory))();
});
