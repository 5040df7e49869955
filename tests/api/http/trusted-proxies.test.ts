import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { startInstance } from '#tests/support/server.ts';

let database: TestDatabase;
const instances: { url: string; close: () => Promise<void> }[] = [];

beforeAll(async () => {
  database = await testDatabase();
  for (const trustedProxies of [0, 1, 2]) instances.push(await startInstance(database, { trustedProxies }));
});
afterEach(() => database.pool.query('delete from rate_limits'));
afterAll(async () => {
  for (const instance of instances) await instance.close();
  await database.close();
});

/** Asks through as many trusted proxies for a link; gives the status and the address the request was counted for. */
async function countedFor(proxies: number, forwardedFor: string | null): Promise<[number, string]> {
  const response = await fetch(`${instances[proxies]!.url}/api/users/send-reset-link`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(forwardedFor === null ? {} : { 'x-forwarded-for': forwardedFor }),
    },
    body: JSON.stringify({ email: 'nobody@portal.example' }),
  });
  const { rows } = await database.pool.query<{ key: string }>(
    "select key from rate_limits where key like 'reset-address:%'",
  );
  expect(rows).toHaveLength(1);
  return [response.status, rows[0]!.key.replace('reset-address:', '')];
}

const own = '127.0.0.1';

test.each([
  ['no proxy: the header is anybody’s to write', 0, '203.0.113.1', own],
  ['one proxy, which wrote the only entry', 1, '203.0.113.1', '203.0.113.1'],
  ['what the client claims stands left of it', 1, '198.51.100.9, 203.0.113.1', '203.0.113.1'],
  ['whatever number of claims there are', 1, `${'198.51.100.9, '.repeat(50)}203.0.113.1`, '203.0.113.1'],
  ['two proxies: the outer one’s entry', 2, '203.0.113.1, 10.0.0.1', '203.0.113.1'],
  ['two proxies and a claim', 2, '198.51.100.9,203.0.113.1,10.0.0.1', '203.0.113.1'],
  ['one entry for two proxies: what the inner one saw', 2, '10.0.0.7', '10.0.0.7'],
  ['no header, as of a check from beside the server', 1, null, own],
  ['an empty header', 1, '', own],
  ['an empty last entry', 1, '203.0.113.1, ', own],
  ['a last entry that is no address', 1, '203.0.113.1, unknown', own],
  ['300 characters', 1, 'x'.repeat(300), own],
  ['300 characters as a claim', 1, `${'9'.repeat(300)}, 203.0.113.1`, '203.0.113.1'],
  ['of IPv6 the network', 1, '2001:DB8:0:1::5', '2001:db8:0:1::/64'],
])('%s', async (_what, proxies, forwardedFor, address) => {
  expect(await countedFor(proxies, forwardedFor)).toEqual([204, address]);
});
