import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { postStatistic, uploadForm } from '#tests/support/portal.ts';
import { startInstance, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, workbook } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal, uploadRows } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
/** Another process of the same portal, which allows two codes. */
let strict: Pick<TestServer, 'url' | 'close'>;
beforeAll(async () => {
  portal = await openSmallPortal();
  const { pool, databaseUrl: url } = portal.server;
  strict = await startInstance({ pool, url, close: async () => {} }, { mostCodes: 2 });
});
afterAll(async () => {
  await strict.close();
  await portal.server.close();
});

const call = (method: string, path: string, body?: object) =>
  fetch(`${strict.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const three = [
  [original, 1],
  [generic, 2],
  [provider, 3],
] as const;

test('a statistic may have 60,000 different codes where nothing else is set', () => {
  expect(readConfig({}).mostCodes).toBe(60_000);
  expect(readConfig({ IMPORT_CODES: '70000' }).mostCodes).toBe(70_000);
});

test('a file with more codes is refused in words, by an upload and by a dry run', async () => {
  const upload = await postStatistic(strict.url, portal.token, uploadForm(await workbook(three)));
  expect([upload.status, await upload.json()]).toMatchObject([
    422,
    { code: 'import_too_many_codes', message: expect.stringContaining('2') },
  ]);
  const dryRun = new FormData();
  dryRun.set('file', new Blob([new Uint8Array(await workbook(three))]), 'purchases.xlsx');
  const seen = await fetch(`${strict.url}/api/statistics/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${portal.token}` },
    body: dryRun,
  });
  expect([seen.status, await seen.json()]).toMatchObject([422, { code: 'import_too_many_codes' }]);
});

test('statistics that have more together are not combined', async () => {
  const one = await uploadRows(strict.url, portal.token, three.slice(0, 2));
  const other = await uploadRows(strict.url, portal.token, three.slice(1));
  const members = [one.bezugsStatistikID, other.bezugsStatistikID];
  const refused = await call('POST', 'statistics/combined', { name: 'Both', members });
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'too_many_codes' }]);
});

test('a stored statistic with more is listed, downloaded and deleted; opening it says why it is not', async () => {
  const { bezugsStatistikID, directLinkId } = await uploadRows(portal.server.url, portal.token, three);
  const opened = await call('GET', `statistics/${directLinkId}/summary`);
  expect([opened.status, await opened.json()]).toMatchObject([
    422,
    { code: 'too_many_codes', message: expect.stringContaining('2') },
  ]);
  const listed = (await (await call('GET', 'statistics')).json()) as { bezugsStatistikID: number }[];
  expect(listed.map((each) => each.bezugsStatistikID)).toContain(bezugsStatistikID);
  expect((await call('GET', `statistics/${directLinkId}/file`)).status).toBe(200);
  expect((await call('DELETE', `statistics/${bezugsStatistikID}`)).status).toBeLessThan(300);
});
