import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordChange } from '#server/platform/record-audit.ts';
import type { AuditChoices, AuditEntry } from '#shared/schemas/audit.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';
import { rowsBySheetJs } from '#tests/support/written-workbook.ts';

let server: TestServer;
let admin: { id: number; name: string; email: string };
let token: string;
let statistic: { bezugsStatistikID: number; directLinkId: string };

beforeAll(async () => {
  server = await startTestServer();
  const { pool, url } = server;
  await fillSmallPortal(pool);
  const email = 'admin@portal.example';
  admin = { id: await addUser(pool, { email, name: 'Ada Admin', role: 'Admin' }), name: 'Ada Admin', email };
  token = await signIn(url, email);
  statistic = await uploadRows(url, await signIn(url, 'rep@portal.example'), [[original, 5]]);
});
afterAll(() => server.close());

function call(path: string, init: RequestInit = {}, language = 'en'): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-language': language,
  };
  return fetch(`${server.url}/api${path}`, { ...init, headers });
}

async function change(path: string, method: string, body?: unknown): Promise<void> {
  const answer = await call(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

async function entries(query = ''): Promise<AuditEntry[]> {
  const answer = await call(`/audit${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as AuditEntry[];
}

async function newest(): Promise<Partial<AuditEntry>> {
  const [{ id: _, madeAt: __, ...entry }] = (await entries()) as [AuditEntry];
  return entry;
}

const by = { userName: 'Ada Admin <admin@portal.example>' };

describe('administrative changes are written down', () => {
  test('which statistic feeds the market, with the one before', async () => {
    const { bezugsStatistikID: id } = statistic;
    await change('/config/STOCKOUT_BEZUGS_STATISTIK_ID', 'POST', { value: id });
    expect(await newest()).toEqual({
      ...by,
      userId: admin.id,
      action: 'feeding-statistic.chosen',
      subject: 'feeding-statistic',
      subjectKey: 'STOCKOUT_BEZUGS_STATISTIK_ID',
      subjectName: 'Pharmacy',
      before: { statistic: null, audience: null },
      after: { statistic: id, audience: 'signedIn' },
      reason: null,
    });
  });

  test('what the checklist is told, once for each change', async () => {
    const before = (await entries()).length;
    await change('/setup/checklist/wholesalers', 'PUT', { notNeeded: true });
    await change('/setup/checklist/wholesalers', 'PUT', { notNeeded: true });
    expect((await entries()).length).toBe(before + 1);
    expect(await newest()).toMatchObject({
      action: 'setup-item.changed',
      subjectKey: 'wholesalers',
      before: { notNeeded: false },
      after: { notNeeded: true },
    });
  });

  test('what an administrator does to the statistic of somebody else', async () => {
    const path = `/statistics/${statistic.bezugsStatistikID}`;
    await change(path, 'POST', { comment: 'looked at' });
    expect(await newest()).toMatchObject({
      action: 'statistic.changed',
      subjectKey: String(statistic.bezugsStatistikID),
      subjectName: 'Pharmacy',
      before: { comment: null },
      after: { comment: 'looked at' },
    });
    await change(`${path}/state?state=false`, 'POST');
    expect(await newest()).toMatchObject({ action: 'statistic.disabled', before: null, after: null });
    await change(`${path}/state?state=true`, 'POST');
    await change(`${path}/accomplished?accomplished=true`, 'POST');
    expect(await newest()).toMatchObject({ before: { accomplished: false }, after: { accomplished: true } });
    await change(path, 'DELETE');
    expect(await newest()).toMatchObject({ ...by, action: 'statistic.deleted', subject: 'statistic' });
    await change(`${path}/restore`, 'POST');
    expect(await newest()).toMatchObject({ action: 'statistic.restored' });
  });

  test('not what they do with their own', async () => {
    const own = await uploadRows(server.url, token, [[original, 1]]);
    const before = (await entries()).length;
    await change(`/statistics/${own.bezugsStatistikID}/state?state=false`, 'POST');
    await change(`/statistics/${own.bezugsStatistikID}`, 'DELETE');
    expect((await entries()).length).toBe(before);
  });
});

test.each([
  "update audit_entries set reason = 'other'",
  'delete from audit_entries',
  'truncate audit_entries',
])('PostgreSQL refuses: %s', async (statement) => {
  const before = await entries();
  expect(before.length).toBeGreaterThan(0);
  await expect(server.pool.query(statement)).rejects.toThrow('entries of the audit are kept as they are');
  expect(await entries()).toEqual(before);
});

describe('entries are found', () => {
  beforeAll(async () => {
    const wholesaler = { subject: 'wholesaler', subjectKey: 7 } as const;
    const { pool } = server;
    await recordChange(pool, {
      ...wholesaler,
      by: null,
      action: 'wholesaler.created',
      subjectName: 'Grün & Söhne',
      after: { wholesalerName: 'Grün & Söhne', enabledForApo: true },
    });
    await recordChange(pool, {
      ...wholesaler,
      by: admin,
      // Of a release of which no words are left.
      action: 'wholesaler.sold-off' as never,
      subjectName: '=1+1',
      before: { minimumOrderValue: 100, cities: ['Bern', 'Thun'] },
      after: { minimumOrderValue: null, cities: ['Bern'] },
      reason: '100 % agreed_upon',
    });
    // Late on 31 December in Zurich, the day before in Greenwich: entries can be put in, whatever their day.
    await pool.query(
      `insert into audit_entries (made_at, user_name, action, subject, subject_key, subject_name)
       values ('2020-12-31T23:30:00Z', 'Old', 'setting.changed', 'setting', 'A', 'A')`,
    );
  });

  test.each([
    ['?kind=wholesaler', ['wholesaler.sold-off', 'wholesaler.created']],
    ['?kind=wholesaler&person=none', ['wholesaler.created']],
    ['?text=gr%C3%BCn', ['wholesaler.created']],
    ['?text=GRUN', ['wholesaler.created']],
    ['?text=%25%20agreed_', ['wholesaler.sold-off']],
    ['?text=agreed-', []],
    ['?text=Thun', ['wholesaler.sold-off']],
    ['?from=2021-01-01&to=2021-01-01', ['setting.changed']],
    ['?to=2020-12-31', []],
  ])('by %s', async (query, actions) => {
    expect((await entries(query)).map(({ action }) => action)).toEqual(actions);
  });

  test('by person, with the names that there are to choose from', async () => {
    const { persons, kinds } = (await (await call('/audit/choices')).json()) as AuditChoices;
    expect(persons).toEqual([
      { id: admin.id, name: 'Ada Admin <admin@portal.example>' },
      { id: null, name: '' },
    ]);
    expect(kinds).toEqual([
      'catalogue',
      'feeding-statistic',
      'setting',
      'setup-item',
      'statistic',
      'stockouts',
      'wholesaler',
    ]);
    const own = await entries(`?person=${admin.id}`);
    expect(own.length).toBeGreaterThan(5);
    expect(new Set(own.map(({ userId }) => userId))).toEqual(new Set([admin.id]));
  });

  test('fifty at a time, none twice and none left out', async () => {
    await server.pool.query(
      `insert into audit_entries (user_name, action, subject, subject_key, subject_name)
       select '', 'focus-group.changed', 'focus-group', n, n from generate_series(1, 120) n`,
    );
    const seen: number[] = [];
    const more: (string | null)[] = [];
    for (let before = ''; more.at(-1) !== 'false'; before = `&before=${seen.at(-1)}`) {
      const answer = await call(`/audit?kind=focus-group${before}`);
      more.push(answer.headers.get('x-has-next-page'));
      seen.push(...((await answer.json()) as AuditEntry[]).map(({ id }) => id));
    }
    expect(more).toEqual(['true', 'true', 'false']);
    expect(new Set(seen).size).toBe(120);
  });

  test.each(['?person=x', '?from=2021-02-30', '?before=-1', `?text=${'x'.repeat(256)}`, '?what=1'])(
    '%s is refused',
    async (query) => {
      expect((await call(`/audit${query}`)).status).toBe(400);
    },
  );
});

describe('entries are downloaded', () => {
  test('as workbook, one row per field, formulas as texts, in words where there are words', async () => {
    const answer = await call('/audit/excel?kind=wholesaler');
    expect(answer.headers.get('report-file-name')).toMatch(/^Audit%20\d{4}-\d\d-\d\d\.xlsx$/);
    const { Audit: sheet, 'Columns explained': explained } = rowsBySheetJs(
      new Uint8Array(await answer.arrayBuffer()),
    ) as Record<string, unknown[][]>;
    const [headings, ...rows] = sheet!;
    const column = (heading: string) => rows.map((row) => row[headings!.indexOf(heading)]);
    expect(column('Kind')).toEqual(Array(4).fill('Wholesaler'));
    // There are no words for "sold-off".
    expect(column('What happened')).toEqual(['Sold off', 'Sold off', 'creation', 'creation']);
    expect(column('Name')).toEqual(['=1+1', '=1+1', 'Grün & Söhne', 'Grün & Söhne']);
    expect(column('Field')).toEqual(['Cities', 'Minimum order value', 'For pharmacies', 'Name']);
    expect(column('Before')).toEqual(['["Bern","Thun"]', '100', null, null]);
    expect(column('After')).toEqual(['["Bern"]', null, 'Yes', 'Grün & Söhne']);
    expect(column('Day').every((day) => day instanceof Date)).toBe(true);
    expect(explained!.length).toBeGreaterThan(5);
  });

  test('as CSV, with the same filter', async () => {
    const text = await (await call('/audit/csv?text=sold-off', {}, 'de')).text();
    const lines = text.trimEnd().split('\r\n');
    expect(lines.length).toBe(3);
    expect(lines[0]).toContain('Eintrag;Tag;Zeit;Person;Art;Was geschah');
    expect(lines[1]).toContain(`;Grossist;Sold off;7;'=1+1;Cities;"[""Bern"",""Thun""]";"[""Bern""]";`);
  });
});

test('in the files, what using a template file changed is told in words', async () => {
  await recordChange(server.pool, {
    by: admin,
    action: 'template-file.replaced',
    subject: 'template-file',
    subjectKey: 'customers',
    subjectName: 'customers.csv',
    after: { rows: 3, effect: { kind: 'customers', added: 1234, changed: 2, ended: 0 } },
  });
  const words = "Customers: 1'234 new, 2 changed, 0 no longer active.";
  expect(await (await call('/audit/csv?kind=template-file')).text()).toContain(words);
});

if (long)
  test('a file has 50,000 changes, and one more is refused', async () => {
    const add = (count: number) =>
      server.pool.query(
        `insert into audit_entries (user_name, action, subject, subject_key, subject_name, before, after)
         select '', 'header-image.changed', 'header-image', n, n, '{"name": "A", "width": 1}', '{"name": "B", "width": 2}'
         from generate_series(1, $1) n`,
        [count],
      );
    await add(50_000);
    const lines = (await (await call('/audit/csv?kind=header-image')).text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(100_001);
    await add(1);
    const refused = await call('/audit/csv?kind=header-image');
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      422,
      'export_too_large',
    ]);
  }, 60_000);
