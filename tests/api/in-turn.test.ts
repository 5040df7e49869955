import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, signIn } from '../support/portal.ts';
import { openSmallPortal, type SmallPortal } from '../support/small-portal.ts';

const MANY = 200;

let portal: SmallPortal;
let other: string;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  portal = await openSmallPortal();
  await addUser(portal.server.pool, { email: 'other@portal.example' });
  other = await signIn(portal.server.url, 'other@portal.example');
});
afterAll(async () => {
  agent.destroy();
  await portal.server.close();
});

/** Gives the status. */
function search(token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      `${portal.server.url}/api/customer/search?keyword=pharmacy`,
      { agent, method: 'POST', headers: { authorization: `Bearer ${token}` } },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
    )
      .on('error', reject)
      .end();
  });
}

test('whoever searches much at once keeps nobody else waiting for a connection', async () => {
  expect(await search(other)).toBe(200);
  const blocker = await portal.server.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table customers in access exclusive mode');
  let found = 0;
  const many = Array.from({ length: MANY }, () => search(portal.token).finally(() => found++));
  await sleep(500);
  const mine = search(other);
  // Until it waits too, and well before locks are given up.
  await sleep(1500);
  await blocker.query('commit');
  blocker.release();
  const status = await mine;
  const before = found;
  const others = new Set(await Promise.all(many));
  expect(status).toBe(200);
  // In the order of asking it would be nearly all of them.
  expect(before).toBeLessThan(MANY / 2);
  // Who has waited for too long is told so.
  expect([200, 503]).toEqual(expect.arrayContaining([...others]));
});
