import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';

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

/** One for DuckDB and one for what is uploaded. */
async function foldersOf({ pid }: ServerProcess): Promise<string[]> {
  return (await readdir(temporary)).filter((name) => name.includes(`-${pid}-`)).sort();
}

test('a start removes the folders of killed servers, and of none that lives or is not known', async () => {
  const killed = await start();
  const living = await start();
  const allLeft = await foldersOf(killed);
  expect(allLeft).toEqual([
    expect.stringMatching(/^portal-duckdb-/),
    expect.stringMatching(/^portal-uploads-/),
  ]);
  for (const folder of allLeft) await writeFile(join(temporary, folder, 'left.tmp'), 'x');
  killed.kill('SIGKILL');
  await killed.ended;
  for (const folder of allLeft) expect(existsSync(join(temporary, folder, 'left.tmp'))).toBe(true);
  const left = allLeft[0]!;

  // Its number is another process's by now: this one's.
  const reused = left.replace(`-${killed.pid}-`, `-${process.pid}-`);
  const elsewhere = left.replace(/duckdb-[0-9a-f]{8}/, 'duckdb-00000000');
  const others = ['portal-duckdb-AbCdEf', 'portal-other-1', elsewhere];
  for (const name of [reused, ...others]) await mkdir(join(temporary, name));

  const next = await start();
  const names = await readdir(temporary);
  for (const folder of allLeft) expect(names).not.toContain(folder);
  expect(names).not.toContain(reused);
  expect(names).toEqual(expect.arrayContaining(others));
  expect(await foldersOf(living)).toHaveLength(2);
  expect(await foldersOf(next)).toHaveLength(2);

  living.kill('SIGTERM');
  await living.ended;
  expect(await foldersOf(living)).toEqual([]);
});
