import { createHash } from 'node:crypto';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FilePreview } from '#shared/schemas/preview.ts';
import type { UploadResult } from '#shared/schemas/upload.ts';
import { addCustomer, columnChoice, postStatistic, uploadForm } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { generic, original, provider, workbook } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';

let server: TestServer;
let token: string;
const unknown = gtin('768099999999');

beforeAll(async () => {
  ({ server, token } = await openSmallPortal());
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
  const choice = columnChoice('Bezug', 2, 'D');
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
  const next = await postStatistic(server.url, token, uploadForm(file));
  expect(((await next.json()) as UploadResult).report).toMatchObject({ columns: [{}, { column: 'D' }] });
  const other = await post('preview', file, { customerExternalId: '4712' });
  expect(await other.json()).toMatchObject({ remembered: false, columns: [{}, {}, { column: 'C' }] });
});

test('months without a total are added up, shown as such, and read otherwise as chosen', async () => {
  const file = await sheetOf('Monate', [
    ['GTIN', 'Menge Jan', 'Menge Feb', 'Menge Mär'],
    [original, 3, 0, 4],
  ]);
  const seen = (await (await post('preview', file)).json()) as FilePreview;
  expect(seen.columns.map(({ field, column }) => `${column} ${field}`)).toEqual([
    'A gtin',
    'B quantity',
    'C quantity',
    'D quantity',
  ]);
  expect(seen.report.notices).toMatchObject([{ code: 'quantities_summed', params: { columns: 3 } }]);

  const columns = JSON.stringify({
    sheet: 'Monate',
    headingRow: 1,
    columns: [
      { field: 'gtin', column: 'A' },
      { field: 'quantity', column: 'B' },
      { field: 'quantity', column: 'C' },
    ],
  });
  const upload = await postStatistic(server.url, token, uploadForm(file, { columns }));
  const { bezugsStatistik } = (await upload.json()) as UploadResult;
  const summary = await fetch(`${server.url}/api/statistics/${bezugsStatistik.directLinkId}/summary`);
  expect(await summary.json()).toMatchObject({ totalQty: 3 });
  const next = await post('preview', file, { customerExternalId: '4711' });
  expect(await next.json()).toMatchObject({
    remembered: true,
    columns: [{}, { column: 'B' }, { column: 'C' }],
  });
});

test('a total far to the right is shown, and can be chosen', async () => {
  const days = Array.from({ length: 80 }, (_, day) => `Tag ${day + 1}`);
  const file = await sheetOf('Tage', [
    ['GTIN', ...days, 'Menge Total'],
    [original, ...days.map(() => 1), 80],
  ]);
  const seen = (await (await post('preview', file)).json()) as FilePreview;
  expect(seen.headings.at(-1)).toEqual({ column: 'CD', heading: 'Menge Total' });
  expect(seen.rows[0]!.at(-1)).toBe('80');
  const columns = columnChoice('Tage', 1, 'CC');
  expect((await postStatistic(server.url, token, uploadForm(file, { columns }))).status).toBe(200);
  const next = await post('preview', file, { customerExternalId: '4711' });
  expect(await next.json()).toMatchObject({ remembered: true, columns: [{}, { column: 'CC' }] });
});

test('which of two years counts is asked with the first rows', async () => {
  const file = await sheetOf('Jahre', [
    ['GTIN', 'Menge 2024', 'Menge 2025'],
    [original, 3, 4],
  ]);
  const answer = await post('preview', file);
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    {
      code: 'import_several_quantities',
      message: expect.stringContaining('Choose which one counts'),
      issues: [{ headingRow: 1, columns: [{ field: 'gtin', column: 'A' }] }],
    },
  ]);
});

test('a heading of contents or thousands is refused with words of its own', async () => {
  const refusal = async (heading: string) => {
    const answer = await post(
      'preview',
      await sheetOf('X', [
        ['GTIN', heading],
        [original, 3],
      ]),
    );
    return (await answer.json()) as { code: string; message: string };
  };
  expect(await refusal('Menge (in 1000)')).toMatchObject({
    code: 'import_no_quantity_heading',
    message: expect.stringContaining('“Menge (in 1000)” would have to be multiplied'),
  });
  expect((await refusal('Anzahl Tabletten')).message).toContain('counts something other than packs');
});

test('columns can be chosen of a file with fifty columns of long headings', async () => {
  // As exports have them that name a column by its period, unit and origin: without repetition, which would be packed.
  const headings = Array.from({ length: 50 }, (_, column) =>
    createHash('sha512').update(String(column)).digest('base64'),
  );
  const file = await sheetOf('Breit', [headings, [original, 3, 5]]);
  const columns = columnChoice('Breit', 1, 'C');
  const upload = await postStatistic(server.url, token, uploadForm(file, { columns }));
  expect(upload.status).toBe(200);
  const next = await post('preview', file, { customerExternalId: '4711' });
  expect(await next.json()).toMatchObject({ remembered: true, columns: [{}, { column: 'C' }] });
});

test('what a test upload takes for what is remembered for nobody', async () => {
  const file = await sheetOf('Probe', [
    ['GTIN', 'Packungen', 'Kartons'],
    [original, 3, 1],
  ]);
  const columns = columnChoice('Probe', 1, 'C');
  const upload = await postStatistic(server.url, token, uploadForm(file, { columns, testUpload: 'true' }));
  expect(upload.status).toBe(200);
  const next = await post('preview', file, { customerExternalId: '4711' });
  expect(await next.json()).toMatchObject({ remembered: false, columns: [{}, { column: 'B' }] });
});

test('a text is recognised, read otherwise as chosen, and stored and given back as it came', async () => {
  const file = Buffer.from(`Bezüge 2025\r\n\r\nGTIN;Menge;Preis\r\n${original};1.000;2,50\r\n`, 'latin1');
  const seen = await post('preview', file);
  expect(await seen.json()).toMatchObject({
    sheets: ['CSV'],
    headingRow: 3,
    rows: [[original, '1.000', '2,50']],
    report: { imported: 1, text: { separator: ';', encoding: 'windows-1252', decimal: ',' } },
  });
  const text = JSON.stringify({ decimal: '.' });
  const upload = await postStatistic(server.url, token, uploadForm(file, { text, fileName: 'Bezüge.csv' }));
  const { bezugsStatistik, report } = (await upload.json()) as UploadResult;
  expect(report.text).toEqual({ separator: ';', encoding: 'windows-1252', decimal: '.' });
  const { directLinkId } = bezugsStatistik;
  const summary = await fetch(`${server.url}/api/statistics/${directLinkId}/summary`);
  expect(await summary.json()).toMatchObject({ totalQty: 1 });
  const kept = await fetch(`${server.url}/api/statistics/${directLinkId}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(kept.headers.get('content-type')).toMatch('text/csv');
  expect(kept.headers.get('content-disposition')).toMatch(/^attachment;.*Bez%C3%BCge\.csv/);
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(file);
});

test('how a text was chosen to be read is remembered for the customer and the headings that it gives', async () => {
  // By itself 2.50 says that numbers have a point.
  const file = Buffer.from(`GTIN|Menge|Prei\xdf\r\n${original}|1.000|2.50\r\n`, 'latin1');
  const text = { encoding: 'windows-1252', separator: '|', decimal: ',' };
  const upload = await postStatistic(
    server.url,
    token,
    uploadForm(file, { text: JSON.stringify({ decimal: ',' }), fileName: 'Bezug.csv' }),
  );
  expect(((await upload.json()) as UploadResult).report).toMatchObject({ text });
  const again = await post('preview', file, { customerExternalId: '4711' });
  expect(await again.json()).toMatchObject({ remembered: true, report: { text } });
  const second = await postStatistic(server.url, token, uploadForm(file, { fileName: 'Bezug.csv' }));
  expect(((await second.json()) as UploadResult).report).toMatchObject({ text });
  // Chosen otherwise, for another customer, and below other headings it is recognised as it stands.
  const recognised = { ...text, decimal: '.' };
  const chosen = { text: '{"separator":"|"}', customerExternalId: '4711' };
  expect(await (await post('preview', file, chosen)).json()).toMatchObject({ report: { text: recognised } });
  const others = await post('preview', file, { customerExternalId: '4712' });
  expect(await others.json()).toMatchObject({ remembered: false, report: { text: recognised } });
  const renamed = Buffer.from(String(file.toString('latin1')).replace('Menge', 'Anzahl'), 'latin1');
  const next = await post('preview', renamed, { customerExternalId: '4711' });
  expect(await next.json()).toMatchObject({ remembered: false, report: { text: recognised } });
});

test('how numbers are written in a workbook is chosen and remembered where quantities are ambiguous texts', async () => {
  const file = await sheetOf('Texte', [
    ['GTIN', 'Menge', 'Wert'],
    [original, '1.000', 'x'],
    [generic, 2, 'x'],
  ]);
  const seen = await post('preview', file);
  expect(await seen.json()).toMatchObject({
    report: { imported: 1, skipped: { byReason: { quantity_ambiguous: 1 } }, text: { decimal: null } },
  });
  const text = JSON.stringify({ decimal: ',' });
  const upload = await postStatistic(server.url, token, uploadForm(file, { text }));
  const { bezugsStatistik, report } = (await upload.json()) as UploadResult;
  expect(report).toMatchObject({ imported: 2, text: { decimal: ',' } });
  const summary = await fetch(`${server.url}/api/statistics/${bezugsStatistik.directLinkId}/summary`);
  expect(await summary.json()).toMatchObject({ totalQty: 1002 });
  const again = await post('preview', file, { customerExternalId: '4711' });
  expect(await again.json()).toMatchObject({ remembered: true, report: { text: { decimal: ',' } } });
  const others = await post('preview', file, { customerExternalId: '4712' });
  expect(await others.json()).toMatchObject({ remembered: false, report: { text: { decimal: null } } });
});

test('how a text was read is not remembered with columns that stand elsewhere than their headings, or beside a further table', async () => {
  const files = [
    `Pharmacode|Menge\n1|${original}|2\n2|${generic}|3\n`,
    `Nr.|GTIN|Menge\n${original}|2\n${generic}|3\n`,
    `GTIN|Menge||GTIN|Menge\n${original}|2||${generic}|3\n`,
  ];
  for (const each of files) {
    const file = Buffer.from(each);
    const fields = { text: '{"decimal":","}', fileName: 'Bezug.csv' };
    const upload = await postStatistic(server.url, token, uploadForm(file, fields));
    expect(((await upload.json()) as UploadResult).report.imported).toBe(2);
    const again = await post('preview', file, { customerExternalId: '4711' });
    expect(await again.json()).toMatchObject({ remembered: false, report: { imported: 2 } });
  }
});

test('a text whose headings nobody knows says how it was read, and is read by columns and a separator that are chosen', async () => {
  const file = Buffer.from(`was|wieviel, etwa\n${original}|3\n${generic}|4\n`);
  const refused = await post('preview', file, { text: '{"separator":","}' });
  expect(refused.status).toBe(422);
  const { issues } = (await refused.json()) as { issues: unknown[] };
  expect(issues).toMatchObject([
    { sheet: 'CSV', text: { separator: ',', encoding: 'utf-8', decimal: null } },
  ]);
  const chosen = await post('preview', file, { columns: columnChoice('CSV', 1, 'B') });
  expect(await chosen.json()).toMatchObject({ report: { imported: 2, text: { separator: '|' } } });
});

test.each(['{"separator":"x"}', '{"encoding":null}', '[]', '7', 'x', '{"decimal":""}', '{"other":1}'])(
  'a choice of %s for a text is refused',
  async (text) => {
    expect((await post('preview', Buffer.from(`GTIN;Menge\n${original};1\n`), { text })).status).toBe(400);
  },
);

async function sheetOf(name: string, rows: (string | number)[][]): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet(name).addRows(rows);
  return new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer);
}

test('of a file without known headings the first rows are shown; named by hand it is read, and so next time', async () => {
  const file = await sheetOf('März', [
    ['Export', '', ''],
    ['Was', 'Wieviel', 'Wo'],
    [original, 3, 'x'],
    [generic, 4, 'y'],
  ]);
  const refused = await post('preview', file, { customerExternalId: '4711' });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    {
      code: 'import_no_heading',
      issues: [
        {
          sheet: 'März',
          rows: [
            { row: 1, values: ['Export'] },
            { row: 2, values: ['Was', 'Wieviel', 'Wo'] },
            { row: 3 },
            { row: 4 },
          ],
          headingRow: 2,
          columns: [{ field: 'gtin', column: 'A' }],
        },
      ],
    },
  ]);

  const columns = columnChoice('März', 2, 'B');
  const named = await post('preview', file, { columns, customerExternalId: '4711' });
  expect(await named.json()).toMatchObject({
    headingRow: 2,
    columns: [{ heading: 'Was' }, { heading: 'Wieviel' }],
    remembered: false,
    report: { rowsRead: 2, imported: 2, skipped: { total: 0 } },
  });
  expect((await postStatistic(server.url, token, uploadForm(file, { columns }))).status).toBe(200);

  const april = await sheetOf('April', [
    ['Was', 'Wieviel', 'Wo'],
    [original, 5, 'z'],
  ]);
  const next = await post('preview', april, { customerExternalId: '4711' });
  expect(await next.json()).toMatchObject({
    sheet: 'April',
    headingRow: 1,
    remembered: true,
    report: { imported: 1 },
  });
  expect((await post('preview', april, { customerExternalId: '4712' })).status).toBe(422);
});

test('of a file without any headings every row is read, and columns of the same number are remembered', async () => {
  const rows = [
    [original, 'a', 3],
    [generic, 'b', 4],
  ];
  const columns = columnChoice('Bezug', 0, 'C');
  const upload = await postStatistic(
    server.url,
    token,
    uploadForm(await sheetOf('Bezug', rows), { columns }),
  );
  expect(await upload.json()).toMatchObject({
    report: { headingRow: 0, rowsRead: 2, imported: 2, columns: [{ heading: '' }, { heading: '' }] },
  });

  const next = await sheetOf('Anders', [[provider, 'c', 9]]);
  const remembered = await post('preview', next, { customerExternalId: '4711' });
  expect(await remembered.json()).toMatchObject({
    sheet: 'Anders',
    headingRow: 0,
    remembered: true,
    columns: [{ column: 'A' }, { column: 'C' }],
    report: { imported: 1 },
  });
  const wider = await sheetOf('Bezug', [[provider, 'c', 9, 1]]);
  expect((await post('preview', wider, { customerExternalId: '4711' })).status).toBe(422);

  const headed = await sheetOf('Bezug', [
    ['GTIN', 'Menge', 'Text'],
    [provider, 9, 'c'],
  ]);
  const own = await post('preview', headed, { customerExternalId: '4711' });
  expect(await own.json()).toMatchObject({
    remembered: false,
    headingRow: 1,
    columns: [{}, { column: 'B' }, {}],
  });
});

test('an empty row below no headings is not taken for their repetition', async () => {
  const file = await sheetOf('Bezug', [
    [original, 3, ''],
    ['', '', 'Notiz'],
  ]);
  const answer = await post('preview', file, { columns: columnChoice('Bezug', 0, 'B') });
  expect(await answer.json()).toMatchObject({
    report: { skipped: { byReason: { identifier_missing: 1, heading_repeated: 0 } } },
  });
});

test.each([
  [
    'without a quantity',
    { sheet: 'Bezug', headingRow: 1, columns: [{ field: 'gtin', column: 'A' }] },
    422,
    'import_choice_invalid',
  ],
  [
    'of a column beyond those that a sheet has',
    {
      sheet: 'Bezug',
      headingRow: 1,
      columns: [
        { field: 'gtin', column: 'A' },
        { field: 'quantity', column: 'B' },
        { field: 'description', column: 'XFE' },
      ],
    },
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

test('a choice that reads nothing is answered with the first rows, to choose otherwise', async () => {
  const response = await post('preview', await workbook([[original, 1]]), {
    columns: columnChoice('Bezug', 1, 'C'),
  });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { code: 'import_nothing_readable', issues: [{ sheet: 'Bezug', rows: [{ row: 1 }, { row: 2 }] }] },
  ]);
});

test('a file of which nothing can be read says what most rows lack', async () => {
  const wrong = `${original.slice(0, 12)}${(Number(original[12]) + 1) % 10}`;
  const response = await post(
    'preview',
    await workbook([
      [wrong, 1],
      [wrong, 2],
      [original, 'many'],
    ]),
  );
  expect(response.status).toBe(422);
  const { code, message } = (await response.json()) as { code: string; message: string };
  expect(code).toBe('import_nothing_readable');
  expect(message).toContain('Most frequent reason (2 rows): Check digit of the GTIN is wrong.');
});

test('ten times the packs per month of the last period, the same file and an overlapping period are pointed out', async () => {
  await addCustomer(server.pool, '4713', 'Doctor');
  const last = await workbook([
    [original, 24],
    [generic, 60],
    [provider, 12],
  ]);
  const fields = { customerExternalId: '4713', customerName: 'Doctor' };
  expect((await postStatistic(server.url, token, uploadForm(last, fields))).status).toBe(200);

  // A third of a year: 20, 49 and 1 a month, where the year had 2, 5 and 1.
  const next = await workbook([
    [original, 80],
    [generic, 196],
    [provider, 4],
  ]);
  const period = { timeMonthFrom: '12', timeYearFrom: '2025', timeMonthTo: '3', timeYearTo: '2026' };
  const overlapping = await post('preview', next, { customerExternalId: '4713', ...period });
  const answer = (await overlapping.json()) as { suspicious: object[] };
  expect(answer.suspicious).toMatchObject([
    { kind: 'overlapping_period', statistic: { customerName: 'Doctor', timeMonthTo: 12 } },
    { kind: 'quantity', gtin: original, perMonth: 20, earlierPerMonth: 2 },
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

test('twelve times the packs of a quarter are not ten times as many per month in a year, and nothing is suspicious before the period is known', async () => {
  await addCustomer(server.pool, '4714', 'Quarter');
  const fields = { customerExternalId: '4714', customerName: 'Quarter' };
  const quarter = { timeMonthFrom: '10', timeYearFrom: '2024', timeMonthTo: '12', timeYearTo: '2024' };
  const last = await workbook([[original, 3]]);
  expect((await postStatistic(server.url, token, uploadForm(last, { ...fields, ...quarter }))).status).toBe(
    200,
  );

  const next = await workbook([[original, 36]]);
  const suspicious = async (period: Record<string, string>) => {
    const answer = await post('preview', next, { customerExternalId: '4714', ...period });
    return ((await answer.json()) as { suspicious: unknown[] }).suspicious;
  };
  const year = { timeMonthFrom: '1', timeYearFrom: '2025', timeMonthTo: '12', timeYearTo: '2025' };
  expect(await suspicious(year)).toEqual([]);
  expect(await suspicious({})).toEqual([]);
  expect(await suspicious({ ...year, timeMonthTo: '' })).toEqual([]);
  expect(await suspicious({ ...year, timeMonthTo: '3' })).toMatchObject([
    { kind: 'quantity', perMonth: 12, earlierPerMonth: 1 },
  ]);
});

test.each([
  ['2999', { code: 'time_range_invalid' }],
  ['3000000000', { code: 'invalid_input', issues: [{ path: 'timeYearTo' }] }],
])('a period until %s, which an upload could not have, is refused', async (timeYearTo, error) => {
  const response = await post('preview', await workbook([[original, 1]]), {
    timeMonthFrom: '1',
    timeYearFrom: '2025',
    timeMonthTo: '1',
    timeYearTo,
  });
  expect([response.status, await response.json()]).toMatchObject([400, error]);
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
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Problem rows.xlsx"');
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await response.arrayBuffer());
  const rows = book.worksheets[0]!.getSheetValues()
    .slice(1)
    .map((row) => (row as unknown[]).slice(1));
  expect(rows).toEqual([
    ['Row', 'Problem', 'Values'],
    [3, 'Matches no product of the catalogue', unknown, undefined, undefined, '7'],
    [4, expect.any(String), '=1+1', '5'],
    [5, 'Total row, not imported', 'Total', '15'],
  ]);
});
