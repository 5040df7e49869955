import { execFileSync } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

const MB = 1024 * 1024;
/** Of one unfinished upload: what its head says, and what comes of it. */
const PROMISED = 15 * MB;
const SENT = 14 * MB;
/** Four of them are within the budget of one user, of 64 MB. */
const WITHIN = 4;

let database: TestDatabase;
let server: ServerProcess;
let token: string;
let other: string;

beforeAll(async () => {
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  await addUser(database.pool, { email: 'other@portal.example' });
  server = await startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
  });
  token = await signIn(server.url, 'rep@portal.example');
  other = await signIn(server.url, 'other@portal.example');
  // What an upload needs for the first time is no part of what others cost.
  await uploadRows(server.url, token, [[original, 1]]);
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await database.close();
});

/** Resident memory of the server in bytes. */
function resident(): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)])) * 1024;
}

/** Every look begins uploads, of which one may make 200 an hour. */
const seldom = { interval: 500 };

type Unfinished = { socket: Socket; answer: () => string };

const form = 'multipart/form-data; boundary=x';
const formStart = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n';
const jsonStart = '{"file":"data:application/x;base64,';

/** Begins an upload and sends most of it; resolves once that is sent or an answer has come. */
async function begin(start: string, headers: Record<string, string>, promised = true): Promise<Unfinished> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (piece) => {
      answer += piece;
      resolve();
    });
    socket.on('error', () => resolve());
  });
  const length = promised ? { 'content-length': String(PROMISED) } : { 'transfer-encoding': 'chunked' };
  const all = {
    host: 'portal',
    authorization: `Bearer ${token}`,
    'accept-language': 'en',
    ...length,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/statistics HTTP/1.1\r\n${lines.join('')}\r\n`);
  const chunk = Buffer.alloc(MB, 'A');
  const pieces = [Buffer.from(start), ...Array.from({ length: SENT / MB }, () => chunk)];
  const sending = (async () => {
    for (const piece of pieces) {
      // Whoever is refused sends no more.
      if (answer !== '') return;
      const framed = promised ? piece : chunkOf(piece);
      await new Promise<void>((resolve) => socket.write(framed, () => resolve()));
    }
  })();
  await Promise.race([sending, answered]);
  return { socket, answer: () => answer };
}

function chunkOf(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
}

async function cut(uploads: readonly Unfinished[]): Promise<void> {
  for (const { socket } of uploads) socket.destroy();
  // What they held is given back: as many find their place again.
  await expect
    .poll(async () => {
      const again = await Promise.all(
        Array.from({ length: WITHIN }, () => begin(formStart, { 'content-type': form })),
      );
      for (const { socket } of again) socket.destroy();
      return again.map(({ answer }) => answer()).join('');
    }, seldom)
    .toBe('');
}

test.each([
  ['20', 'forms', 20, formStart, form, true],
  ['12', 'JSON', 12, jsonStart, 'application/json', true],
  ['12', 'forms without a length', 12, formStart, form, false],
])(
  '%s unfinished uploads of one user as %s take next to no memory, those beyond the budget are refused in words, and others upload meanwhile',
  async (name, as, count, start, type, promised) => {
    // Somebody new: all cases together come near what one may upload in an hour.
    const email = `${as.replaceAll(' ', '-')}-${name}@portal.example`;
    await addUser(database.pool, { email });
    token = await signIn(server.url, email);
    const before = resident();
    const uploads: Unfinished[] = [];
    for (let upload = 0; upload < count; upload++)
      uploads.push(await begin(start, { 'content-type': type }, promised));
    expect(resident() - before).toBeLessThan(150 * MB);
    await expect
      .poll(() => uploads.filter(({ answer }) => answer().includes('uploads_user_busy')).length)
      .toBe(count - WITHIN);

    const refused = uploads.find(({ answer }) => answer() !== '')!.answer();
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toMatch(/^retry-after: \d+\r$/im);
    expect(refused).toContain('64 MB');

    await uploadRows(server.url, other, [[original, 2]]);
    await cut(uploads);
    await uploadRows(server.url, token, [[original, 3]]);
  },
);

/** The same bytes each time, of which none shrink. */
function unshrinkable(length: number): Buffer<ArrayBuffer> {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));
}

/** Asks for a file of the statistic and reads none of it; gives the socket once the answer has begun. */
async function askWithoutReading(path: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${other}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

async function wholeFile(path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${other}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test('files that many ask for and nobody takes take next to no memory, and come whole', async () => {
  const consent = Buffer.concat([Buffer.from('%PDF-1.4'), unshrinkable(SENT)]);
  const picture = unshrinkable(2 * MB);
  const fields = { consentFile: new Blob([consent]) };
  const { directLinkId, bezugsStatistikID } = await uploadRows(server.url, other, [[original, 1]], fields);
  const { rows } = await database.pool.query<{ id: number }>(
    `with image as (
       insert into template_images (name, content_type, content) values ('Wide', 'image/png', $1) returning id
     )
     update statistics set header_image_id = image.id from image where statistics.id = $2 returning image.id`,
    [picture, bezugsStatistikID],
  );
  const path = `/api/statistics/${directLinkId}`;
  expect((await wholeFile(`${path}/header-image/${rows[0]!.id}`)).equals(picture)).toBe(true);
  expect((await wholeFile(`${path}/consent`)).equals(consent)).toBe(true);

  const before = resident();
  const sockets = await Promise.all(Array.from({ length: 24 }, () => askWithoutReading(`${path}/consent`)));
  expect(resident() - before).toBeLessThan(150 * MB);
  expect((await wholeFile(`${path}/consent`)).equals(consent)).toBe(true);
  for (const socket of sockets) socket.destroy();
});

test('a consent that is replaced while it is sent is broken off, never mixed with the new one', async () => {
  const consentOf = (letter: string) =>
    new Blob(['%PDF-1.4', new Uint8Array(SENT).fill(letter.charCodeAt(0))]);
  const fields = { consentFile: consentOf('a') };
  const { directLinkId } = await uploadRows(server.url, other, [[original, 4]], fields);
  const path = `/api/statistics/${directLinkId}/consent`;
  const socket = await askWithoutReading(path);
  const form = new FormData();
  form.set('consentFile', consentOf('b'), 'consent.pdf');
  const replaced = await fetch(`${server.url}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${other}` },
    body: form,
  });
  expect(replaced.status).toBe(200);
  const got: Buffer[] = [];
  socket.on('data', (piece: Buffer) => got.push(piece));
  await once(socket, 'close');
  const received = Buffer.concat(got).toString('latin1');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(received.length).toBeLessThan(SENT);
  expect(received.slice(received.indexOf('%PDF'))).not.toContain('b');
});
