import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { parseJsonLines } from '#shared/json-lines.ts';
import { whileFocusGroupsChange } from '#tests/support/changing-focus-groups.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startInstance, startTestServer, type TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';
import { xlsxOfRows } from '#tests/support/xlsx-builder.ts';

let server: TestServer;
let token: string;
let file: Uint8Array;

const unknown = gtin('768099999999');

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: 'rep@portal.example', name: 'Rep' });
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Admin', role: 'Admin' });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  token = await signIn(server.url, 'rep@portal.example');
  // 3 originals, 5 generics of which 1 returned, 2 of the provider by Pharmacode, 7 unknown, one row unreadable.
  file = await workbook([
    [original, 3],
    [generic, 5],
    [generic, -1],
    ['3', 2],
    [unknown, 7],
    [original, 'viele'],
    ['Total', 16],
  ]);
});
afterAll(() => server.close());

type Answer = {
  warnings: string[];
  report: Record<string, unknown>;
  bezugsStatistik: Record<string, unknown> & { directLinkId: string; bezugsStatistikID: number };
};

async function uploaded(form: FormData): Promise<Answer> {
  const response = await postStatistic(server.url, token, form);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as Answer;
}

async function statisticCount(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>('select count(*) from statistics');
  return rows[0]!.count;
}

test('the report accounts for every row of the file', async () => {
  const { report, warnings, bezugsStatistik } = await uploaded(uploadForm(file));
  expect(report).toMatchObject({
    headingRow: 1,
    rowsRead: 7,
    imported: 5,
    matchedByGtin: 3,
    matchedByPharmacode: 1,
    unmatched: { total: 1, rows: [{ row: 6, gtin: unknown, quantity: 7 }] },
    skipped: { total: 1, rows: [{ row: 7, reason: 'quantity_unreadable' }] },
    totalRows: [{ row: 8, label: 'Total' }],
    returnsNetted: { articles: 1, rows: 1 },
    leftOut: { total: 0 },
  });
  expect(warnings.length).toBeGreaterThanOrEqual(2);
  expect(bezugsStatistik).toMatchObject({
    customerExternalId: '4711',
    customerName: 'Pharmacy',
    user: 'Rep',
    uploader: { name: 'Rep' },
    active: true,
    testUpload: false,
    timeMonthFrom: 1,
    timeYearTo: 2025,
    fileName: 'statistic.xlsx',
  });
  expect(bezugsStatistik.consentFileName).toMatch(/^\d{17}_consent\.pdf$/);
});

test('its summary shows what was bought: 3 × 20 + 4 × 12 + 2 × 10 CHF, and 7 packs without a price', async () => {
  const { bezugsStatistik } = await uploaded(uploadForm(file));
  const response = await fetch(`${server.url}/api/statistics/${bezugsStatistik.directLinkId}/summary`);
  expect(await response.json()).toMatchObject({
    customerName: 'Pharmacy',
    turnoverTotal: 128,
    turnoverOriginal: 60,
    turnoverGenericum: 68,
    turnoverOthers: 0,
    turnoverProvider: 20,
    // Originals and generics of the competitors at the provider's CHF 10.
    potentialTotal: 70,
    totalQty: 16,
    totalOthersQty: 7,
    numberOfArticles: 4,
    numberOfPharmaArticles: 3,
    duplicateProducts3: 1,
    genericQuota: 53,
    genericPenetration: 67,
  });
});

test('the files are stored as they were sent', async () => {
  const { bezugsStatistik } = await uploaded(uploadForm(file));
  const { rows } = await server.pool.query<{ file: Buffer; file_sha256: Buffer; consent: Buffer }>(
    'select file, file_sha256, consent from statistic_files where statistic_id = $1',
    [bezugsStatistik.bezugsStatistikID],
  );
  expect(Buffer.compare(rows[0]!.file, Buffer.from(file))).toBe(0);
  expect(rows[0]!.file_sha256).toEqual(createHash('sha256').update(file).digest());
  expect(rows[0]!.consent.toString()).toBe('%PDF-1.4');
});

test('JSON with data URLs and a form give the same', async () => {
  const response = await fetch(`${server.url}/api/statistics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      fileName: 'statistic.xlsx',
      file: `data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,${Buffer.from(file).toString('base64')}`,
      consentFileName: 'consent.pdf',
      consentFile: `data:application/pdf;base64,${Buffer.from('%PDF-1.4').toString('base64')}`,
      customer: '4711',
      customerExternalId: '4711',
      customerName: 'Pharmacy',
      timeMonthFrom: 1,
      timeYearFrom: 2025,
      timeMonthTo: 12,
      timeYearTo: 2025,
      user: 'Rep',
      uploader: null,
      comment: '',
      headerImageId: null,
      testUpload: false,
    }),
  });
  const { report } = (await response.json()) as Answer;
  const { report: byForm } = await uploaded(uploadForm(file));
  const { timings: _a, duplicateOf: _b, ...counts } = report;
  const { timings: _c, duplicateOf: _d, ...sameCounts } = byForm;
  expect(counts).toEqual(sameCounts);
});

test('the same file again is imported and names the earlier uploads', async () => {
  const fresh = await workbook([[generic, 77]]);
  const first = await uploaded(uploadForm(fresh));
  expect(first.report.duplicateOf).toEqual([]);
  const second = await uploaded(uploadForm(fresh));
  expect(second.report.duplicateOf).toMatchObject([
    { bezugsStatistikID: first.bezugsStatistik.bezugsStatistikID, customerName: 'Pharmacy' },
  ]);
});

test('an article with more returned than bought is left out with a warning', async () => {
  const { report, bezugsStatistik } = await uploaded(
    uploadForm(
      await workbook([
        [generic, 2],
        [generic, -5],
        [provider, 1],
      ]),
    ),
  );
  expect(report.leftOut).toMatchObject({ total: 1, articles: [{ gtin: generic, quantity: -3 }] });
  const summary = await fetch(`${server.url}/api/statistics/${bezugsStatistik.directLinkId}/summary`);
  expect(await summary.json()).toMatchObject({ numberOfArticles: 1, turnoverTotal: 10, totalQty: 1 });
});

test('whatever can mean other figures is a warning', async () => {
  const { report, warnings } = await uploaded(
    uploadForm(
      xlsxOfRows([
        ['GTIN', 'Pharmacode', 'Monat', 'Menge geliefert', 'Menge bestellt'],
        [original, null, '01.2025', 2, 2],
        [original, null, '02.2025', 3, 3],
        [original, null, 'Ergebnis', 5, 5],
        [generic, '3', '01.2025', 4, 4],
        [generic, null, 'Total', 7, 7],
        [provider, null, '01.2025', 0, 0],
        [unknown, null, '01.2025', 1, 1],
        [unknown, null, '02.2025', -1, -1],
      ]),
    ),
  );
  expect(report).toMatchObject({
    imported: 7,
    totalRowCount: 1,
    leftOut: { total: 2, returned: 1 },
    notices: [
      { code: 'several_quantity_columns' },
      { code: 'result_rows', rows: [4] },
      { code: 'total_with_code', rows: [6] },
      { code: 'codes_disagree', row: 5, rows: [5], count: 1 },
    ],
  });
  const about = ['geliefert', 'Zeile 4', 'Zeile 6', 'Zeile 5', '0 Packungen', 'zurückgegeben'];
  for (const words of about) expect(warnings.filter((each) => each.includes(words))).toHaveLength(1);
});

test('progress arrives line by line, stage after stage, then the result', async () => {
  const response = await postStatistic(server.url, token, uploadForm(file), {
    accept: 'application/x-ndjson',
  });
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  type Line = { progress: { stage: string }; result: { bezugsStatistik: { directLinkId: string } } };
  const lines = parseJsonLines<Line>(await response.text());
  const stages = lines.slice(0, -1).map(({ progress }) => progress.stage);
  expect([...new Set(stages)]).toEqual(['received', 'unpacking', 'reading', 'matching', 'saving']);
  expect(lines.at(-1)!.result.bezugsStatistik.directLinkId).toMatch(/^[\w-]{22}$/);
});

describe('what breaks a rule is refused with the rule and stores nothing', () => {
  const rules: [string, Record<string, string | Blob | undefined>, number, string, string?][] = [
    [
      'no customer',
      { customerExternalId: undefined },
      400,
      'customer_required',
      'Please select a customer using the search functionality.',
    ],
    ['a customer that does not exist', { customerExternalId: '9999' }, 400, 'customer_unknown'],
    ['no start month', { timeMonthFrom: '' }, 400, 'time_range_required', 'Please select a time range.'],
    [
      'an end in the month of the start',
      { timeMonthTo: '1' },
      400,
      'time_range_invalid',
      'Please select a valid time range.',
    ],
    ['a month 13', { timeMonthTo: '13' }, 400, 'time_range_invalid'],
    ['a year before 2018', { timeYearFrom: '2017' }, 400, 'time_range_invalid'],
    ['a year to come', { timeYearTo: '2100' }, 400, 'time_range_invalid'],
    ['no consent file', { consentFile: undefined }, 400, 'consent_required'],
    [
      'a consent file of 0 bytes',
      { consentFile: new Blob([]) },
      400,
      'consent_empty',
      '“consent.pdf” is empty (0 bytes). Please choose the consent again.',
    ],
    ['a text named .pdf as consent', { consentFile: new Blob(['Yes, I do.']) }, 400, 'consent_type'],
    ['a workbook as consent', { consentFile: new Blob(['PK\x03\x04']) }, 400, 'consent_type'],
    ['no Excel file', { file: undefined }, 400, 'file_required'],
    ['an Excel file of 0 bytes', { file: new Blob([]) }, 400, 'file_empty'],
    ['a comment of 256 characters', { comment: 'x'.repeat(256) }, 400, 'invalid_input'],
    ['somebody else as uploader', { uploader: '2' }, 403, 'forbidden'],
    ['a file of 15,728,641 bytes', { file: new Blob([new Uint8Array(15_728_641)]) }, 413, 'max_size_exceded'],
    ['a PDF named .xlsx', { file: new Blob(['%PDF-1.7\n']) }, 422, 'import_pdf'],
  ];

  test.each(rules)('%s', async (_name, fields, status, code, message) => {
    const before = await statisticCount();
    const response = await postStatistic(server.url, token, uploadForm(file, fields), {
      'accept-language': 'en',
    });
    const body = (await response.json()) as Record<string, string>;
    expect({ status: response.status, code: body.code }).toEqual({ status, code });
    if (message) expect(body.message).toBe(message);
    expect(body.message).not.toContain('errors.');
    expect(await statisticCount()).toBe(before);
  });

  test('an error behind progress is the last line', async () => {
    const form = uploadForm(file, { file: new Blob(['%PDF-1.7\n']) });
    const response = await postStatistic(server.url, token, form, { accept: 'application/x-ndjson' });
    const last = parseJsonLines<{ error: object }>(await response.text()).at(-1)!;
    expect(last.error).toMatchObject({ code: 'import_pdf', requestId: expect.any(String) });
  });

  test('a file of 15,728,640 bytes is not too large (but no Excel file)', async () => {
    const form = uploadForm(file, { file: new Blob([new Uint8Array(15_728_640)]) });
    const response = await postStatistic(server.url, token, form);
    expect(response.status).toBe(422);
  });
});

test('a test upload needs neither customer nor consent', async () => {
  const { bezugsStatistik } = await uploaded(
    uploadForm(file, {
      testUpload: 'true',
      customerExternalId: undefined,
      customerName: undefined,
      consentFile: undefined,
      consentFileName: undefined,
    }),
  );
  expect(bezugsStatistik).toMatchObject({
    testUpload: true,
    customerExternalId: null,
    consentFileName: null,
  });
});

test('an admin uploads in the name of another user', async () => {
  const admin = await signIn(server.url, 'admin@portal.example');
  const { rows } = await server.pool.query<{ id: number }>(
    "select id from users where email = 'rep@portal.example'",
  );
  const response = await postStatistic(
    server.url,
    admin,
    uploadForm(file, { uploader: String(rows[0]!.id) }),
  );
  const { bezugsStatistik } = (await response.json()) as Answer;
  expect(bezugsStatistik).toMatchObject({ user: 'Rep', uploader: { id: rows[0]!.id, name: 'Rep' } });
});

test('where FIRST_YEAR is 2012, statistics of 2012 are uploaded and edited, none of 2011, and pages know the year', async () => {
  const { firstYear } = readConfig({ FIRST_YEAR: '2012' });
  const other = await startInstance({ ...server, url: server.databaseUrl }, { firstYear });
  const post = (year: string) =>
    postStatistic(other.url, token, uploadForm(file, { timeYearFrom: year, timeYearTo: year }));
  try {
    const portal = await fetch(`${other.url}/api/portal`);
    expect(await portal.json()).toMatchObject({ firstYear: 2012 });
    expect((await post('2011')).status).toBe(400);
    const { bezugsStatistik } = (await (await post('2012')).json()) as Answer;
    expect(bezugsStatistik).toMatchObject({ timeYearFrom: 2012, timeYearTo: 2012 });
    const edited = await fetch(`${other.url}/api/statistics/${bezugsStatistik.bezugsStatistikID}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ comment: 'Old' }),
    });
    expect(edited.status).toBe(200);
  } finally {
    await other.close();
  }
});

test('a client that hangs up in the middle leaves nothing behind', async () => {
  const before = await statisticCount();
  const hangUp = new AbortController();
  const request = fetch(`${server.url}/api/statistics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
    body: uploadForm(await workbook(Array.from({ length: 30_000 }, (_, index) => [generic, index + 1]))),
    signal: hangUp.signal,
  });
  const response = await request;
  await response.body!.getReader().read();
  hangUp.abort();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await statisticCount()).toBe(before);
});

test('a row that is left out may hold what PostgreSQL keeps in no text', async () => {
  const cut = `${'a'.repeat(119)}🏥`;
  const rows = xlsxOfRows([
    ['GTIN', 'Menge', 'Artikel _x0000_'],
    [original, 3, 'Gut'],
    [original, 'viele_x0000_', cut],
  ]);
  const { report } = await uploaded(uploadForm(rows));
  expect(report).toMatchObject({
    imported: 1,
    skipped: { rows: [{ row: 3, values: [original, 'viele', `${'a'.repeat(119)}\ufffd`] }] },
  });
});

if (long)
  test('files are previewed and uploaded while focus groups are being changed', async () => {
    await whileFocusGroupsChange(server.pool, async () => {
      for (let round = 0; round < 60; round++) {
        const form = new FormData();
        form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]));
        const headers = { authorization: `Bearer ${token}` };
        const preview = await fetch(`${server.url}/api/statistics/preview`, {
          method: 'POST',
          headers,
          body: form,
        });
        expect(preview.status, await preview.text()).toBe(200);
        await uploaded(uploadForm(file));
      }
    });
  });
