import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { answerErrors } from '#server/http/answer-errors.ts';
import { answerLines } from '#server/http/answer-lines.ts';
import { answerBackpressure } from '#server/http/backpressure.ts';
import { mount } from '#server/http/mount.ts';
import { defineRoute, type ObjectGates } from '#server/http/route.ts';
import type { User } from '#shared/schemas/user.ts';

const MB = 1024 * 1024;

/** More than the connection takes of an answer that nobody reads. */
const long = 'a'.repeat(16 * MB);
const routes = [
  defineRoute({
    method: 'get',
    path: '/bytes',
    summary: '',
    access: 'everyone',
    handle: (ctx) => {
      ctx.body = Buffer.from(long);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/json',
    summary: '',
    access: 'everyone',
    answer: z.array(z.string()),
    handle: () => [long],
  }),
  defineRoute({
    method: 'get',
    path: '/lines',
    summary: '',
    access: 'everyone',
    handle: (ctx) => {
      answerLines(ctx, async () => ({ file: long }));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/short',
    summary: '',
    access: 'everyone',
    answer: z.string(),
    handle: () => 'here',
  }),
  defineRoute({
    method: 'post',
    path: '/change',
    summary: '',
    access: 'everyone',
    audit: null,
    announces: false,
    answer: z.string(),
    handle: () => long,
  }),
];

const app = new Koa();
app.silent = true;
app.use(answerErrors());
app.use(
  mount(
    routes,
    {} as ObjectGates,
    async () => ({ id: 7, role: 'User' }) as User,
    async () => undefined,
    undefined,
    answerBackpressure(40 * MB),
  ),
);
const server = app.listen(0, '127.0.0.1');
const sockets: Socket[] = [];

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** The status of an answer of which no more is read. */
async function ask(path: string, method = 'GET', token?: string): Promise<number> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  const signedIn = token ? `authorization: Bearer ${token}\r\n` : '';
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: portal\r\n${signedIn}\r\n`);
  await once(socket, 'readable');
  return Number(String(socket.read('HTTP/1.1 200'.length)).slice(-3));
}

async function closeAll(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  const open = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(open).toBe(0);
}

test('whoever takes none of their answers gets no further long one until those are gone', async () => {
  expect([await ask('/bytes'), await ask('/json')]).toEqual([200, 200]);
  // 48 MB with a third one, of 40 that are allowed.
  expect([await ask('/bytes'), await ask('/json')]).toEqual([429, 429]);
  expect([await ask('/short'), await ask('/change', 'POST')]).toEqual([200, 200]);
  expect(await ask('/bytes', 'GET', 'token')).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => ask('/bytes')).toBe(200);
});

test('what comes as lines of JSON is counted likewise, and its last line says so where it is too much', async () => {
  await closeAll();
  const lines = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.write('GET /lines HTTP/1.1\r\nhost: portal\r\n\r\n');
    let read = '';
    while (!/"file"|"error".*\n/.test(read)) {
      await once(socket, 'readable');
      read += socket.read(1000) ?? socket.read() ?? '';
    }
    return read;
  };
  expect([await lines(), await lines()]).toEqual(Array(2).fill(expect.stringContaining('{"file":"aaa')));
  expect(await lines()).toContain('"code":"answers_untaken"');
  expect(await ask('/json')).toBe(429);
  await closeAll();
  expect(await lines()).toContain('{"file":"aaa');
});

test('what a change answers is not refused once it is made, but no further change is begun', async () => {
  const change = () => ask('/change', 'POST', 'token');
  expect([await change(), await change(), await change(), await change()]).toEqual([200, 200, 200, 429]);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(change).toBe(200);
});

test('answers that wait behind another one of their connection are gone with it', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /bytes HTTP/1.1\r\nhost: portal\r\n\r\n'.repeat(2));
  await once(socket, 'readable');
  await expect.poll(() => ask('/bytes')).toBe(429);
  for (const each of [socket, ...sockets.splice(0)]) each.destroy();
  const two = async () => [await ask('/bytes'), await ask('/bytes')];
  await expect
    .poll(async () => {
      const statuses = await two();
      for (const each of sockets.splice(0)) each.destroy();
      return statuses;
    })
    .toEqual([200, 200]);
});
