import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { semaphore } from '#analytics/semaphore.ts';
import { mount } from '#server/http/mount.ts';
import { defineRoute, type ObjectGates } from '#server/http/route.ts';
import type { User } from '#shared/schemas/user.ts';

const users: Record<string, User> = { a: { id: 1 } as User, b: { id: 2 } as User };

test('calls take their places in turn of their users, and of the address of visitors', async () => {
  const { inTurn } = semaphore('seat', 1, 60_000);
  const began: string[] = [];
  const held = Promise.withResolvers<void>();
  let arrived = 0;
  const route = defineRoute({
    method: 'get',
    path: '/api/seat',
    summary: '',
    access: 'everyone',
    handle: async (_ctx, { user }) => {
      arrived++;
      await inTurn(async () => {
        began.push(user ? `user ${user.id}` : 'visitor');
        await held.promise;
      });
    },
  });
  const app = new Koa();
  app.use(
    mount(
      [route],
      {} as ObjectGates,
      async (token) => users[token],
      async () => undefined,
    ),
  );
  const listening = app.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => void listening.close());
  const { port } = listening.address() as AddressInfo;
  const calls: Promise<Response>[] = [];
  for (const token of ['a', 'a', 'a', 'b', undefined]) {
    const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
    calls.push(fetch(`http://127.0.0.1:${port}/api/seat`, { headers }));
    // In the order in which they are sent.
    await expect.poll(() => arrived).toBe(calls.length);
  }
  held.resolve();
  await Promise.all(calls);
  expect(began).toEqual(['user 1', 'user 2', 'visitor', 'user 1', 'user 1']);
});
