import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FocusGroup } from '#shared/schemas/focus-group.ts';
import type { Setting } from '#shared/schemas/setting.ts';
import type { ListedUser } from '#shared/schemas/user.ts';
import type { Wholesaler } from '#shared/schemas/wholesaler.ts';
import { auditOf } from '#tests/support/admin-calls.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original, provider } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  await fillSmallPortal(server.pool);
  await addUser(server.pool, { email: 'ada@portal.example', name: 'Ada', role: 'Admin' });
  token = await signIn(server.url, 'ada@portal.example');
});
afterAll(() => server.close());

type Refused = {
  code: string;
  message: string;
  issues: { path: string; theirs: unknown; yours?: unknown }[];
};

async function call<Answer>(method: string, path: string, body?: unknown, ifMatch?: number | string) {
  const response = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

/** Refused with both values, and nothing changed. */
function expectRefused(
  { status, body }: { status: number; body: unknown },
  version: number,
  differing: object[],
): void {
  expect(status).toBe(412);
  const { code, issues, message } = body as Refused;
  expect(code).toBe('changed_meanwhile');
  expect(message).toMatch(/^Somebody else has changed this/);
  expect(issues).toEqual([{ path: 'version', theirs: version }, ...differing]);
}

test('of two edits of a wholesaler the second is told what the first one said; retiring it is no edit', async () => {
  const { body: added } = await call<Wholesaler>('POST', 'wholesaler', {
    wholesalerName: 'Aare',
    enabledForApo: true,
  });
  const path = `wholesaler/${added.wholesalerID}`;
  await call('POST', `${path}/retire`);
  const first = await call<Wholesaler>('PUT', path, { ...added, wholesalerName: 'Aare AG' }, added.version);
  expect(first).toMatchObject({ status: 200, body: { wholesalerName: 'Aare AG', retired: true } });
  const second = await call('PUT', path, { ...added, minimumOrderValue: 250 }, `"${added.version}"`);
  expectRefused(second, first.body.version, [
    { path: 'wholesalerName', theirs: 'Aare AG', yours: 'Aare' },
    { path: 'minimumOrderValue', theirs: null, yours: 250 },
  ]);
  expect((await call<Wholesaler[]>('GET', 'wholesaler')).body).toEqual([first.body]);
  // Having seen it, or not asking, is taken.
  expect(
    (await call('PUT', path, { ...first.body, minimumOrderValue: 250 }, first.body.version)).status,
  ).toBe(200);
  expect((await call('PUT', path, { wholesalerName: 'Aare' })).status).toBe(200);
  expect((await call('PUT', path, { wholesalerName: 'Aare' }, 'yesterday')).status).toBe(400);
  expect((await auditOf(server.pool, 'wholesaler')).at(-1)).toMatchObject({
    before: { wholesalerName: 'Aare AG' },
    after: { wholesalerName: 'Aare' },
  });
});

test('of two edits of a focus group the second is told the members of the first one', async () => {
  const { body: added } = await call<FocusGroup>('POST', 'focusgroup', {
    name: 'Heart',
    products: [{ gtin: original }],
  });
  const path = `focusgroup/${added.focusGroupID}`;
  const first = await call<FocusGroup>(
    'PUT',
    path,
    { ...added, products: [{ gtin: provider }] },
    added.version,
  );
  expect(first.status).toBe(200);
  const second = await call(
    'PUT',
    'focusgroup',
    { ...added, molecules: [{ molecule: 'ramiprilum' }] },
    added.version,
  );
  expectRefused(second, first.body.version, [
    { path: 'molecules', theirs: [], yours: [{ molecule: 'ramiprilum' }] },
    { path: 'products', theirs: [{ gtin: provider }], yours: [{ gtin: original }] },
  ]);
  expect((await call('PUT', path, { ...added }, first.body.version)).status).toBe(200);
});

test('of two edits of a user the second is told; signing in is no edit, and what a user chooses is one', async () => {
  await addUser(server.pool, { email: 'bea@portal.example', name: 'Bea' });
  const bea = async () =>
    (await call<ListedUser[]>('GET', 'users/list')).body.find(({ email }) => email.startsWith('bea@'))!;
  const before = await bea();
  await signIn(server.url, 'bea@portal.example');
  expect((await bea()).version).toBe(before.version);
  const path = `users/${before.id}`;
  const first = await call<ListedUser>('PUT', path, { ...before, name: 'Beatrice' }, before.version);
  expect(first).toMatchObject({ status: 200, body: { name: 'Beatrice' } });
  const second = await call('PUT', path, { name: 'Bea B.', FullDataAccess: true }, before.version);
  expectRefused(second, first.body.version, [
    { path: 'name', theirs: 'Beatrice', yours: 'Bea B.' },
    { path: 'FullDataAccess', theirs: false, yours: true },
  ]);
  // A process of the release before knows of no versions.
  await server.pool.query("update users set language = 'fr' where id = $1", [before.id]);
  expect((await call('PUT', path, { name: 'Bea B.' }, first.body.version)).status).toBe(412);
  expect((await call('PUT', path, { name: 'Bea B.' })).status).toBe(200);
  expect((await call('PUT', path, { id: before.id + 1, name: 'Bea' })).status).toBe(400);
});

test('of two changes of a setting the second is told, and so is who goes back to the default', async () => {
  const days = (settings: Setting[]) => settings.find(({ key }) => key === 'NEW_STOCKOUT_DAYS')!;
  const path = 'config/NEW_STOCKOUT_DAYS';
  const { version } = days((await call<Setting[]>('GET', 'config')).body);
  const first = await call<Setting[]>('PUT', path, { value: 20 }, version);
  expect(days(first.body)).toMatchObject({ value: 20 });
  const now = days(first.body).version;
  expectRefused(await call('PUT', path, { value: 30 }, version), now, [
    { path: 'value', theirs: 20, yours: 30 },
  ]);
  expectRefused(await call('DELETE', path, undefined, version), now, [
    { path: 'value', theirs: 20, yours: 14 },
  ]);
  expect(days((await call<Setting[]>('GET', 'config')).body)).toMatchObject({ value: 20, version: now });
  expect((await call('DELETE', path, undefined, now)).status).toBe(200);
});
