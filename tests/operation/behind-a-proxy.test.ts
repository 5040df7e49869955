import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { translate } from '#server/platform/i18n/messages.ts';
import { languages } from '#shared/languages.ts';
import { errorBody } from '#shared/schemas/error.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { proxy } from '#tests/support/engines.ts';
import { freePort } from '#tests/support/free-port.ts';
import { addUser, password, uploadForm } from '#tests/support/portal.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { original, workbook } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

/** Four processes behind HAProxy by the file of docs/operation/, which names the first two of them. */
const program = proxy.find();

const PROCESSES = 4;
const PEOPLE = 4;
const ROUNDS = 2;

// Each process that is ended and started anew takes ten seconds and more.
vi.setConfig({ testTimeout: 300_000 });

let database: TestDatabase;
let folder: string;
let ports: number[];
let processes: ServerProcess[];
let address: string;
let stopProxy: () => Promise<unknown>;
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

beforeAll(async () => {
  if (!program) return;
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin' });
  ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  processes = await Promise.all(ports.map(start));
  folder = await mkdtemp(join(tmpdir(), 'portal-proxy-'));
  const certificate = join(folder, 'portal.pem');
  const openssl = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=portal.example -keyout - -out -';
  await writeFile(
    certificate,
    execFileSync('openssl', openssl.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const port = await freePort();
  const text = (await readFile('docs/operation/haproxy.cfg', 'utf8'))
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/haproxy/portal.pem', certificate)
    // Which only root may become.
    .replace(/^ {2}(chroot|user|group) .*\n/gm, (line) => (process.getuid!() === 0 ? line : ''))
    .replace(/^ *server (\w+) 127\.0\.0\.1:3001(.*\n).*\n/m, (_, name, rest) =>
      ports.map((each, at) => `  server ${name}${at} 127.0.0.1:${each}${rest}`).join(''),
    );
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const child = spawn(program, ['-q', '-db', '-f', file], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  stopProxy = () => {
    child.kill();
    return ended;
  };
  address = `https://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await ask('GET', '/api/health/ready')).status).toBe(200), 20_000);
});
afterAll(async () => {
  if (!program) return;
  agent.destroy();
  await stopProxy?.();
  for (const each of processes) each.kill('SIGTERM');
  await Promise.all(processes.map(({ ended }) => ended));
  await database.close();
  await rm(folder, { recursive: true });
});

function start(port: number): Promise<ServerProcess> {
  return startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    PORT: String(port),
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '4',
    LOG_LEVEL: 'warn',
  });
}

type Answer = { status: number; text: string; headers: Record<string, unknown> };

/** Through the proxy. */
async function ask(
  method: string,
  path: string,
  token?: string,
  body?: FormData | object,
  language = 'de',
): Promise<Answer> {
  const sent =
    body === undefined ? undefined : new Response(body instanceof FormData ? body : JSON.stringify(body));
  const bytes = sent && Buffer.from(await sent.arrayBuffer());
  const type = body instanceof FormData ? sent!.headers.get('content-type')! : 'application/json';
  return new Promise((resolve, reject) => {
    const asked = request(
      `${address}${path}`,
      {
        method,
        agent,
        headers: {
          'accept-language': language,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(bytes ? { 'content-type': type, 'content-length': bytes.length } : {}),
        },
      },
      async (answer) => {
        try {
          const text = Buffer.concat(await answer.toArray()).toString();
          resolve({ status: answer.statusCode!, text, headers: answer.headers });
        } catch (error) {
          reject(error);
        }
      },
    );
    asked.once('error', reject);
    asked.end(bytes);
  });
}

async function signIn(email: string): Promise<string> {
  const { status, text } = await ask('POST', '/api/users/authenticate', undefined, { email, password });
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { token: string }).token;
}

async function upload(token: string, packs: number): Promise<string> {
  const form = uploadForm(await workbook([[original, packs]]));
  const { status, text } = await ask('POST', '/api/statistics', token, form);
  expect(status, text).toBe(200);
  return JSON.parse(text).bezugsStatistik.directLinkId as string;
}

test.runIf(program)('processes are ended and started one after the other, and no request fails', async () => {
  const tokens = await Promise.all(Array.from({ length: PEOPLE }, () => signIn('rep@portal.example')));
  const failed: string[] = [];
  let answered = 0;
  let isOver = false;
  const uploads: string[] = [];
  const people = tokens.map(async (token, person) => {
    for (let packs = 1; !isOver; packs++) {
      try {
        const link = await upload(token, packs);
        uploads.push(link);
        for (const path of ['summary', 'product', 'molecule']) {
          const { status, text } = await ask(
            'GET',
            `/api/statistics/${link}/${path}`,
            person % 2 ? token : undefined,
          );
          if (status !== 200) failed.push(`${path}: ${status} ${text}`);
          answered++;
        }
      } catch (error) {
        failed.push(`${person}: ${error}`);
      }
    }
  });
  for (let round = 0; round < ROUNDS; round++)
    for (const [place, each] of [...processes.entries()]) {
      await sleep(1000);
      each.kill('SIGTERM');
      expect(await each.ended).toBe(0);
      processes[place] = await start(ports[place]!);
      // The proxy looks once a second.
      await sleep(2500);
    }
  isOver = true;
  await Promise.all(people);
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  console.log(
    `${uploads.length} uploads and ${answered} views while ${PROCESSES * ROUNDS} processes were ended`,
  );
  // What was told is there, and nothing else: no upload was sent to two processes.
  const { rows } = await database.pool.query<{ link: string }>(
    'select direct_link_id as link from statistics',
  );
  expect(rows.map(({ link }) => link).toSorted()).toEqual(uploads.toSorted());
});

test.runIf(program)(
  'a process that stands still for 30 seconds lets others answer, and tells nothing old afterwards',
  async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, () => signIn('rep@portal.example')));
    const link = await upload(tokens[0]!, 5);
    const views = async () =>
      Promise.all(tokens.map((token) => ask('GET', `/api/statistics/${link}/summary`, token)));
    expect((await views()).map(({ status }) => status)).toEqual(tokens.map(() => 200));
    processes[0]!.kill('SIGSTOP');
    try {
      // Until the proxy has noticed; what was sent to it before that waits for it.
      await sleep(12_000);
      for (const until = Date.now() + 18_000; Date.now() < until; await sleep(1000))
        expect((await views()).map(({ status }) => status)).toEqual(tokens.map(() => 200));
      // All are signed out meanwhile, through the process that is left.
      for (const token of tokens.slice(0, 3))
        expect((await ask('POST', '/api/logout', token)).status).toBeLessThan(300);
    } finally {
      processes[0]!.kill('SIGCONT');
    }
    const direct = async (token: string) =>
      (
        await fetch(`http://127.0.0.1:${ports[0]}/api/users/current/sessions`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    for (const token of tokens.slice(0, 3)) expect(await direct(token)).toBe(401);
    await expect.poll(() => direct(tokens[5]!)).toBe(200);
    await expect.poll(async () => (await ask('GET', '/api/health/ready')).status).toBe(200);
  },
);

test.runIf(program)(
  'while no process is there every request gets the portal’s words at once, and an answer once one is back',
  async () => {
    for (const each of processes) each.kill('SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
    // Before the proxy has noticed, and afterwards.
    for (const longest of [5000, 1500]) {
      for (const language of languages) {
        const started = performance.now();
        const words = translate(language, 'errors.not_ready');
        const asked = await ask(
          'GET',
          '/api/statistics?search=x',
          'unknown',
          undefined,
          `rm,${language}-CH;q=0.8`,
        );
        expect(performance.now() - started).toBeLessThan(longest);
        expect(asked).toMatchObject({
          status: 503,
          headers: {
            'retry-after': '5',
            'cache-control': 'no-store',
            'content-type': 'application/json; charset=utf-8',
          },
        });
        expect(errorBody.parse(JSON.parse(asked.text))).toMatchObject({ code: 'not_ready', message: words });
        const page = await ask('GET', '/statistics', undefined, undefined, language);
        expect(page).toMatchObject({
          status: 503,
          headers: { 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' },
        });
        expect(page.text).toContain(`<html lang="${language}">`);
        expect(page.text).toContain(`<p>${words}</p>`);
      }
      await sleep(3000);
    }
    processes = [await start(ports[0]!)];
    await expect.poll(async () => (await ask('GET', '/api/portal')).status, { timeout: 5000 }).toBe(200);
    // The portal's own answers stay what they are.
    const { status, headers, text } = await ask('GET', '/api/statistics');
    expect([status, headers['retry-after'], JSON.parse(text).code]).toEqual([
      401,
      undefined,
      'unauthenticated',
    ]);
  },
);
