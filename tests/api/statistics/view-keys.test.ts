import { afterAll, beforeAll, expect, test } from 'vitest';
import { views } from '#analytics/views/index.ts';
import { viewPath } from '#analytics/views/view.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { signIn } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

let database: TestDatabase;
let instance: Awaited<ReturnType<typeof startInstance>>;
let link: string;

beforeAll(async () => {
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  instance = await startInstance(database);
  const token = await signIn(instance.url, 'rep@portal.example');
  const rows = [
    [original, 3],
    [generic, 4],
    [provider, 2],
  ] as const;
  link = (await uploadRows(instance.url, token, rows)).directLinkId;
});

afterAll(async () => {
  await instance.close();
  await database.close();
});

/** Every view's answer, asked as a client that has `known` answers already. */
async function askAll(known: Map<string, string> = new Map()): Promise<Map<string, Response>> {
  const answers = new Map<string, Response>();
  for (const view of views) {
    const { name, parameters } = view;
    if (!parameters.safeParse({}).success) continue;
    const tag = known.get(name);
    // Of itself fetch would say no-cache, which asks for a whole answer.
    const headers = new Headers({ accept: 'application/json', 'cache-control': 'max-age=0' });
    if (tag) headers.set('if-none-match', tag);
    answers.set(name, await fetch(`${instance.url}/api${viewPath(view, link)}`, { headers }));
  }
  return answers;
}

test('after a restart with other companies of the provider no view is answered from before', async () => {
  const before = await askAll();
  expect(before.size).toBeGreaterThan(8);
  const tags = new Map([...before].map(([name, answer]) => [name, answer.headers.get('etag')!]));
  const same = await askAll(tags);
  expect([...same.values()].map(({ status }) => status)).toEqual([...same.values()].map(() => 304));

  await instance.close();
  instance = await startInstance(database, { provider: { name: 'Provider', companies: ['Generic AG'] } });
  const after = await askAll(tags);
  expect([...after.values()].map(({ status }) => status)).toEqual([...after.values()].map(() => 200));
  // Four packs of CHF 12 are the provider's now.
  expect(await after.get('summary')!.json()).toMatchObject({ turnoverProvider: 48 });
});

test('an error carries nothing of the good answer: neither its tag nor leave to keep it', async () => {
  await database.pool.query('alter table statistic_files rename to statistic_files_away');
  try {
    await instance.close();
    instance = await startInstance(database, { logLevel: 'silent' });
    const failed = await fetch(`${instance.url}/api/statistics/${link}/summary`);
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.headers.get('etag')).toBeNull();
    expect(failed.headers.get('x-sql-version')).toBeNull();
    expect(failed.headers.get('cache-control')).toBe('no-store');
  } finally {
    await database.pool.query('alter table statistic_files_away rename to statistic_files');
  }
});
