import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createClient } from '#server/platform/database/pool.ts';
import { openCommandDatabase } from '#server/start/command-database.ts';
import { lockDataDirectory } from '#server/start/data-directory-lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('commands that have to start the portal’s own PostgreSQL wait for each other', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'data') });
  const first = await openCommandDatabase(config);
  await expect(lockDataDirectory(config.dataDir)).rejects.toThrow(/^A command \(process \d+\) uses /);
  let isSecondOpen = false;
  const opening = openCommandDatabase(config).then((database) => {
    isSecondOpen = true;
    return database;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isSecondOpen).toBe(false);
  await first.close();
  const second = await opening;
  const client = createClient(second.url);
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await second.close();
  expect(existsSync(join(config.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

/** As in a container: processes have numbers of their own, and shared memory is apart. It takes root. */
const apart = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc'] as const;
const canBeApart = spawnSync(apart[0], [...apart.slice(1), 'true']).status === 0;

test.skipIf(!canBeApart)('two containers do not run PostgreSQL on one data directory', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'shared') });
  const first = await openCommandDatabase(config);
  const script = `
    import { lockDataDirectory } from './server/start/data-directory-lock.ts';
    await lockDataDirectory(${JSON.stringify(config.dataDir)}).catch(({ message }) => console.log(message));`;
  const { stdout } = spawnSync(
    apart[0],
    [...apart.slice(1), process.execPath, '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  expect(stdout).toMatch(/^The portal of another container uses .*shared\. Stop it, /);
  // The lock is still the first one's.
  await expect(lockDataDirectory(config.dataDir)).rejects.toThrow(/^A command \(process \d+\) uses /);
  await first.close();
});

test('a command that is told to end closes what it has open, the newest first, and ends by the signal', async () => {
  const closed = join(folder, 'closed');
  const script = `
    import { appendFileSync } from 'node:fs';
    import { closeOnSignals, closing } from './server/platform/closing.ts';
    closeOnSignals();
    const note = (name) => closing(async () => appendFileSync(${JSON.stringify(closed)}, name + ' '));
    note('first');
    await note('done')();
    note('last');
    setInterval(() => {}, 1000);
    console.log('open');`;
  const command = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(command.stdout, 'data');
  command.kill('SIGTERM');
  const [code, signal] = await once(command, 'exit');
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGTERM' });
  expect(await readFile(closed, 'utf8')).toBe('done last first ');
});
