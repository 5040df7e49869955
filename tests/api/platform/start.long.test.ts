import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/demo-data.ts';
import { createPool, firstConnection, waitForDatabase } from '#server/platform/database/pool.ts';
import { execute, queryRow } from '#server/platform/database/query.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import {
  databaseUrlIn,
  emptyDataDirectory,
  postmasterPid,
  processesOn,
} from '#tests/support/data-directory.ts';
import { type ServerProcess, spawnServer, startServerProcess } from '#tests/support/server-process.ts';

const copyFiles = promisify(execFile);

/** Without the demo world. */
const plain = { DEMO: 'off', PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG' };

let dataDir: string;
let remove: () => Promise<void>;
let running: ServerProcess[] = [];

/** What a server that was started once and stopped leaves; copied where a test is not about the first start. */
let used: { path: string; remove: () => Promise<void> };

beforeAll(async () => {
  used = await emptyDataDirectory();
  const server = await start({ DATA_DIR: used.path });
  server.kill('SIGTERM');
  await server.ended;
});

afterAll(() => used.remove());

beforeEach(async () => {
  ({ path: dataDir, remove } = await emptyDataDirectory());
  running = [];
});

afterEach(async () => {
  for (const server of running) server.kill('SIGTERM');
  await Promise.all(running.map((server) => server.ended));
  await remove();
});

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    ...plain,
    ...env,
  });
  running.push(server);
  return server;
}

describe('the first start', () => {
  test('a configuration with several problems names them all and ends', async () => {
    const env = { DATA_DIR: dataDir, PORT: 'eighty', SMTP_URL: 'mail.example', DEDUCTIBLE_RATE: '140' };
    await expect(startServerProcess(env)).rejects.toThrow(
      /ended with 1:[\s\S]*PORT: [\s\S]*SMTP_URL: [\s\S]*DEDUCTIBLE_RATE: /,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a first start killed while the cluster is made leaves nothing in the way of the next', async () => {
    const killed = spawnServer({ DATA_DIR: dataDir });
    while (!existsSync(dataDir) || !(await readdir(dataDir)).some((name) => name.startsWith('postgres.new-')))
      await sleep(5);
    await sleep(100);
    killed.kill('SIGKILL');
    await start();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });

  test('a cluster that is not complete is put aside, not deleted, and a path too long for a socket is no obstacle', async () => {
    dataDir = join(dataDir, 'x'.repeat(60), 'y'.repeat(60));
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    const server = await start();
    expect(server.output()).toContain('was not a complete database');
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('postgres.incomplete-'));
    expect(await readFile(join(dataDir, aside ?? '', 'PG_VERSION'), 'utf8')).toBe('18\n');
    expect(processesOn(dataDir).join()).toContain('listen_addresses=127.0.0.1');
  });

  test('stopped in its middle it leaves no process', async () => {
    const stopped = spawnServer({ DATA_DIR: dataDir });
    while (!existsSync(join(dataDir, 'portal.lock'))) await sleep(5);
    await sleep(50);
    stopped.kill('SIGTERM');
    await new Promise((resolve) => stopped.once('exit', resolve));
    expect(processesOn(dataDir)).toEqual([]);
  });
});

describe('a stop', () => {
  beforeEach(() => copyFiles('cp', ['-a', used.path, dataDir]));

  test('answers a request under way first, even when Ctrl-C arrives twice through npm, and ends everything', async () => {
    const server = await start();
    expect(processesOn(dataDir)).not.toEqual([]);
    const upload = halfSent(server.url);
    await upload.underWay;
    server.kill('SIGINT');
    server.kill('SIGINT');
    await sleep(300);
    await expect(fetch(server.url)).rejects.toThrow();
    upload.sendRest();
    const answer = await upload.answer;
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.body).not.toBe('');
    expect(await server.ended).toBe(0);
    expect(processesOn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'portal.lock'))).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('passed on by npm it says first that it is not ready, and answers all the same for as long as is set', async () => {
    const npm = spawnServer({ DATA_DIR: dataDir, DRAIN_SECONDS: '2', ...plain }, 'npm');
    const ended = new Promise((resolve) => npm.once('exit', resolve));
    let url = '';
    npm.stdout!.on('data', (chunk) => {
      url ||= /ready: (http:\S+)/.exec(String(chunk))?.[1] ?? '';
    });
    await expect.poll(() => url).not.toBe('');
    npm.kill('SIGTERM');
    const ready = () => fetch(`${url}/api/health/ready`);
    await expect.poll(async () => (await ready()).status).toBe(503);
    expect(await (await ready()).json()).toMatchObject({ issues: [{ path: 'running' }] });
    const answer = await fetch(`${url}/api/portal`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await ended;
    expect(processesOn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'portal.lock'))).toBe(false);
  });

  test('a second Ctrl-C ends at once and leaves no process', async () => {
    const server = await start();
    const upload = halfSent(server.url);
    await upload.underWay;
    server.kill('SIGINT');
    await sleep(1100);
    server.kill('SIGINT');
    expect(await server.ended).toBe(130);
    await expect(upload.answer).rejects.toThrow();
    await expect.poll(() => processesOn(dataDir)).toEqual([]);
  });

  test('PostgreSQL ending by itself ends the server, with an error', async () => {
    const server = await start();
    process.kill(await postmasterPid(dataDir), 'SIGINT');
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('PostgreSQL ended unexpectedly');
  });
});

test('after kill -9 the next start has everything that was committed: of the server, and of PostgreSQL too', async () => {
  await copyFiles('cp', ['-a', used.path, dataDir]);
  const server = await start();
  await keepNote(dataDir);
  server.kill('SIGKILL');
  await server.ended;
  const orphan = await postmasterPid(dataDir);
  const next = await start();
  expect(next.output()).toContain('left behind');
  const postmaster = await postmasterPid(dataDir);
  expect(postmaster).not.toBe(orphan);
  expect(await readNote(dataDir)).toBe('committed');

  next.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await next.ended;
  // Another process has its number by now.
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  await writeFile(file, (await readFile(file, 'utf8')).replace(String(postmaster), String(process.pid)));
  await start();
  expect(await readNote(dataDir)).toBe('committed');
});

test('a PostgreSQL that is not there yet and then recovers is waited for, and one that stays away is told in words', async () => {
  await copyFiles('cp', ['-a', used.path, dataDir]);
  const directory = join(dataDir, 'postgres');
  // It recovers until it is told that it need not wait for more to come.
  await writeFile(join(directory, 'standby.signal'), '');
  await appendFile(join(directory, 'postgresql.auto.conf'), 'hot_standby = off\n');
  const url = await databaseUrlIn(dataDir);
  const starting = start({ DATABASE_URL: url });
  const nobody = createPool(url);
  const look = () => firstConnection(nobody);
  await expect(waitForDatabase(look, 700, () => {})).rejects.toThrow(
    /^PostgreSQL can't be used: connect ENOENT .+\. DATABASE_URL says where it is\.$/,
  );
  const postgres = startEmbeddedPostgres({ directory });
  const recovers = /(starting up|not accepting connections)/;
  const answer = () => nobody.query('select').catch(({ code }: { code: string }) => code);
  await expect.poll(answer).toBe('57P03');
  const said: string[] = [];
  await expect(waitForDatabase(look, 700, (text) => said.push(text))).rejects.toThrow(recovers);
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`${recovers.source}.+ Waiting for it, 1 seconds at most\\.$`)),
  ]);
  await writeFile(join(directory, 'promote'), '');
  process.kill(await postmasterPid(dataDir), 'SIGUSR1');
  const [server, { stop }] = await Promise.all([starting, postgres]);
  expect(server.output()).toMatch(
    /^PostgreSQL can't be used: .+\. DATABASE_URL says where it is\. Waiting for it, 60 seconds at most\.\n[^P]*\nThe portal is ready/,
  );
  server.kill('SIGTERM');
  await server.ended;
  await nobody.end();
  await stop();
});

describe('a data directory', () => {
  beforeEach(() => copyFiles('cp', ['-a', used.path, dataDir]));

  test('serves one server at a time, whatever a process has left that is gone, and is not opened for a port that is taken', async () => {
    // Of a process that is another one by now.
    await writeFile(join(dataDir, 'portal.lock'), `${process.pid} 12345 an-earlier-boot`);
    const first = await start();
    const other = join(dirname(dataDir), `${basename(dataDir)}-2`);
    await copyFiles('cp', ['-a', used.path, other]);
    const port = new URL(first.url).port;
    await Promise.all([
      expect(start()).rejects.toThrow(`Another portal (process ${first.pid}) uses ${dataDir}`),
      // Nothing else is said.
      expect(start({ PORT: port, DATA_DIR: other })).rejects.toThrow(
        new RegExp(
          `^The server ended with 1:\\nPort ${port} on 127\\.0\\.0\\.1 is in use\\. Set PORT to another one\\.\\n$`,
        ),
      ),
    ]);
    expect(processesOn(other)).toEqual([]);
    const answer = await fetch(first.url);
    expect(answer.status).toBeLessThan(500);
  });

  test('keeps the generated demo password to its owner, and for the next start', async () => {
    const password = await demoPassword({ dataDir, demoPassword: undefined });
    const file = join(dataDir, 'demo-password');
    expect((await readFile(file, 'utf8')).trim()).toBe(password);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await demoPassword({ dataDir, demoPassword: undefined })).toBe(password);
  });

  // The world takes as long to make as three starts.
  test('of a demo world tells who signs in with which password', async () => {
    const server = await start({ DEMO: 'on' });
    const password = (await readFile(join(dataDir, 'demo-password'), 'utf8')).trim();
    await expect.poll(() => server.output()).toContain(`with the password ${password}`);
    expect(server.output()).toContain('admin@portal.example');
  });
});

/** A request of which the second half of the body waits for sendRest. */
function halfSent(url: string) {
  const body = JSON.stringify({ email: 'nobody@portal.example', password: 'not the password' });
  const outgoing = request(`${url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: text });
    });
  });
  // Awaited by the test only after the server has been told to stop.
  answer.catch(() => {});
  outgoing.write(body.slice(0, 10));
  const underWay = new Promise((resolve) =>
    outgoing.once('socket', (socket) => socket.once('connect', resolve)),
  );
  return { answer, underWay: underWay.then(() => sleep(100)), sendRest: () => outgoing.end(body.slice(10)) };
}

async function keepNote(directory: string): Promise<void> {
  const pool = createPool(await databaseUrlIn(directory));
  await execute(pool, `create table note as select 'committed' as text`);
  await pool.end();
}

async function readNote(directory: string): Promise<string> {
  const pool = createPool(await databaseUrlIn(directory));
  const { text } = await queryRow<{ text: string }>(pool, 'select text from note');
  await pool.end();
  return text;
}
