import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countLockWaits } from '#tests/support/database.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';

let server: TestServer;
let owner: string;
let file: Uint8Array;
let current: { bezugsStatistikID: number; directLinkId: string; revision: number; consentFileName: string };

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  const { pool } = server;
  const manager = await addUser(pool, { email: 'manager@portal.example' });
  const rep = await addUser(pool, { email: 'rep@portal.example', name: 'Rep' });
  await addUser(pool, { email: 'stranger@portal.example' });
  await addUser(pool, { email: 'reader@portal.example', fullDataAccess: true });
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin', name: 'Admin' });
  await pool.query('update users set parent_user_id = $1 where id = $2', [manager, rep]);
  await addCustomer(pool, '4711', 'Pharmacy');
  file = await workbook([[original, 2]]);
  owner = await signIn(server.url, 'rep@portal.example');
});
beforeEach(async () => {
  const response = await postStatistic(server.url, owner, uploadForm(file));
  current = ((await response.json()) as { bezugsStatistik: typeof current }).bezugsStatistik;
});
afterAll(() => server.close());

function call(
  method: string,
  path: string,
  body?: unknown,
  token = owner,
  ifMatch?: number,
): Promise<Response> {
  return fetch(`${server.url}/api/statistics/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function listed(query = ''): Promise<number[]> {
  const rows = (await (await call('GET', query)).json()) as { bezugsStatistikID: number }[];
  return rows.map(({ bezugsStatistikID }) => bezugsStatistikID);
}

const view = (rest: string) => fetch(`${server.url}/api/statistics/${current.directLinkId}${rest}`);

describe('an edit', () => {
  test('changes what it names, keeps the rest, and shows in the dashboard at once', async () => {
    await (await view('/summary')).json();
    const body = { comment: 'Neu', customerName: 'Pharmacy Nord', timeMonthTo: 6 };
    const response = await call('POST', `${current.bezugsStatistikID}`, body, owner, current.revision);
    expect(await response.json()).toMatchObject({
      comment: 'Neu',
      customerName: 'Pharmacy Nord',
      timeMonthTo: 6,
      timeMonthFrom: 1,
      customerExternalId: '4711',
      revision: current.revision + 1,
    });
    expect(await (await view('/summary')).json()).toMatchObject({
      customerName: 'Pharmacy Nord',
      timeMonthTo: 6,
      turnoverTotal: 40,
    });
  });

  test('based on an old version is refused with both values, and changes nothing; one that names none is taken', async () => {
    const edit = (body: object, ifMatch?: number) =>
      call('POST', `${current.bezugsStatistikID}`, body, owner, ifMatch);
    expect((await edit({ comment: 'first' }, current.revision)).status).toBe(200);
    const late = await edit({ comment: 'second', timeMonthTo: 12 }, current.revision);
    expect(late.status).toBe(412);
    expect(await late.json()).toMatchObject({
      code: 'changed_meanwhile',
      issues: [
        { path: 'version', theirs: current.revision + 1 },
        { path: 'comment', theirs: 'first', yours: 'second' },
      ],
    });
    const stored = async () =>
      ((await (await call('GET', current.directLinkId)).json()) as { comment: string }).comment;
    expect(await stored()).toBe('first');
    expect((await edit({ comment: 'second' })).status).toBe(200);
    expect(await stored()).toBe('second');
  });

  test('of two at the same time exactly one is taken', async () => {
    const statuses = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (comment) => {
        const path = `${current.bezugsStatistikID}`;
        return (await call('POST', path, { comment }, owner, current.revision)).status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 412, 412, 412]);
  });

  test.each([
    [{ timeMonthTo: 1 }, 'time_range_invalid'],
    [{ timeYearFrom: 2017 }, 'time_range_invalid'],
    [{ customerExternalId: '' }, 'customer_required'],
    [{ comment: 'x'.repeat(256) }, 'invalid_input'],
    [{ active: false }, 'invalid_input'],
    [{ revision: 1 }, 'invalid_input'],
    [{ uploader: 1 }, 'forbidden'],
  ])('%j breaks a rule', async (body, code) => {
    const response = await call('POST', `${current.bezugsStatistikID}`, body);
    expect(await response.json()).toMatchObject({ code });
  });

  test('by an admin moves the upload to another user', async () => {
    const admin = await signIn(server.url, 'admin@portal.example');
    const { rows } = await server.pool.query("select id from users where email = 'manager@portal.example'");
    const response = await call(
      'POST',
      `${current.bezugsStatistikID}`,
      { uploader: rows[0].id, user: 'M' },
      admin,
    );
    expect(await response.json()).toMatchObject({ uploader: { id: rows[0].id }, user: 'M' });
    expect(await listed()).not.toContain(current.bezugsStatistikID);
  });
});

test('disabling answers the new state and closes the link; enabling opens it again', async () => {
  const path = `${current.bezugsStatistikID}/state`;
  expect((await view('/summary')).status).toBe(200);
  expect(await (await call('POST', `${path}?state=false`)).json()).toEqual({ active: false });
  expect((await view('/summary')).status).toBe(404);
  expect((await view('')).status).toBe(404);
  expect(await listed()).toContain(current.bezugsStatistikID);
  expect(await (await call('POST', `${path}?state=true`)).json()).toEqual({ active: true });
  expect((await view('/summary')).status).toBe(200);
});

test('accomplished is kept', async () => {
  const path = `${current.bezugsStatistikID}/accomplished?accomplished=true`;
  expect(await (await call('POST', path)).json()).toEqual({ accomplished: true });
});

test('a deleted statistic is in no list and behind no link, and can be restored within 24 hours', async () => {
  const id = current.bezugsStatistikID;
  expect((await call('DELETE', `${id}`)).status).toBe(204);
  expect(await listed()).not.toContain(id);
  expect(await listed('?deleted=true')).toContain(id);
  expect((await view('/summary')).status).toBe(404);
  for (const path of [
    `${current.directLinkId}/excel`,
    `${current.directLinkId}/file`,
    `${current.directLinkId}/consent`,
    current.directLinkId,
  ]) {
    expect((await call('GET', path)).status).toBe(404);
  }
  expect((await call('POST', `${id}`, { comment: 'x' })).status).toBe(404);

  expect((await call('POST', `${id}/restore`)).status).toBe(200);
  expect(await listed()).toContain(id);
  expect((await view('/summary')).status).toBe(200);

  await call('DELETE', `${id}`);
  await server.pool.query("update statistics set deleted_at = now() - interval '25 hours' where id = $1", [
    id,
  ]);
  expect((await call('POST', `${id}/restore`)).status).toBe(410);
});

test('what two administrators do at once is done for both and written down once', async () => {
  const id = current.bezugsStatistikID;
  const admin = await signIn(server.url, 'admin@portal.example');
  const twice = async (method: string, path: string) => {
    const other = await server.pool.connect();
    let answers: Promise<Response>[];
    try {
      await other.query('begin');
      await other.query('select from statistics where id = $1 for update', [id]);
      answers = [call(method, path, undefined, admin), call(method, path, undefined, admin)];
      await expect.poll(() => countLockWaits(server.pool), { timeout: 10_000 }).toBe(2);
      await other.query('commit');
    } finally {
      other.release(true);
    }
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await twice('POST', `${id}/state?state=false`)).toEqual([200, 200]);
  expect(await twice('POST', `${id}/accomplished?accomplished=true`)).toEqual([200, 200]);
  expect(await twice('DELETE', `${id}`)).toEqual([204, 204]);
  expect(await twice('POST', `${id}/restore`)).toEqual([200, 200]);
  const { rows } = await server.pool.query(
    "select action from audit_entries where subject = 'statistic' and subject_key = $1 order by id",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'statistic.disabled',
    'statistic.accomplished',
    'statistic.deleted',
    'statistic.restored',
  ]);
});

test('the Excel file and the consent file come back byte for byte under their names', async () => {
  const excel = await call('GET', `${current.directLinkId}/file`);
  expect(excel.headers.get('content-disposition')).toBe('attachment; filename="statistic.xlsx"');
  expect(new Uint8Array(await excel.arrayBuffer())).toEqual(file);
  const consent = await call('GET', `${current.directLinkId}/consent`);
  expect(consent.headers.get('content-disposition')).toBe('attachment; filename="consent.pdf"');
  expect(await consent.text()).toBe('%PDF-1.4');
});

test('a file is saved under a name that says what it is: none of its letters are turned around', async () => {
  await call('PUT', `${current.directLinkId}/consent`, {
    consentFileName: 'neu\u202efdp.exe',
    consentFile: `data:application/pdf;base64,${Buffer.from('%PDF-1.7').toString('base64')}`,
  });
  const { headers } = await call('GET', `${current.directLinkId}/consent`);
  expect(headers.get('content-disposition')).toBe('attachment; filename="neufdp.exe"');
});

test('a new consent file replaces the old one', async () => {
  const response = await call('PUT', `${current.directLinkId}/consent`, {
    consentFileName: 'neu.pdf',
    consentFile: `data:application/pdf;base64,${Buffer.from('%PDF-1.7').toString('base64')}`,
  });
  expect(await response.json()).toMatchObject({
    consentFileName: expect.stringMatching(/^\d{17}_neu\.pdf$/),
  });
  expect(await (await call('GET', `${current.directLinkId}/consent`)).text()).toBe('%PDF-1.7');
});

test('who may read the files and who may change the statistic', async () => {
  const id = current.bezugsStatistikID;
  const outcomes = await Promise.all(
    ['manager', 'reader', 'stranger', 'admin'].map(async (name) => {
      const token = await signIn(server.url, `${name}@portal.example`);
      const read = await call('GET', `${current.directLinkId}/file`, undefined, token);
      const link = await call('GET', current.directLinkId, undefined, token);
      const change = await call('POST', `${id}/accomplished?accomplished=false`, undefined, token);
      const whole = Object.hasOwn((await link.json()) as object, 'uploader');
      return [name, read.status, whole, change.status];
    }),
  );
  expect(outcomes).toEqual([
    ['manager', 200, true, 200],
    ['reader', 200, true, 404],
    ['stranger', 404, false, 404],
    ['admin', 200, true, 200],
  ]);
});
