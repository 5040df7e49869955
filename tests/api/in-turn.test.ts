import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, signIn } from '../support/portal.ts';
import { generic, original, provider } from '../support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '../support/small-portal.ts';

const MANY = 40;

let portal: SmallPortal;
let link: string;
let other: string;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  portal = await openSmallPortal();
  link = await portal.upload([
    [original, 3],
    [generic, 4],
    [provider, 2],
  ]);
  await addUser(portal.server.pool, { email: 'other@portal.example' });
  other = await signIn(portal.server.url, 'other@portal.example');
});
afterAll(async () => {
  agent.destroy();
  await portal.server.close();
});

/** Downloads the statistic as a workbook. Gives the status. */
function download(token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      `${portal.server.url}/api/statistics/${link}/excel`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
    )
      .on('error', reject)
      .end();
  });
}

test('whoever asks for much at once keeps nobody else waiting for more than what has begun', async () => {
  expect(await download(other)).toBe(200);
  let made = 0;
  const many = Array.from({ length: MANY }, () => download(portal.token).finally(() => made++));
  // All of them wait behind it.
  await many[0];
  const before = made;
  expect(await download(other)).toBe(200);
  expect(made - before).toBeLessThan(MANY / 5);
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
});
