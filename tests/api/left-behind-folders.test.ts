import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

let database: TestDatabase;
let temporary: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  temporary = await mkdtemp(join(tmpdir(), 'portal-left-behind-'));
});
afterAll(async () => {
  for (const server of running) server.kill('SIGTERM');
  await Promise.all(running.map((server) => server.ended));
  await rm(temporary, { recursive: true });
  await database.close();
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({
    TMPDIR: temporary,
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
  });
  running.push(server);
  return server;
}

async function folderOf({ pid }: ServerProcess): Promise<string | undefined> {
  return (await readdir(temporary)).find((name) => name.includes(`-${pid}-`));
}

test('a start removes the folders of killed servers, and of none that lives or is not known', async () => {
  const killed = await start();
  const living = await start();
  const left = (await folderOf(killed))!;
  await writeFile(join(temporary, left, 'spilled.tmp'), 'x');
  killed.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(join(temporary, left, 'spilled.tmp'))).toBe(true);

  // Its number is another process's by now: this one's.
  const reused = left.replace(`-${killed.pid}-`, `-${process.pid}-`);
  const elsewhere = left.replace(/duckdb-[0-9a-f]{8}/, 'duckdb-00000000');
  const others = ['portal-duckdb-AbCdEf', 'portal-other-1', elsewhere];
  for (const name of [reused, ...others]) await mkdir(join(temporary, name));

  const next = await start();
  const names = await readdir(temporary);
  expect(names).not.toContain(left);
  expect(names).not.toContain(reused);
  expect(names).toEqual(expect.arrayContaining(others));
  const livingFolder = await folderOf(living);
  expect(livingFolder).toBeDefined();
  expect(await folderOf(next)).toBeDefined();

  living.kill('SIGTERM');
  await living.ended;
  expect(await readdir(temporary)).not.toContain(livingFolder);
});
