import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '#analytics/engine.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { isDiskFull } from '#server/platform/disk-room.ts';
import { databaseUrlIn } from '#tests/support/data-directory.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { original, workbook } from '#tests/support/small-catalogue.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

const MB = 1024 * 1024;
const plain = { DEMO: 'off', PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG' };
const english = { 'accept-language': 'en' };

type Answer = { status: number; code?: string; message?: string; link?: string; id?: number };

async function upload(url: string, token: string, file: Uint8Array): Promise<Answer> {
  const response = await postStatistic(url, token, uploadForm(file), english);
  const { code, message, bezugsStatistik } = (await response.json()) as {
    code?: string;
    message?: string;
    bezugsStatistik?: { directLinkId: string; bezugsStatistikID: number };
  };
  return {
    status: response.status,
    ...(code ? { code } : {}),
    ...(message ? { message } : {}),
    ...(bezugsStatistik ? { link: bezugsStatistik.directLinkId, id: bezugsStatistik.bezugsStatistikID } : {}),
  };
}

const fullDisk = {
  status: 507,
  code: 'disk_full',
  message:
    'The server’s disk is full. Nothing was saved. Please tell an administrator, who has to make room.',
};

async function statusOf(url: string, token: string, path: string): Promise<number> {
  const response = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}

/** The value of a figure of Prometheus, by its name with its labels. */
async function figure(server: ServerProcess, name: string): Promise<number> {
  const url = /Figures for Prometheus: (\S+)/.exec(server.output())![1]!;
  const lines = (await (await fetch(url)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))!.slice(name.length));
}

const dataDisk = long ? mountSmallDisk(420) : undefined;
const temporaryDisk = mountSmallDisk(40);
// Also where tests of one of them are left out.
afterAll(() => {
  dataDisk?.remove();
  temporaryDisk?.remove();
});

describe.skipIf(!dataDisk)('where the disk of the own PostgreSQL is full', () => {
  const disk = dataDisk!;
  const dataDir = join(disk?.path ?? '', 'data');
  const reserve = join(dataDir, 'postgres', 'portal-reserve');
  let server: ServerProcess;
  let token: string;
  let file: Uint8Array;
  let link: string;
  const start = () =>
    startServerProcess({ ...plain, DATA_DIR: dataDir, DISK_RESERVE: '64', METRICS_PORT: '0' });

  beforeAll(async () => {
    server = await start();
    const pool = createPool(await databaseUrlIn(dataDir));
    await fillSmallPortal(pool);
    await pool.end();
    token = await signIn(server.url, 'rep@portal.example');
    file = await workbook([[original, 3]]);
    link = (await upload(server.url, token, file)).link!;
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });

  test('a reserve lies beside it once it is started', async () => {
    await expect.poll(() => existsSync(reserve)).toBe(true);
    expect(disk.free()).toBeGreaterThan(64 * MB);
  });

  test('below the free space that is to stay uploads are refused in words, all else is answered, and it heals', async () => {
    disk.fillTo(60 * MB);
    expect(await upload(server.url, token, file)).toEqual(fullDisk);
    expect(await statusOf(server.url, token, 'health/ready')).toBe(200);
    expect(await figure(server, 'portal_ready')).toBe(1);
    const free = await figure(server, 'portal_disk_free_bytes{disk="database"}');
    expect(free).toBeLessThan(await figure(server, 'portal_disk_reserve_bytes'));
    // What PostgreSQL writes by itself meanwhile.
    expect(Math.abs(free - disk.free())).toBeLessThan(32 * MB);
    expect(await statusOf(server.url, token, 'statistics')).toBe(200);
    expect(await statusOf(server.url, token, `statistics/${link}/summary`)).toBe(200);
    disk.makeRoom();
    expect(await upload(server.url, token, file)).toMatchObject({ status: 200 });
  });

  test('what PostgreSQL says of a full disk is known', async () => {
    disk.fillTo(4 * MB);
    const pool = createPool(await databaseUrlIn(dataDir));
    const failure = await pool
      .query(
        `create unlogged table filling as select repeat(md5(n::text), 50) from generate_series(1, 100000) n`,
      )
      .catch((error: unknown) => error);
    await pool.end();
    expect(isDiskFull(failure), String(failure)).toBe(true);
    disk.makeRoom();
  });

  test('the reserve stays while the portal runs, whoever else starts beside it', async () => {
    disk.fillTo(0);
    const environment = { ...plain, DATA_DIR: dataDir };
    const list = await runCommand(['server/commands/user-command.ts', 'list'], environment);
    expect(list.stdout).toContain('rep@portal.example');
    await expect(start()).rejects.toThrow('Another portal');
    expect(existsSync(reserve)).toBe(true);
    disk.makeRoom();
  });

  test('PostgreSQL that a full disk has ended starts again with its reserve, which is made anew once there is room', async () => {
    disk.fillTo(0);
    const pool = createPool(await databaseUrlIn(dataDir));
    // Into its log alone, which is what it can't do without.
    const failure = await (async () => {
      for (;;) await pool.query(`select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`);
    })().catch((error: unknown) => error);
    await pool.end();
    expect(failure).toBeInstanceOf(Error);
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`the disk of ${join(dataDir, 'postgres')} is full`);
    disk.fillTo(0);

    server = await start();
    expect(server.output()).toContain('was freed so that PostgreSQL can start');
    expect(existsSync(reserve)).toBe(false);
    expect(await statusOf(server.url, token, 'statistics')).toBe(200);
    expect(await statusOf(server.url, token, `statistics/${link}/summary`)).toBe(200);
    expect(await upload(server.url, token, file)).toEqual(fullDisk);

    disk.makeRoom();
    expect(await upload(server.url, token, file)).toMatchObject({ status: 200 });
    // It is looked for every ten seconds.
    await expect.poll(() => existsSync(reserve), { timeout: 15_000 }).toBe(true);
  });
});

describe.skipIf(!temporaryDisk)('where the disk of the temporary folder is full', () => {
  const disk = temporaryDisk!;
  let database: TestDatabase;
  let server: ServerProcess;
  let token: string;

  beforeAll(async () => {
    database = await testDatabase();
    await fillSmallPortal(database.pool);
    server = await startServerProcess({
      ...plain,
      DATABASE_URL: database.url,
      TMPDIR: disk.path,
      DISK_RESERVE: '1',
      METRICS_PORT: '0',
    });
    token = await signIn(server.url, 'rep@portal.example');
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended;
    await database.close();
  });

  const uploads = () => join(disk.path, readdirSync(disk.path).find((name) => name.includes('uploads'))!);

  test('an upload is refused in words and leaves nothing, and the same passes once there is room', async () => {
    const file = await workbook([[original, 3]]);
    const { id } = await upload(server.url, token, file);
    disk.fillTo(0);
    expect(await upload(server.url, token, file)).toEqual(fullDisk);
    expect(readdirSync(uploads())).toEqual([]);
    expect(await statusOf(server.url, token, 'statistics')).toBe(200);
    // A proxy goes on sending requests here, and whoever watches hears of it.
    expect(await statusOf(server.url, token, 'health/ready')).toBe(200);
    expect(await figure(server, 'portal_ready')).toBe(1);
    expect(await figure(server, 'portal_disk_free_bytes{disk="temporary"}')).toBe(disk.free());
    expect(await figure(server, 'portal_errors_total')).toBe(1);
    // What brings no file needs no room.
    const edited = await fetch(`${server.url}/api/statistics/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ comment: 'edited' }),
    });
    expect(edited.status).toBe(200);
    disk.makeRoom();
    expect(await upload(server.url, token, file)).toMatchObject({ status: 200 });
    expect(readdirSync(uploads())).toEqual([]);
  });

  test('a file whose lines are more than the disk holds is refused in the same words', async () => {
    const file = await workbook(Array.from({ length: 60_000 }, (_, row) => [original, row + 1] as const));
    disk.fillTo(file.byteLength + 2 * MB);
    expect(await upload(server.url, token, file)).toEqual(fullDisk);
    disk.makeRoom();
    expect(await upload(server.url, token, file)).toMatchObject({ status: 200 });
    expect(readdirSync(uploads())).toEqual([]);
  });

  test('what DuckDB says of a full disk is known', async () => {
    const engine = await openEngine({ directory: join(disk.path, 'engine') });
    disk.fillTo(MB);
    const path = join(engine.directory, 'out.parquet');
    const failure = await engine
      .use('main', ({ connection }) =>
        connection.run(`copy (select hash(range) from range(1000000)) to '${path}' (format parquet)`),
      )
      .catch((error: unknown) => error);
    engine.close();
    expect(failure).toBeInstanceOf(Error);
    expect(isDiskFull(failure), String(failure)).toBe(true);
    disk.makeRoom();
  });
});
