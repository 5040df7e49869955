import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepLog } from '#tests/support/kept-log.ts';
import { long } from '#tests/support/rounds.ts';
import { generic, original, provider, workbook } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

const { log, entries } = keepLog();
/**
 * Milliseconds of a round of answers beside slow clients, on a busy machine; what waits for one of them waits for a minute or
 * five.
 */
const LONGEST_BESIDE_SLOW = 45_000;
const statuses = new Set<unknown>();
let portal: SmallPortal;
let link: string;
let form: Buffer;
let large: string;

beforeAll(async () => {
  portal = await openSmallPortal(log);
  link = await portal.upload([
    [original, 3],
    [generic, 4],
    [provider, 2],
  ]);
  // Of a size that no socket holds in one piece.
  await portal.server.pool.query("update statistic_files set consent = decode(repeat('00', 4000000), 'hex')");
  await portal.server.pool.query("update statistics set consent_file_name = 'consent.pdf'");
  large = `/api/statistics/${link}/consent`;
  const rows = Array.from({ length: 20_000 }, () => [original, 1] as const);
  form = Buffer.concat([
    field('testUpload', 'true'),
    ...Object.entries({ timeMonthFrom: 1, timeYearFrom: 2025, timeMonthTo: 12, timeYearTo: 2025 }).map(
      ([name, value]) => field(name, String(value)),
    ),
    field('file', await workbook(rows), '; filename="a.xlsx"'),
    Buffer.from('--x--\r\n'),
  ]);
});
afterAll(() => portal.server.close());

function field(name: string, value: string | Uint8Array, more = ''): Buffer {
  const head = `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')]);
}

function head(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const all = { host: 'portal', authorization: `Bearer ${portal.token}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

type Piece = string | Buffer;
const json = JSON.stringify({ comment: 'x'.repeat(200) });
const sentForm = (bytes: number, headers = {}): Piece[] => [
  head('POST', '/api/statistics', {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': form.length,
    ...headers,
  }),
  form.subarray(0, bytes),
];
const sentJson = (body: Piece, headers = {}): Piece[] => [
  head('POST', '/api/statistics/1', { 'content-type': 'application/json', ...headers }),
  body,
];

const points: [string, () => Piece[]][] = [
  ['before it says anything', () => []],
  ['in the middle of the headers', () => ['GET /api/portal HTTP/1.1\r\nhost: por']],
  ['before the body', () => sentJson('', { 'content-length': 500 })],
  ['in the middle of JSON', () => sentJson(json.slice(0, 50), { 'content-length': json.length })],
  [
    'in the middle of compressed JSON',
    () => sentJson(gzipSync(json).subarray(0, 20), { 'content-length': 500, 'content-encoding': 'gzip' }),
  ],
  ['in the middle of a chunk', () => sentJson('ff\r\n{"comm', { 'transfer-encoding': 'chunked' })],
  ['in the middle of a form', () => sentForm(5000)],
  ['while a file is imported', () => sentForm(form.length)],
  ['while it is told of the import', () => sentForm(form.length, { accept: 'application/x-ndjson' })],
  ['while a query runs', () => [head('GET', `/api/statistics/${link}/product`)]],
  [
    'while several run',
    () => Array.from({ length: 8 }, () => head('GET', `/api/statistics/${link}/product`)),
  ],
  [
    'while a comparison is reckoned',
    () => [head('GET', `/api/statistics/${link}/compare?view=atc&with=${link}`)],
  ],
  ['while it is sent a large file', () => [head('GET', large)]],
  [
    'while it is sent compressed texts',
    () => [head('GET', '/translations/de.json', { 'accept-encoding': 'br' })],
  ],
];

test.each(points)('a client that hangs up %s is no error', async (_, pieces) => {
  for (const milliseconds of long ? [0, 2, 10, 50] : [0, 10]) {
    for (const end of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const socket = await open();
      for (const piece of pieces()) socket.write(piece);
      await sleep(milliseconds);
      socket[end]();
      if (end === 'end') socket.resume().once('error', () => undefined);
    }
  }
  expect(await troubles()).toEqual([]);
});

test('a client that hangs up while PostgreSQL is waited for is no error', async () => {
  const holder = await portal.server.pool.connect();
  await holder.query('begin; lock table wholesalers in access exclusive mode');
  const socket = await open();
  socket.write(head('GET', '/api/wholesaler'));
  await sleep(100);
  socket.resetAndDestroy();
  await holder.query('rollback');
  holder.release();
  expect(await troubles()).toEqual([]);
});

test('fifty slow clients, who send a few bytes at a time or take nothing of what they asked for, keep nobody waiting', async () => {
  const slow = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const socket = await open();
      socket.pause();
      if (at % 2) socket.write(head('GET', at % 4 === 1 ? large : `/api/statistics/${link}/product`));
      else
        for (const piece of at % 4 === 0 ? sentForm(2000) : sentJson('{', { 'content-length': 500 }))
          socket.write(piece);
      return socket;
    }),
  );
  const dripping = setInterval(() => {
    for (let at = 0; at < slow.length; at += 4) slow[at]!.write(form.subarray(2000, 2001));
  }, 50);
  const [key, value] = ['authorization', `Bearer ${portal.token}`];
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    const answers = await Promise.all(
      [`/api/statistics/${link}/summary`, '/api/statistics', '/api/wholesaler', '/api/portal'].map((path) =>
        fetch(portal.server.url + path, { headers: { [key]: value } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await portal.upload([[original, round + 1]])).toMatch(/./);
    expect(performance.now() - startedAt).toBeLessThan(LONGEST_BESIDE_SLOW);
  }
  clearInterval(dripping);
  for (const socket of slow) socket.destroy();
  expect(await troubles()).toEqual([]);
});

test('the log counts them as clients that have gone', () => {
  expect(statuses).toContain(499);
  expect(statuses).toContain(200);
});

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(portal.server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** What the log says since that somebody should look at, once all is over and the server answers as ever. */
async function troubles(): Promise<unknown[]> {
  await sleep(300);
  expect((await fetch(`${portal.server.url}/api/portal`)).status).toBe(200);
  const since = entries.splice(0);
  for (const { msg, status } of since) if (msg === 'request') statuses.add(status);
  return since.filter(({ level }) => level >= 40);
}
