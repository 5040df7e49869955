import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#server/http/route.ts';
import { translate } from '#server/platform/i18n/messages.ts';
import { languages } from '#shared/languages.ts';
import type { MergedProducts } from '#shared/schemas/merged-products.ts';
import { type AdminCall, adminCalls } from '#tests/support/admin-calls.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';
import { formOf } from '#tests/support/template-files.ts';
import { gtin } from '#tests/support/world.ts';

/** A PNG of one point. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let server: TestServer;
let ask: AdminCall;
/** Hears what PostgreSQL tells every process. */
let listener: Client;
const heard: string[] = [];
/** What the audit got of each call: kind and deed. */
const audited = new Map<Route, Set<string>>();

beforeAll(async () => {
  server = await startTestServer();
  // The generic has no alternative yet: it is proposed.
  const portfolio = `gtin,alternativeGTIN,rank\n${original},${provider},1\n`;
  const catalogue = { ...smallCatalogue.catalogue, portfolio };
  await publishReferenceData(server.pool, { ...smallCatalogue, catalogue });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  ask = await adminCalls(server.url, server.pool);
  listener = new Client({ connectionString: server.databaseUrl });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => heard.push(payload));
  await listener.query('listen changes');
}, 60_000);
afterAll(async () => {
  await listener.end();
  await server.close();
});

/** A call, held to what its route says of the audit and of who has to hear. */
async function change<Answer = Record<string, number>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const route = routeOf(method, path);
  const newest = await newestEntry();
  await heardAll();
  const answer = await ask(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  const { rows } = await server.pool.query<{ action: string }>(
    'select action from audit_entries where id > $1',
    [newest],
  );
  const done = rows.map(({ action }) => action);
  expect(done, `${method} ${path} leaves no entry in the audit`).not.toEqual([]);
  expect(actionsOf(route), `${method} ${path}`).toEqual(expect.arrayContaining(done));
  audited.set(route, new Set([...(audited.get(route) ?? []), ...done]));
  const news = (await heardAll()).filter((payload) => !payload.startsWith('heard:'));
  if (!route.announces) expect(news, `${method} ${path} does not announce`).toEqual([]);
  return answer.body as Answer;
}

/** What was heard since it was last asked. */
async function heardAll(): Promise<string[]> {
  // Notices come before the answer to what is asked after them.
  await listener.query('select 1');
  return heard.splice(0);
}

function routeOf(method: string, path: string): Route {
  const [address] = `/api/${path}`.split('?');
  const fits = (route: Route) =>
    new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(address!) &&
    route.method === method.toLowerCase();
  // Of several the one with the fewest parts that vary.
  const [route] = server.routes
    .filter(fits)
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length);
  expect(route, `${method} ${path}`).toBeDefined();
  return route!;
}

function actionsOf({ audit }: Route): readonly string[] {
  if (typeof audit === 'string') return [audit];
  return Array.isArray(audit) ? audit : [];
}

async function newestEntry(): Promise<number> {
  const { rows } = await server.pool.query('select coalesce(max(id), 0) as newest from audit_entries');
  return rows[0].newest;
}

test('changes of accounts are in the audit', async () => {
  const fields = { role: 'User', name: 'New' };
  const { id } = await change('POST', 'users', {
    ...fields,
    email: 'new@portal.example',
    password: 'Nebelhorn-Quitte-Sattel-91',
  });
  await change('POST', 'users', { ...fields, email: 'invited@portal.example', invitation: true });
  await change('PUT', `users/${id}`, { name: 'Newer', FullDataAccess: true });
  await change('PUT', `users/${id}`, { Active: false });
  await change('PUT', `users/${id}`, { Active: true });
  await change('POST', `users/${id}/deactivate`);
  const heir = await addUser(server.pool, { email: 'heir@portal.example' });
  await change('POST', `users/${id}/deactivate?handOverTo=${heir}`);
  await change('POST', `users/${id}/activate`);
  await change('POST', `users/${id}/invitation`);
  await change('POST', `users/${id}/personal-data`);
  await change('DELETE', `users/${id}/sessions`);
  const { rows } = await server.pool.query<{ id: number }>(
    `insert into sessions (token_hash, user_id, expires_at) values (sha256('a'), $1, now() + interval '1 hour') returning id`,
    [id],
  );
  await change('DELETE', `users/${id}/sessions/${rows[0]!.id}`);
  await change('DELETE', `users/${id}`);
});

test('changes of what administrators keep are in the audit', async () => {
  const { wholesalerID } = await change('POST', 'wholesaler', {
    wholesalerName: 'Nord',
    minimumOrderValue: 100,
  });
  await change('PUT', `wholesaler/${wholesalerID}`, { wholesalerName: 'Nord AG', freeDeliveryFrom: 10 });
  await change('POST', `wholesaler/${wholesalerID}/retire`);
  await change('POST', `wholesaler/${wholesalerID}/reinstate`);
  await change('DELETE', `wholesaler/${wholesalerID}`);
  const source = await change('POST', 'stockout-sources', { name: 'Grossist Nord' });
  await change('PUT', `stockout-sources/${source.id}`, { name: 'Nord' });
  await change('POST', `stockout-sources/${source.id}/end`);
  await change('DELETE', `customers/4711/notes/${await noteOfSomebody()}`);
  await change('POST', 'customer', { externalId: 'C1', name: 'Neu', channel: 'APO', language: 'de' });
  await change('PUT', 'customer/C1', { name: 'Neuer' });
  await change('POST', 'customer/C1/keep');
  await change('DELETE', 'customer/C1/correction');
  const group = { name: 'Heart', molecules: [], products: [{ gtin: original }] };
  const { focusGroupID } = await change('POST', 'focusgroup', group);
  await change('PUT', `focusgroup/${focusGroupID}`, {
    ...group,
    molecules: [{ molecule: 'X' }],
    products: [],
  });
  await change('PUT', 'focusgroup', { ...group, focusGroupID, name: 'Hearts' });
  await change('DELETE', `focusgroup/${focusGroupID}`);
  const image = await change('POST', 'templateimage', { name: 'One', file: picture });
  await change('PUT', `templateimage/${image.id}`, { name: 'Two' });
  await change('DELETE', `templateimage/${image.id}`);
  await change('PUT', 'config/NEW_STOCKOUT_DAYS', { value: 20 });
  await change('DELETE', 'config/NEW_STOCKOUT_DAYS');
  await change('PUT', 'setup/checklist/wholesalers', { notNeeded: true });
  await server.pool.query("insert into config values ('HELD:links', '2026-01-01T00:00:00.000Z')");
  await change('POST', 'held/links/release', {});
});

test('changes of template files are in the audit', async () => {
  const exclusives = (gtin: string) => formOf({ key: 'exclusives' }, `gtin\n${gtin}\n`, 'exclusives.csv');
  await change('PUT', 'templatefiles', exclusives(provider));
  const { rows } = await server.pool.query(
    "select version_id as id from template_files where key = 'exclusives'",
  );
  await change('PUT', 'templatefiles', exclusives(generic));
  await change('POST', `templatefiles/exclusives/versions/${rows[0].id}/use`);
  const terms = formOf({ key: 'terms-of-use-de' }, '%PDF-1.4\n%%EOF\n', 'terms.pdf');
  await change('PUT', 'templatefiles', terms);
  await change('POST', 'templatefiles/terms-of-use-de/built-in/use');
});

test('decisions about the portfolio and publications are in the audit', async () => {
  const decisions = 'merged-products/portfolio-proposal/decisions';
  const one = { gtin: original, proposedGtin: provider, alternativeGtin: provider, rank: 1 };
  for (const decision of ['accepted', 'refused', 'open'])
    await change('POST', decisions, { decisions: [{ ...one, decision }] });
  for (const [state, decision] of [
    ['open', 'refused'],
    ['refused', 'open'],
    ['open', 'accepted'],
  ])
    await change('POST', `${decisions}/matching`, { state, decision });
  await change('POST', `${decisions}/undo`);
  await change('POST', `${decisions}/matching`, { state: 'open', decision: 'accepted' });
  await change('POST', 'merged-products/portfolio-proposal/take-over');

  const own = formOf({ key: 'own-attributes' }, `GTIN;description\n${original};Own\n`, 'own.csv');
  await change('PUT', 'templatefiles', own);
  const built = (await ask('POST', 'merged-products/proposals', {})).body as { id: number };
  await change('POST', `merged-products/proposals/${built.id}/schedule`, { publishOn: '2199-01-01' });
  await change('DELETE', `merged-products/proposals/${built.id}/schedule`);
  const before = (await ask('GET', 'merged-products')).body as MergedProducts;
  await change('POST', `merged-products/proposals/${built.id}/publish`);
  const after = (await ask('GET', 'merged-products')).body as MergedProducts;
  const earlier = before.current!.revision;
  await change('POST', `merged-products/revisions/${earlier}/publish`, { current: after.current!.revision });
});

test("changes of others' statistics, and which one stands for the market, are in the audit", async () => {
  await addUser(server.pool, { email: 'rep@portal.example' });
  const token = await signIn(server.url, 'rep@portal.example');
  const { bezugsStatistikID: id, directLinkId: link } = await uploadRows(server.url, token, [[original, 1]]);
  await change('POST', `statistics/${id}`, { comment: 'Neu' });
  await change('POST', `statistics/${id}/state?state=false`);
  await change('POST', `statistics/${id}/state?state=true`);
  await change('POST', `statistics/${id}/accomplished?accomplished=true`);
  const consent = { consentFileName: 'c.pdf', consentFile: 'data:application/pdf;base64,JVBERi0=' };
  await change('PUT', `statistics/${link}/consent`, consent);
  const { bezugsStatistikID: other } = await uploadRows(server.url, token, [[original, 2]]);
  const together = await fetch(`${server.url}/api/statistics/combined`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Together', members: [id, other] }),
  });
  const { directLinkId: combined } = (await together.json()) as { directLinkId: string };
  await change('PUT', `statistics/${combined}/members`, { positions: [1, 2] });
  await change('DELETE', `statistics/${id}`);
  await change('POST', `statistics/${id}/restore`);
  await change('POST', 'config/STOCKOUT_BEZUGS_STATISTIK_ID', { value: id, audience: 'everybody' });
});

test('what is matched by hand is in the audit, whoever does it', async () => {
  const unnamed = gtin('769999900001');
  const token = await signIn(server.url, 'rep@portal.example');
  const { directLinkId: link } = await uploadRows(server.url, token, [[unnamed, 1]]);
  const path = `statistics/${link}/matches`;
  await change('POST', path, { code: unnamed, product: generic });
  await change('POST', path, { code: unnamed, product: provider });
  await change('DELETE', `${path}/${unnamed}`);
  await change('POST', path, { code: unnamed, product: generic });
  const { rows } = await server.pool.query<{ id: number }>('select id from product_matches');
  await change('POST', `product-matches/${rows[0]!.id}/general`);
  await change('DELETE', `product-matches/${rows[0]!.id}`);
});

test('each call that says what the audit gets of it was made above, and the audit got all of that', () => {
  const missing = server.routes.flatMap((route) =>
    actionsOf(route)
      .filter((action) => !audited.get(route)?.has(action))
      .map((action) => `${route.method} ${route.path}: ${action}`),
  );
  expect(missing, 'change(…) it in a test of this file').toEqual([]);
});

test('what was changed, how, and each field of it has words in every language', async () => {
  const { rows } = await server.pool.query<{ kind: string; deed: string; fields: string[] }>(
    `select subject as kind, substring(action from '[.](.*)') as deed,
       array(select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}'))) as fields
     from audit_entries`,
  );
  const words = new Set(
    rows.flatMap(({ kind, deed, fields }) => [
      `kind.${kind}`,
      `deed.${deed}`,
      ...fields.map((field) => `field.${field}`),
    ]),
  );
  expect(words.size).toBeGreaterThan(80);
  for (const language of languages) {
    const without = [...words].filter((word) => translate(language, `audit.${word}`) === `audit.${word}`);
    expect([language, without]).toEqual([language, []]);
  }
});

/** A note by somebody else of a customer of whom there is a statistic; gives its number. */
async function noteOfSomebody(): Promise<number> {
  const author = await addUser(server.pool, { email: 'author@portal.example' });
  const token = await signIn(server.url, 'author@portal.example');
  await uploadRows(server.url, token, [[original, 1]]);
  const { rows } = await server.pool.query<{ id: number }>(
    `insert into customer_notes (customer_external_id, author_id, written_by, text)
     values ('4711', $1, 'Author', 'Noted') returning id`,
    [author],
  );
  return rows[0]!.id;
}
