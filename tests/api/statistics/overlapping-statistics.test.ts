import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer, addUser, signIn } from '#tests/support/portal.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
/** June to September 2024. */
let summer: string;
let strangerToken: string;

beforeAll(async () => {
  portal = await openSmallPortal();
  const { pool, url } = portal.server;
  await addCustomer(pool, '4712', 'Other pharmacy');
  const time = { timeMonthFrom: '6', timeYearFrom: '2024', timeMonthTo: '9', timeYearTo: '2024' };
  summer = await portal.upload([[original, 1]], time);
  await portal.upload([[original, 1]], { ...time, testUpload: 'true' });
  await portal.upload([[original, 1]], { ...time, customerExternalId: '4712' });
  const deleted = await portal.upload([[original, 1]], time);
  await pool.query('update statistics set deleted_at = now() where direct_link_id = $1', [deleted]);
  await addUser(pool, { email: 'stranger@portal.example' });
  strangerToken = await signIn(url, 'stranger@portal.example');
});
afterAll(() => portal.server.close());

async function overlapping(
  from: [month: number, year: number],
  to: [month: number, year: number],
  more = '',
) {
  const query = `timeMonthFrom=${from[0]}&timeYearFrom=${from[1]}&timeMonthTo=${to[0]}&timeYearTo=${to[1]}${more}`;
  return ask(`customerExternalId=4711&${query}`);
}

async function ask(query: string, token = portal.token) {
  const response = await fetch(`${portal.server.url}/api/statistics/overlapping?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
}

test.each([
  ['the same months', [6, 2024], [9, 2024], true],
  ['the last month only', [9, 2024], [1, 2025], true],
  ['the first month only', [11, 2023], [6, 2024], true],
  ['months around it', [12, 2023], [2, 2025], true],
  ['months within it', [7, 2024], [8, 2024], true],
  ['months that begin after it', [10, 2024], [12, 2024], false],
  ['months that end before it', [1, 2024], [5, 2024], false],
  ['the same months of another year', [6, 2023], [9, 2023], false],
] as const)('%s: %j to %j', async (_name, from, to, isFound) => {
  const { status, body } = await overlapping([...from], [...to]);
  expect(status).toBe(200);
  const found = isFound ? [{ directLinkId: summer, customerName: 'Pharmacy', timeMonthFrom: 6 }] : [];
  expect(body).toHaveLength(found.length);
  expect(body).toMatchObject(found);
});

test('what somebody may not see is not told', async () => {
  const query = 'customerExternalId=4711&timeMonthFrom=6&timeYearFrom=2024&timeMonthTo=9&timeYearTo=2024';
  expect((await ask(query)).body).toHaveLength(1);
  expect(await ask(query, strangerToken)).toEqual({ status: 200, body: [] });
});

test.each([
  ['no customer', 'customerExternalId=&timeMonthFrom=6&timeYearFrom=2024&timeMonthTo=9&timeYearTo=2024'],
  ['a month 13', 'customerExternalId=1&timeMonthFrom=13&timeYearFrom=2024&timeMonthTo=9&timeYearTo=2024'],
  ['no end', 'customerExternalId=1&timeMonthFrom=6&timeYearFrom=2024'],
])('%s is refused', async (_name, query) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});
