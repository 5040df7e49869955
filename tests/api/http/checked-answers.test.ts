import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { mount } from '#server/http/mount.ts';
import { defineRoute, type ObjectGates, type Route } from '#server/http/route.ts';
import { checkedRoute } from '#tests/support/checked-routes.ts';

const call = { method: 'get', path: '/', summary: '', access: 'everyone' } as const;
const answer = z.object({ packs: z.int() });

/** The answer of a server with this one call, whose answers are checked as they are in all tests. */
async function ask(route: Route): Promise<Response> {
  const app = new Koa();
  app.silent = true;
  app.use(
    mount(
      [checkedRoute(route)],
      {} as ObjectGates,
      async () => undefined,
      async () => undefined,
    ),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

test('an answer that is as its schema says passes', async () => {
  const response = await ask(defineRoute({ ...call, answer, handle: () => ({ packs: 2 }) }));
  expect([response.status, await response.json()]).toEqual([200, { packs: 2 }]);
});

test('yes and no are answers', async () => {
  const response = await ask(defineRoute({ ...call, answer: z.boolean(), handle: () => false }));
  expect([response.headers.get('content-type'), await response.json()]).toEqual([
    'application/json; charset=utf-8',
    false,
  ]);
});

test('an answer of another type, with a field too much or without a schema fails', async () => {
  const given: Record<string, unknown>[] = [{ packs: '2' }, {}, { packs: 2, secret: 'x' }];
  for (const each of given) {
    const route = defineRoute({ ...call, answer, handle: () => each as { packs: number } });
    expect((await ask(route)).status).toBe(500);
  }
  const unsaid = defineRoute({
    ...call,
    handle(ctx) {
      ctx.body = { packs: 2 };
      ctx.type = 'json';
      return undefined;
    },
  });
  expect((await ask(unsaid)).status).toBe(500);
});

test('so does one that a handler has packed itself', async () => {
  const packed = (value: object) =>
    ask(
      defineRoute({
        ...call,
        answer,
        handle(ctx) {
          ctx.set('content-encoding', 'gzip');
          ctx.type = 'json';
          ctx.body = gzipSync(JSON.stringify(value));
          return undefined;
        },
      }),
    );
  expect([(await packed({ packs: 2 })).status, (await packed({ packs: null })).status]).toEqual([200, 500]);
});

test('a line that is not as its schema says breaks the answer off', async () => {
  const lines = (...values: object[]) =>
    ask(
      defineRoute({
        ...call,
        lines: answer,
        handle(ctx) {
          ctx.type = 'application/x-ndjson';
          ctx.body = Readable.from(values.map((value) => `${JSON.stringify(value)}\n`));
          return undefined;
        },
      }),
    );
  expect(await (await lines({ packs: 1 }, { packs: 2 })).text()).toBe('{"packs":1}\n{"packs":2}\n');
  await expect((await lines({ packs: 1 }, { packs: 'two' })).text()).rejects.toThrow();
});

test('the compiler refuses a handler that gives something else than the answer', () => {
  // @ts-expect-error a text is no number
  defineRoute({ ...call, answer, handle: () => ({ packs: '2' }) });
  // @ts-expect-error where no answer is described there is none
  defineRoute({ ...call, handle: () => ({ packs: 2 }) });
  // @ts-expect-error later is no better
  defineRoute({ ...call, answer, handle: async () => ({ boxes: 2 }) });
});
