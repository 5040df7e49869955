import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Context } from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientGone, onceClosed } from '#server/http/client-gone.ts';

const server = createServer();
let url: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function nextRequest(): Promise<ServerResponse> {
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return response;
}

function begin() {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write('GET / HTTP/1.1\r\nhost: portal\r\n\r\n');
  return socket;
}

test('a client that has gone before anybody looked is seen to have gone', async () => {
  const asked = nextRequest();
  const socket = begin();
  const res = await asked;
  socket.destroy();
  await once(res, 'close');
  expect(clientGone({ res } as Context).aborted).toBe(true);
  let released = 0;
  onceClosed({ res } as Context, () => released++);
  expect(released).toBe(1);
});

test('a client that goes later is seen to go then, and one that was answered has not gone', async () => {
  const asked = nextRequest();
  const socket = begin();
  const res = await asked;
  const gone = clientGone({ res } as Context);
  expect(gone.aborted).toBe(false);
  socket.destroy();
  await once(res, 'close');
  expect(gone.aborted).toBe(true);

  const answering = nextRequest();
  const answer = fetch(url);
  const answered = await answering;
  answered.end('there');
  expect(await (await answer).text()).toBe('there');
  expect(clientGone({ res: answered } as Context).aborted).toBe(false);
});

test('many may wait for the end of one response, and it has one listener for all of them', async () => {
  const asked = nextRequest();
  const socket = begin();
  const res = await asked;
  const before = res.listenerCount('close');
  const told: number[] = [];
  for (let at = 0; at < 20; at++) onceClosed({ res }, () => told.push(at));
  expect(res.listenerCount('close')).toBe(before + 1);
  socket.destroy();
  await once(res, 'close');
  expect(told).toEqual(Array.from({ length: 20 }, (_, at) => at));
});
