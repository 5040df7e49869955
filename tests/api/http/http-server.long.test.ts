import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '#server/start/http-server.ts';

/** More than the kernel takes off the server's hands for both ends of a connection. */
const LONG = Buffer.alloc(48 * 1024 * 1024, 'x');

/** Asks on a connection that is to be kept, and reads nothing before it is told to. */
async function ask(url: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: portal.example\r\n\r\n`);
  return socket;
}

/** Bytes of the body that arrive until the other end closes, at most `perMillisecond`. */
async function readSlowly(socket: Socket, perMillisecond: number): Promise<number> {
  let bytes = -1;
  let head = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (bytes >= 0) bytes += chunk.length;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end >= 0) bytes = head.length - end - 4;
    }
    await sleep(chunk.length / perMillisecond);
  }
  return bytes;
}

async function listenWithLongAnswers(silenceMs?: number) {
  const asked = Promise.withResolvers<void>();
  const server = await listen(
    (request, response) => {
      response.setHeader('content-length', request.url === '/long' ? LONG.length : 2);
      response.end(request.url === '/long' ? LONG : 'ok');
      if (request.url === '/long') asked.resolve();
    },
    { host: '127.0.0.1', port: 0, silenceMs },
  );
  return { server, asked: asked.promise };
}

test('a long answer that is being read slowly arrives whole when the server is told to end', async () => {
  const { server, asked } = await listenWithLongAnswers();
  const reader = await ask(server.url, '/long');
  await asked;
  const closed = server.close(60_000);
  expect(await readSlowly(reader, 30_000)).toBe(LONG.length);
  await closed;
});

test('who reads nothing is waited for as long as the grace is, and no longer', async () => {
  const { server, asked } = await listenWithLongAnswers();
  const reader = await ask(server.url, '/long');
  reader.on('error', () => undefined);
  await asked;
  const started = performance.now();
  await server.close(700);
  expect(performance.now() - started).toBeGreaterThan(650);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(await readSlowly(reader, Number.POSITIVE_INFINITY).catch(() => 0)).toBeLessThan(LONG.length);
});

test('an answer of which nothing is taken is given up, and one that is taken slowly is not', async () => {
  const { server, asked } = await listenWithLongAnswers(500);
  const silent = await ask(server.url, '/long');
  silent.on('error', () => undefined);
  await asked;
  // More than two silences, with pauses of less than one.
  const slow = readSlowly(await ask(server.url, '/long'), 30_000);
  await sleep(1200);
  expect(await readSlowly(silent, Number.POSITIVE_INFINITY).catch(() => 0)).toBeLessThan(LONG.length);
  expect(await slow).toBe(LONG.length);
  await server.close(1000);
});

test('a connection that is kept for later is closed at once, and nothing more is taken', async () => {
  const { server } = await listenWithLongAnswers();
  const kept = await ask(server.url, '/short');
  await new Promise((resolve) => kept.once('data', resolve).resume());
  const ended = new Promise((resolve) => kept.once('close', resolve));
  const started = performance.now();
  await server.close(60_000);
  await ended;
  expect(performance.now() - started).toBeLessThan(5000);
  await expect(fetch(`${server.url}/short`)).rejects.toThrow('fetch failed');
});

test('a kept connection is closed once the answer that somebody else reads slowly is sent', async () => {
  const { server, asked } = await listenWithLongAnswers();
  const [reader, kept] = [await ask(server.url, '/long'), await ask(server.url, '/short')];
  await asked;
  await new Promise((resolve) => kept.once('data', resolve).resume());
  const ended = new Promise((resolve) => kept.once('close', resolve));
  const closed = server.close(60_000);
  expect(await readSlowly(reader, 60_000)).toBe(LONG.length);
  await Promise.all([closed, ended]);
});
