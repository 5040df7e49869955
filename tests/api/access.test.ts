import { afterAll, beforeAll, expect, test } from 'vitest';
import { findView } from '#analytics/views/index.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '../support/portal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { original, smallCatalogue, workbook } from '../support/small-catalogue.ts';

type Caller = 'visitor' | 'user' | 'admin';

/** Who may call what; every route of the OpenAPI document must stand here, and its answer be as said. */
const mayCall: Record<string, Caller[]> = {
  'get /api/openapi.json': ['visitor', 'user', 'admin'],
  'get /api/portal': ['visitor', 'user', 'admin'],
  'get /translations/{file}': ['visitor', 'user', 'admin'],
  'get /Documents/{file}': ['visitor', 'user', 'admin'],
  'get /template.xlsx': ['visitor', 'user', 'admin'],
  'get /api/templateimage': ['user', 'admin'],
  'get /api/templateimage/{id}': ['visitor', 'user', 'admin'],
  'post /api/users/authenticate': ['visitor', 'user', 'admin'],
  'get /api/users/current': ['user', 'admin'],
  'get /api/users/list': ['admin'],
  'post /api/logout': ['visitor', 'user', 'admin'],
  'post /api/customer/search': ['user', 'admin'],
  'get /api/customer/xpris/{customer}': ['user', 'admin'],
  'post /api/users/send-reset-link': ['visitor', 'user', 'admin'],
  'post /api/users/validate-reset-token': ['visitor', 'user', 'admin'],
  'post /api/users/set-password': ['visitor', 'user', 'admin'],
  'get /api/wholesaler': ['user', 'admin'],
  'post /api/statistics/{id}': ['user', 'admin'],
  'post /api/statistics/{id}/state': ['user', 'admin'],
  'post /api/statistics/{id}/accomplished': ['user', 'admin'],
  'post /api/statistics/{id}/restore': ['user', 'admin'],
  'delete /api/statistics/{id}': ['user', 'admin'],
  'get /api/statistics/{id}/excel': ['user', 'admin'],
  'get /api/statistics/{id}/consent': ['user', 'admin'],
  'put /api/statistics/{id}/consent': ['user', 'admin'],
  'post /api/statistics/preview': ['user', 'admin'],
  'post /api/statistics/preview/problems': ['user', 'admin'],
  'get /api/statistics': ['user', 'admin'],
  'post /api/statistics': ['user', 'admin'],
  'get /api/statistics/{id}': ['visitor', 'user', 'admin'],
};

let server: TestServer;
let routes: { method: string; path: string }[];
let directLinkId: string;
const users: Record<Exclude<Caller, 'visitor'>, string> = {
  user: 'user@portal.example',
  admin: 'admin@portal.example',
};

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: users.user });
  await addUser(server.pool, { email: users.admin, role: 'Admin' });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  const upload = await postStatistic(
    server.url,
    await signIn(server.url, users.user),
    uploadForm(await workbook([[original, 1]])),
  );
  directLinkId = ((await upload.json()) as { bezugsStatistik: { directLinkId: string } }).bezugsStatistik
    .directLinkId;
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(document.openapi).toBe('3.1.0');
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method, path })),
  );
  routes.push({ method: 'get', path: '/api/openapi.json' });
});
afterAll(() => server.close());

test('every route lets in exactly whom the table says', async () => {
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, path } of routes) {
    const view =
      path.startsWith('/api/statistics/{id}/') && findView(path.slice('/api/statistics/{id}/'.length));
    const allowed = view ? ['visitor', 'user', 'admin'] : mayCall[`${method} ${path}`];
    expect(allowed, `${method} ${path} is not in the table`).toBeDefined();
    for (const caller of ['visitor', 'user', 'admin'] as const) {
      const token = caller === 'visitor' ? undefined : await signIn(server.url, users[caller]);
      const response = await call(method, path, token);
      const refused = response.status === 401 || response.status === 403;
      // Signing in without a body is refused as such, not for who asks.
      const { code } = response.headers.get('content-type')?.includes('json')
        ? ((await response.json()) as { code?: string })
        : {};
      const kept = refused && (code === 'unauthenticated' || code === 'forbidden');
      expect(kept, `${caller}: ${method} ${path} answered ${response.status} ${code}`).toBe(
        !allowed?.includes(caller),
      );
    }
  }
});

test('a token that is wrong, too long or of another scheme is no token', async () => {
  for (const authorization of [
    'Bearer x',
    `Bearer ${'x'.repeat(300)}`,
    'Basic dXNlcjpwYXNz',
    'Bearer ../../etc',
  ]) {
    const response = await fetch(`${server.url}/api/users/current`, { headers: { authorization } });
    expect(response.status).toBe(401);
  }
});

test('a visitor sees less of a statistic than a signed-in user', async () => {
  const visitor = (await (await fetch(`${server.url}/api/statistics/${directLinkId}`)).json()) as object;
  expect(Object.keys(visitor)).toEqual([
    'directLinkId',
    'customerName',
    'importDate',
    'timeMonthFrom',
    'timeYearFrom',
    'timeMonthTo',
    'timeYearTo',
    'timeInformation',
    'headerImage',
  ]);
  const token = await signIn(server.url, users.user);
  const headers = { authorization: `Bearer ${token}` };
  const user = await (await fetch(`${server.url}/api/statistics/${directLinkId}`, { headers })).json();
  expect(user).toMatchObject({ customerExternalId: '4711', uploader: { name: users.user } });
  const summaryOf = async (init: RequestInit) =>
    (await fetch(`${server.url}/api/statistics/${directLinkId}/summary`, init)).json();
  expect(await summaryOf({})).not.toHaveProperty('customerExternalId');
  expect(await summaryOf({ headers })).toHaveProperty('customerExternalId', '4711');
});

function call(method: string, path: string, token: string | undefined): Promise<Response> {
  const url = path
    .replace('{id}', path.includes('templateimage') ? '1' : directLinkId)
    .replace('{file}', 'de.json')
    .replace('{customer}', '4711');
  return fetch(server.url + url, { method, headers: token ? { authorization: `Bearer ${token}` } : {} });
}
