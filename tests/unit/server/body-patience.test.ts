import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerErrors } from '#server/http/answer-errors.ts';
import { bodyPieces } from '#server/http/request/body.ts';
import { logRequests } from '#server/start/app.ts';

const PATIENCE = 300;
/** Of the server, which holds again once a body is there. */
const SILENCE = 700;
let server: Server;

beforeAll(async () => {
  const app = new Koa();
  app.use(logRequests(pino({ level: 'silent' }), () => undefined));
  app.use(answerErrors());
  app.use(async (ctx) => {
    let bytes = 0;
    for await (const piece of bodyPieces(ctx, { bytes: 1000, patience: PATIENCE })) bytes += piece.length;
    if (ctx.path === '/silent') await sleep(3 * SILENCE);
    ctx.body = `${bytes} bytes`;
  });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  server.timeout = SILENCE;
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Sends `pieces` with as many milliseconds between them, and gives the answer once the connection is closed. */
async function answerTo(pieces: string[], between: number, headers = '', path = '/'): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece;
  });
  const closed = once(socket, 'close');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\naccept-language: en\r\ncontent-length: 8\r\n${headers}\r\n`,
  );
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(between);
  }
  await closed;
  return answer;
}

test('a client that sends no more is told so, and its connection is closed', async () => {
  const answer = await answerTo(['half'], 0);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"body_stalled"');
  expect(answer).toContain('Nothing has arrived for 0.3 seconds.');
});

test('a slow client that goes on sending has its time', async () => {
  const pieces = Array.from({ length: 8 }, () => 'x');
  expect(await answerTo(pieces, PATIENCE / 3, 'connection: close\r\n')).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*8 bytes/,
  );
});

test('once a body is there, its connection is silent for no longer than any other', async () => {
  const began = performance.now();
  expect(await answerTo(['8 bytes!'], 0, '', '/silent')).toBe('');
  expect(performance.now() - began).toBeLessThan(2 * SILENCE);
});
