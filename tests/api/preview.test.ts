import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '../support/portal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { generic, original, provider, smallCatalogue, workbook } from '../support/small-catalogue.ts';
import { gtin } from '../support/world.ts';

let server: TestServer;
let token: string;
const unknown = gtin('768099999999');

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, smallCatalogue);
  await addUser(server.pool, { email: 'rep@portal.example' });
  await addCustomer(server.pool, '4711', 'Pharmacy');
  token = await signIn(server.url, 'rep@portal.example');
});
afterAll(() => server.close());

async function post(path: string, file: Uint8Array, fields: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return fetch(`${server.url}/api/statistics/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
    body: form,
  });
}

async function twoQuantities(): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Bezug').addRows([
    ['Bestellung', '', '', ''],
    ['GTIN', 'Text', 'Menge', 'Anzahl Kartons'],
    [original, 'Original', 3, 30],
    [generic, 'Generic', 4, 40],
  ]);
  return new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer);
}

test('a dry run shows sheet, heading row, columns, first rows and the report, and stores nothing', async () => {
  const response = await post(
    'preview',
    await workbook([
      [original, 3],
      [unknown, 7],
      [generic, 'x'],
    ]),
  );
  expect(await response.json()).toMatchObject({
    sheet: 'Bezug',
    sheets: ['Bezug'],
    headingRow: 1,
    headings: [
      { column: 'A', heading: 'GTIN' },
      { column: 'B', heading: 'Menge' },
    ],
    columns: [
      { field: 'gtin', column: 'A', heading: 'GTIN' },
      { field: 'quantity', column: 'B', heading: 'Menge' },
    ],
    remembered: false,
    rows: [
      [original, '3'],
      [unknown, '7'],
      [generic, 'x'],
    ],
    report: { rowsRead: 3, imported: 2, matchedByGtin: 1, unmatched: { total: 1 }, skipped: { total: 1 } },
    suspicious: [],
  });
  const { rows } = await server.pool.query('select count(*) as count from statistics');
  expect(rows[0].count).toBe(0);
});

test('columns can be chosen otherwise, and the choice is remembered for the customer and these headings', async () => {
  const file = await twoQuantities();
  const choice = JSON.stringify({
    sheet: 'Bezug',
    headingRow: 2,
    columns: [
      { field: 'gtin', column: 'A' },
      { field: 'quantity', column: 'D' },
    ],
  });
  const chosen = await post('preview', file, { columns: choice, customerExternalId: '4711' });
  expect(await chosen.json()).toMatchObject({
    columns: [{ field: 'gtin' }, { field: 'quantity', column: 'D', heading: 'Anzahl Kartons' }],
  });

  const upload = await postStatistic(server.url, token, uploadForm(file, { columns: choice }));
  const { bezugsStatistik } = (await upload.json()) as { bezugsStatistik: { directLinkId: string } };
  const summary = await fetch(`${server.url}/api/statistics/${bezugsStatistik.directLinkId}/summary`);
  expect(await summary.json()).toMatchObject({ totalQty: 70 });

  const again = await post('preview', file, { customerExternalId: '4711' });
  expect(await again.json()).toMatchObject({ remembered: true, columns: [{}, { column: 'D' }] });
  const other = await post('preview', file, { customerExternalId: '4712' });
  expect(await other.json()).toMatchObject({ remembered: false, columns: [{}, {}, { column: 'C' }] });
});

test.each([
  [
    'without a quantity',
    { sheet: 'Bezug', headingRow: 1, columns: [{ field: 'gtin', column: 'A' }] },
    422,
    'import_choice_invalid',
  ],
  ['on a sheet that is not there', { sheet: 'X', headingRow: 1, columns: [] }, 422, 'import_choice_invalid'],
  ['that is no choice', { sheet: 1 }, 400, 'invalid_input'],
])('a choice %s is refused', async (_name, choice, status, code) => {
  const response = await post('preview', await workbook([[original, 1]]), {
    columns: JSON.stringify(choice),
  });
  expect([response.status, await response.json()]).toMatchObject([status, { code }]);
});

test('ten times the quantity of the last period, the same file and an overlapping period are pointed out', async () => {
  await addCustomer(server.pool, '4713', 'Doctor');
  const last = await workbook([
    [original, 2],
    [generic, 5],
    [provider, 1],
  ]);
  const fields = { customerExternalId: '4713', customerName: 'Doctor' };
  expect((await postStatistic(server.url, token, uploadForm(last, fields))).status).toBe(200);

  const next = await workbook([
    [original, 20],
    [generic, 49],
    [provider, 1],
  ]);
  const period = { timeMonthFrom: '12', timeYearFrom: '2025', timeMonthTo: '3', timeYearTo: '2026' };
  const overlapping = await post('preview', next, { customerExternalId: '4713', ...period });
  const answer = (await overlapping.json()) as { suspicious: object[] };
  expect(answer.suspicious).toMatchObject([
    { kind: 'overlapping_period', statistic: { customerName: 'Doctor', timeMonthTo: 12 } },
    { kind: 'quantity', gtin: original, quantity: 20, earlierQuantity: 2 },
  ]);
  expect(answer.suspicious.length).toBe(2);

  const same = await post('preview', last, {
    customerExternalId: '4713',
    ...period,
    timeMonthFrom: '1',
    timeYearFrom: '2026',
  });
  expect(await same.json()).toMatchObject({ suspicious: [{ kind: 'same_file' }] });
});

test('the problem rows come as a workbook with their row number and what is wrong, never as formulas', async () => {
  const response = await post(
    'preview/problems',
    await workbook([
      [original, 3],
      [unknown, 7],
      ['=1+1', 5],
      ['Total', 15],
    ]),
  );
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="problems.xlsx"');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await response.arrayBuffer());
  const rows = book.worksheets[0]!.getSheetValues()
    .slice(1)
    .map((row) => (row as unknown[]).slice(1));
  expect(rows).toEqual([
    ['Row', 'Problem', 'Values'],
    [3, 'Matches no product of the catalogue', unknown, '', '', '7'],
    [4, expect.any(String), '=1+1', '5'],
    [5, 'Total row, not imported', 'Total', '15'],
  ]);
});
