import { setTimeout as sleep } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';
import { faultsOf, rowsBySheetJs } from '#tests/support/written-workbook.ts';

const xal = gtin('768010000004');
const unpriced = gtin('768010000005');
const unbought = gtin('768010000006');
const combination = gtin('768010000007');
const tea = gtin('768010000008');

const small = smallCatalogue.catalogue;
const line = (
  code: string,
  pharmacode: string,
  name: string,
  maker: string,
  molecule: string,
  price: string,
) =>
  `${code},${pharmacode},${name},${maker},${molecule && 'C09AA05'},${molecule},30,Tabl,Tabletten,10 mg,generic,1,0,0,0,${price},,10000,B`;
const world = {
  ...smallCatalogue,
  catalogue: {
    ...small,
    products: `${small.products}${[
      line(xal, '0000004', 'Xal', 'Alpha AG', 'xanum', '5'),
      line(unpriced, '0000005', 'Unpriced', 'Beta AG', 'xanum', ''),
      line(unbought, '0000006', 'Unbought', 'Gamma AG', 'xanum', '9'),
      line(combination, '0000007', 'Combination', 'Original AG', 'ramiprilum', '2.5'),
      line(tea, '0000008', 'Tea', 'Herb AG', '', '1'),
    ].join('\n')}\n`,
  },
};

let server: TestServer;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
let link = '';

beforeAll(async () => {
  server = await startTestServer();
  const { pool, url } = server;
  await publishReferenceData(pool, world);
  for (const [name, role] of [
    ['lead', 'User'],
    ['rep', 'User'],
    ['admin', 'Admin'],
  ] as const) {
    const email = `${name}@portal.example`;
    ids[name] = await addUser(pool, { email, name: `The ${name}`, role });
    tokens[name] = await signIn(url, email);
  }
  await pool.query('update users set parent_user_id = $2 where id = $1', [ids.rep, ids.lead]);
  for (const id of ['4711', '4712', '4713']) await addCustomer(pool, id, `Customer ${id}`);
  // What the first customer bought before is history.
  await upload('4711', [[xal, '', 100]], { timeYearFrom: '2024', timeYearTo: '2024' });
  link = await upload('4711', [
    [xal, '', 3],
    [xal, '', -1],
    [unpriced, '', 4],
    [combination, '', 2],
    [original, '', 9],
    [provider, '', 9],
  ]);
  // By Pharmacode and by GTIN: six packs of one product.
  await upload('4712', [
    ['', '0000004', 5],
    [xal, '', 1],
    [tea, '', 1],
    [generic, '', 2],
  ]);
  await upload('4713', [
    [xal, '', 2],
    [xal, '', -2],
    [unpriced, '', 1],
  ]);
  await upload('9999', [[xal, '', 1000]], { testUpload: 'true' });
});
afterAll(() => server.close());

type Line = readonly [gtin: string, pharmacode: string, packs: number];

async function upload(customer: string, lines: readonly Line[], fields = {}): Promise<string> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Bezug');
  sheet.addRows([['GTIN', 'Pharmacode', 'Menge'], ...lines]);
  const bytes = new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer);
  const form = uploadForm(bytes, {
    customerExternalId: customer,
    customerName: `Customer ${customer}`,
    ...fields,
  });
  const answer = await postStatistic(server.url, tokens.rep!, form);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as { bezugsStatistik: { directLinkId: string } }).bezugsStatistik
    .directLinkId;
}

function call(path: string, who?: string, init: RequestInit = {}): Promise<Response> {
  const headers: Record<string, string> = { 'accept-language': 'en', ...(init.headers as object) };
  if (who) headers.authorization = `Bearer ${tokens[who]}`;
  return fetch(`${server.url}/api${path}`, { ...init, headers });
}

type Row = Record<string, unknown>;

/** The rows of each sheet, by the headings of its columns. */
async function report(name: string, who = 'admin'): Promise<Record<string, Row[]>> {
  const answer = await call(`/report/${name}`, who);
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(faultsOf(bytes)).toEqual([]);
  return Object.fromEntries(
    Object.entries(rowsBySheetJs(bytes)).map(([sheet, [headings = [], ...rows]]) => [
      sheet,
      rows.map((row) => Object.fromEntries(headings.map((heading, place) => [heading, row[place] ?? null]))),
    ]),
  );
}

test('a report has its name in a header that other origins may read, and is for administrators', async () => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }).format(new Date());
  const answer = await call('/report/Scout', 'admin');
  expect(answer.headers.get('report-file-name')).toBe(encodeURIComponent(`Scout ${today}.xlsx`));
  expect(answer.headers.get('access-control-expose-headers')).toBe('report-file-name');
  const french = await call('/report/Drugshortage', 'admin', { headers: { 'accept-language': 'fr-CH' } });
  expect(french.headers.get('report-file-name')).toBe(encodeURIComponent(`Ruptures de stock ${today}.xlsx`));
  expect((await call('/report/Scout', 'rep')).status).toBe(403);
  expect((await call('/report/Other', 'admin')).status).toBe(400);
});

test.each(['Tracking', 'Drugshortage', 'Scout'])('every column of %s is explained', async (name) => {
  const sheets = await report(name);
  const explained = sheets['Columns explained']!.map((row) => `${row.Sheet}: ${row.Column}`);
  const lists = Object.entries(sheets).filter(([sheet]) => !['About', 'Columns explained'].includes(sheet));
  expect(lists.length).toBeGreaterThan(1);
  const headings = lists.flatMap(([sheet, [row]]) =>
    Object.keys(row ?? {}).map((heading) => `${sheet}: ${heading}`),
  );
  expect(explained).toEqual(expect.arrayContaining(headings));
  for (const row of sheets['Columns explained']!) {
    expect(String(row.Meaning).length).toBeGreaterThan(2);
    // A key without a text stands for itself.
    expect(`${row.Column} ${row.Meaning}`).not.toContain('reports.');
  }
});

describe('the scout', () => {
  test('has products that the provider offers nothing for, by turnover, from the newest statistic of each customer', async () => {
    const { Products: rows } = await report('Scout');
    const shown = rows!.map((row) =>
      ['Product', 'Customers', 'Packs', 'Turnover CHF', 'Molecule offered', 'Competitors'].map(
        (name) => row[name],
      ),
    );
    expect(shown).toEqual([
      // 2 packs net and 6: 8 × CHF 5; Alpha, Beta and Gamma make the molecule.
      ['Xal', 2, 8, 40, 'No', 3],
      // 2 × CHF 2.50; Original AG and Generic AG.
      ['Combination', 1, 2, 5, 'Yes', 2],
      ['Tea', 1, 1, 1, null, null],
      ['Unpriced', 2, 5, null, 'No', 3],
    ]);
  });

  test('has molecules of which the provider offers nothing, each customer once', async () => {
    const { Molecules: rows, About: about } = await report('Scout');
    expect(rows).toEqual([
      {
        Molecule: 'xanum',
        ATC: 'C09AA05',
        // All three: one of them by the product without a price alone.
        Customers: 3,
        Packs: 13,
        'Turnover CHF': 40,
        'Products bought': 2,
        'Without price': 1,
        Competitors: 2,
        Manufacturers: 'Alpha AG, Beta AG',
      },
    ]);
    expect(about!.map((row) => Object.values(row))).toContainEqual(['Customers with a statistic', '3']);
  });

  test('is written to the end where a focus group is changed meanwhile', async () => {
    const { pool } = server;
    const reading = await pool.connect();
    await reading.query('begin; lock table statistic_identifiers in access exclusive mode');
    const asked = report('Scout');
    await expect.poll(() => countLockWaits(pool)).toBe(1);
    await pool.query("insert into focus_groups (name) values ('Saved meanwhile')");
    // Heard of by then; once the dashboard answers, what was loaded with those of before has left memory.
    await sleep(200);
    expect((await call(`/statistics/${link}/summary`)).status).toBe(200);
    await reading.query('rollback');
    reading.release();
    expect((await asked).Products).toHaveLength(4);
    await pool.query('delete from focus_groups');
  });
});

describe('tracking', () => {
  /** A version of the one order, of packs and CHF. */
  const handOut = (version: number, packs: number, value: number) =>
    server.pool.query(
      `insert into orders (cart_key, version, statistic_id, owner_id, made_by, content, content_sha256, selection_sha256,
         signed, row_count, packs, ex_factory_sum)
       select 'k', $3::integer, s.id, $2, $2, '{}', decode(repeat('0' || $3::integer, 32), 'hex'), decode(repeat('00', 32), 'hex'),
         false, 1, $4, $5
       from statistics s
       where s.direct_link_id = $1`,
      [link, ids.rep, version, packs, value],
    );

  beforeAll(async () => {
    for (const who of [undefined, undefined, 'rep', 'admin']) {
      expect((await call(`/statistics/${link}/openings`, who, { method: 'POST' })).status).toBe(204);
    }
    for (const [path, who] of [['excel'], ['excel', 'rep'], ['file', 'rep']] as const) {
      await (await call(`/statistics/${link}/${path}`, who)).arrayBuffer();
    }
    // What fails is no opening and no download.
    expect((await call(`/statistics/${'x'.repeat(22)}/openings`, undefined, { method: 'POST' })).status).toBe(
      404,
    );
    expect((await call(`/statistics/${'x'.repeat(22)}/excel`)).status).toBe(404);
    await handOut(1, 10, 100);
    await handOut(2, 12, 120.5);
  });

  const activity = {
    Uploads: 4,
    'Test uploads': 1,
    'Openings by visitors': 2,
    'Openings by users': 2,
    Downloads: 2,
    'Downloads by visitors': 1,
    Orders: 1,
    'Order versions': 2,
    // Of the second version, which took the place of the first.
    'Packs ordered': 12,
    'Order value CHF': 120.5,
  };

  test('has openings of the day by kind of caller', async () => {
    const { Openings: rows } = await report('Tracking');
    expect(rows).toEqual([
      { Day: expect.any(Date), Visitors: 2, Users: 1, Administrators: 1, Openings: 4, Statistics: 1 },
    ]);
  });

  test('has uploads, openings, downloads and orders per representative, team and month', async () => {
    const { Representatives: people, Teams: teams } = await report('Tracking');
    const [{ Month: month, ...row }] = people as [Row];
    expect(people!.length).toBe(1);
    expect(row).toEqual({ Representative: 'The rep', Team: 'The lead', ...activity });
    expect((month as Date).getUTCDate()).toBe(1);
    expect(teams).toEqual([{ Month: month, Team: 'The lead', ...activity }]);
  });

  test('tells no value of orders of which no row has a price', async () => {
    await handOut(3, 12, 0);
    const { Representatives: people, Teams: teams } = await report('Tracking');
    for (const [row] of [people, teams] as [Row][]) {
      expect(row).toMatchObject({ Orders: 1, 'Packs ordered': 12, 'Order value CHF': null });
    }
  });

  test('has downloads by kind of file', async () => {
    const { Downloads: rows } = await report('Tracking');
    const names = ['Representative', 'File', 'Downloads', 'Downloads by visitors'];
    expect(rows!.map((row) => names.map((name) => row[name]))).toEqual([
      ['The rep', 'Original file', 1, 0],
      ['The rep', 'Statistic as Excel', 1, 1],
    ]);
  });

  test('has every upload with what became of it', async () => {
    const { Uploads: rows } = await report('Tracking');
    expect(rows!.length).toBe(5);
    expect(rows!.find((row) => row['Openings by visitors'] === 2)).toMatchObject({
      Customer: 'Customer 4711',
      'External ID': '4711',
      Representative: 'The rep',
      'Period from': new Date('2025-01-01'),
      'Period to': new Date('2025-12-31'),
      Test: 'No',
      'Openings by users': 2,
      Downloads: 3,
      Orders: 1,
    });
  });

  test('has for a line manager the rows of their people, at any depth, and no others', async () => {
    const { pool } = server;
    expect((await call('/report/Tracking', 'rep')).status).toBe(403);
    for (const name of ['Drugshortage', 'Scout'])
      expect((await call(`/report/${name}`, 'lead')).status).toBe(403);
    const whole = await report('Tracking');
    const other = await addUser(pool, { email: 'other@portal.example', name: 'The other' });
    // One of the five uploads is somebody else's, as are what was opened, downloaded and ordered of it.
    const theirs = await pool.query(
      `update statistics set uploader_id = $1 where customer_external_id = '4713' returning id`,
      [other],
    );
    await pool.query(
      `insert into usage_counts (day, event, caller, statistic_id, representative_id, count)
       values (current_date, 'opening', 'visitor', $1, $2, 7), (current_date, 'statistic', 'user', $1, $2, 3)`,
      [theirs.rows[0].id, other],
    );
    try {
      const mine = await report('Tracking', 'lead');
      for (const sheet of ['Openings', 'Downloads']) expect(mine[sheet]).toEqual(whole[sheet]);
      const [row] = mine.Representatives as [Row];
      expect(mine.Representatives).toHaveLength(1);
      expect(row).toMatchObject({ Representative: 'The rep', 'Openings by visitors': 2, Orders: 1 });
      expect(mine.Teams).toHaveLength(1);
      expect(mine.Uploads).toHaveLength(4);
      expect(JSON.stringify(mine)).not.toContain('4713');
      // Of all, an administrator still has everything.
      expect((await report('Tracking')).Uploads).toHaveLength(5);
      // The lead's own lead has the same, through others.
      await pool.query('update users set parent_user_id = $1 where id = $2', [other, ids.lead]);
      tokens.other = await signIn(server.url, 'other@portal.example');
      expect((await report('Tracking', 'other')).Uploads).toHaveLength(5);
    } finally {
      await pool.query('update users set parent_user_id = null where id = $1', [ids.lead]);
      await pool.query('update statistics set uploader_id = $1 where uploader_id = $2', [ids.rep, other]);
      await pool.query('delete from usage_counts where representative_id = $1', [other]);
      await pool.query('delete from users where id = $1', [other]);
    }
  });

  test('knows nothing of visitors but that they were visitors', async () => {
    const { rows } = await server.pool.query(
      "select column_name from information_schema.columns where table_name = 'usage_counts' order by 1",
    );
    const names = rows.map((row) => row.column_name);
    expect(names).toEqual(['caller', 'count', 'day', 'event', 'representative_id', 'statistic_id']);
    const { rows: whose } = await server.pool.query(
      "select distinct representative_id from usage_counts where caller = 'visitor'",
    );
    expect(whose).toEqual([{ representative_id: ids.rep }]);
  });
});
