import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { semaphoreFigures } from '#analytics/semaphore.ts';
import { countLockWaits } from '#tests/support/database.ts';
import type { TestServer } from '#tests/support/server.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, uploadRows } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';
import {
  faultsOf,
  partsOf,
  rowsByOwnReader,
  rowsBySheetJs,
  scannedPictures,
} from '#tests/support/written-workbook.ts';

/** A pack that the catalogue does not know. */
const unknown = gtin('768099999999');

let server: TestServer;
let token: string;
let link: string;
let own: string;

beforeAll(async () => {
  const portal = await openSmallPortal();
  ({ server, token } = portal);
  link = await portal.upload([
    [original, 3],
    [generic, 6],
    [generic, -2],
    [provider, 2],
    [unknown, 5],
  ]);
  own = await portal.upload([[original, 1]], { customerName: 'Other', testUpload: 'true' });
});
afterAll(() => server.close());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/statistics/${path}`, { headers: { 'accept-language': 'en', ...headers } });
}

async function file(path: string, headers: Record<string, string> = {}): Promise<Uint8Array> {
  const answer = await get(path, headers);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

const sheets = async (path: string, headers = {}) => rowsBySheetJs(await file(path, headers));
const signedIn = () => ({ authorization: `Bearer ${token}` });

describe('the product analysis', () => {
  test('has what the page shows: its columns, filters and order', async () => {
    const query = 'general=match&sortBy=qtySum&columns=quantity&columns=gtin&columns=alternative';
    const all = await sheets(`${link}/download-excel/?${query}`);
    expect(Object.keys(all)).toEqual(['About', 'Product analysis', 'Columns explained']);
    const [headings, ...rows] = all['Product analysis']!;
    expect(headings).toEqual([
      'Product',
      'GTIN',
      'Quantity',
      'Alternative',
      'GTIN of the alternative',
      'Turnover potential CHF',
      'Marks',
      'Marks of the alternative',
    ]);
    // Of the competitors' packs each has the provider's of CHF 10 as alternative; 6 − 2 packs of the generic remain.
    expect(rows.map((row) => row.slice(0, 6))).toEqual([
      ['Generic 10 mg 30 Tabl', generic, 4, 'Provider 10 mg 30 Tabl', provider, 40],
      ['Original 10 mg 30 Tabl', original, 3, 'Provider 10 mg 30 Tabl', provider, 30],
    ]);
    expect(rows[1]![6]).toContain('40% deductible');
    expect(rows[0]![6]).toBeNull();
  });

  test('says first whose it is, of when, which filters and what it sums up to', async () => {
    const { About } = await sheets(`${link}/download-excel?general=match&molecule=ramiprilum&sortBy=qtySum`);
    const said = new Map(About!.filter(([label]) => label).map(([label, value]) => [label, value]));
    expect(About![0]![0]).toBe('Product analysis');
    expect(Object.fromEntries(said)).toMatchObject({
      Customer: 'Pharmacy',
      Period: '01.2025 – 12.2025',
      Articles: 2,
      Quantity: 7,
      'Turnover potential CHF': 70,
      'Prices as of': expect.stringMatching(/^01\.01\.2026 \(catalogue revision \d+\)$/),
    });
    const words = About!.map(([, value]) => value);
    expect(words).toContain('Molecule: ramiprilum');
    expect(said.has('External ID')).toBe(false);
  });

  test('has everything where no columns are named', async () => {
    const { 'Product analysis': list, 'Columns explained': columns } = await sheets(`${link}/download-excel`);
    const [headings, ...rows] = list as [string[], ...unknown[][]];
    const cell = (row: number, heading: string) => rows[row]![headings.indexOf(heading)];
    expect(rows.map((row) => row[0])).toEqual([
      'Generic 10 mg 30 Tabl',
      'Original 10 mg 30 Tabl',
      'Provider 10 mg 30 Tabl',
      null,
    ]);
    expect(cell(1, 'Ex-factory price CHF')).toBe(20);
    expect(cell(1, 'Kind')).toBe('Original');
    expect(cell(1, 'Not deliverable')).toBe('Yes');
    expect(cell(1, 'Reported on')).toEqual(new Date('2026-01-02T00:00:00Z'));
    expect(cell(0, 'Not deliverable')).toBe('No');
    expect(cell(0, 'SL')).toBe('Yes');
    expect(cell(0, 'Pack factor')).toBe(1);
    expect(columns!.find(([, column]) => column === 'Pack factor')![2]).toMatch(/pack size/i);
  });

  test('with barcodes of the articles a scanner reads in each row the GTIN that stands there', async () => {
    const bytes = await file(`${link}/download-excel?barcode=true&barcodeOf=article&columns=none`);
    expect(faultsOf(bytes)).toEqual([]);
    const list = rowsBySheetJs(bytes)['Product analysis']!;
    expect(list[0]!.slice(0, 4)).toEqual(['Product', 'Barcode', 'GTIN', 'Pharmacode']);
    const scanned = await scannedPictures(bytes, 2);
    expect(scanned).toEqual(list.slice(1).map((row, index) => ({ row: index + 1, text: row[2] })));
    expect(scanned).toHaveLength(4);
  });

  test('with barcodes a scanner reads our alternative, next to its name, and nothing where there is none', async () => {
    const bytes = await file(`${link}/download-excel/?barcode=true&columns=none`);
    expect(faultsOf(bytes)).toEqual([]);
    const [head, ...list] = rowsBySheetJs(bytes)['Product analysis']!;
    const place = head!.indexOf('Barcode of our alternative');
    const code = head!.indexOf('GTIN of the alternative');
    const expected = list.flatMap((row, index) => (row[code] ? [{ row: index + 1, text: row[code] }] : []));
    expect(place).toBe(head!.indexOf('Alternative') + 1);
    expect(await scannedPictures(bytes, 2)).toEqual(expected);
    // The original is replaced by the provider's product.
    const ofOriginal = list.find((row) => row[head!.indexOf('GTIN')] === original)!;
    expect(ofOriginal[code]).toBe(provider);
    expect(expected.length).toBeLessThan(list.length);
  });

  test('is called by its kind, its customer and its months, in the header that the page reads too', async () => {
    const answer = await get(`${link}/download-excel/?barcode=false`, { 'accept-language': 'de' });
    const name = answer.headers.get('report-file-name');
    expect(decodeURIComponent(name!)).toBe('Produktanalyse Pharmacy 2025.xlsx');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="Produktanalyse Pharmacy 2025.xlsx"',
    );
  });

  test('choices that there are not are refused, and links that lead nowhere', async () => {
    for (const query of [
      'columns=price',
      'general=x',
      'barcode=1',
      'barcode=true&barcodeOf=x',
      'limit=3',
      'sortBy=name',
    ]) {
      expect((await get(`${link}/download-excel?${query}`)).status).toBe(400);
    }
    const nowhere = await get(`${'x'.repeat(22)}/download-excel`);
    expect([nowhere.status, await nowhere.json()]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe('the statistic', () => {
  test('has products and original rows, and all of them, where nothing else is said', async () => {
    const bytes = await file(`${link}/excel`);
    expect(faultsOf(bytes)).toEqual([]);
    const all = rowsBySheetJs(bytes);
    expect(Object.keys(all)).toEqual(['daten', 'stats', 'About', 'Columns explained']);
    const [headings, ...rows] = all.daten as [string[], ...unknown[][]];
    const figures = ['GTIN', 'Rows', 'Quantity', 'Ex-factory price total CHF', 'Turnover potential CHF'];
    // Prices CHF 12, 20 and 10; the alternative's is 10.
    expect(rows.map((row) => figures.map((heading) => row[headings.indexOf(heading)]))).toEqual([
      [generic, 2, 4, 48, 40],
      [original, 1, 3, 60, 30],
      [provider, 1, 2, 20, 0],
    ]);
    expect(all.stats!.map((row) => [row[0], row[5], row[8], row[9], row[10]])).toEqual([
      ['Row', 'Quantity in the file', 'Packs', 'Matched by', 'GTIN of the product'],
      [2, '3', 3, 'GTIN', original],
      [3, '6', 6, 'GTIN', generic],
      [4, '-2', -2, 'GTIN', generic],
      [5, '2', 2, 'GTIN', provider],
      [6, '5', 5, 'matches no product', null],
    ]);
  });

  test('merge way 1 has products that were not bought, way 0 only what matches', async () => {
    const rows = async (query: string) => {
      const { daten, stats } = await sheets(`${query}`);
      return [daten?.slice(1).map((row) => [row[0], row[17]]), stats?.slice(1).map((row) => row[1])];
    };
    expect(await rows(`${own}/excel`)).toEqual([
      [
        [generic, 0],
        [original, 1],
        [provider, 0],
      ],
      [original],
    ]);
    expect(await rows(`${own}/excel?merge=0`)).toEqual([[[original, 1]], [original]]);
    const [, matching] = await rows(`${link}/excel?merge=0&sheets=stats`);
    expect(matching).toEqual([original, generic, generic, provider]);
  });

  test.each([
    ['sheets=daten', ['daten']],
    ['sheets=stats', ['stats']],
    ['sheets=stats&sheets=daten', ['daten', 'stats']],
  ])('%s has the sheets %j', async (query, names) => {
    expect(Object.keys(await sheets(`${link}/excel?${query}`)).slice(0, -2)).toEqual(names);
  });

  test.each(['merge=2', 'sheets=x', 'sheets=', 'all=1'])('%s is refused', async (query) => {
    expect((await get(`${link}/excel?${query}`)).status).toBe(400);
  });
});

test('files of visitors lack the number of the customer, and all of them comment and representative', async () => {
  await server.pool.query(
    `update statistics set customer_external_id = 'X-4711-X', comment = 'secret-comment', sales_representative = 'secret-name'
     where direct_link_id = $1`,
    [link],
  );
  await server.pool.query('update statistics set revision = revision + 1 where direct_link_id = $1', [link]);
  for (const path of [`${link}/download-excel`, `${link}/excel`]) {
    const visitors = text(await file(path));
    const users = text(await file(path, signedIn()));
    expect([visitors.includes('X-4711-X'), users.includes('X-4711-X')]).toEqual([false, true]);
    expect(visitors + users).not.toMatch(/secret/);
  }
});

test('our own reader reads them too', async () => {
  const { stats } = await rowsByOwnReader(await file(`${link}/excel?sheets=stats`));
  expect(stats!.map((row) => row[8])).toEqual(['Packs', '3', '6', '-2', '2', '5']);
});

test('nothing is written for whoever has gone, and the next is answered', async () => {
  for (let round = 0; round < 5; round++) {
    const gone = new AbortController();
    const answer = fetch(`${server.url}/api/statistics/${link}/excel`, { signal: gone.signal });
    setTimeout(() => gone.abort(), round * 5);
    await answer.then((response) => response.arrayBuffer()).catch(() => undefined);
  }
  expect(Object.keys(await sheets(`${link}/excel`))).toContain('daten');
});

/** Everything that the parts of a workbook say. */
function text(bytes: Uint8Array): string {
  return [...partsOf(bytes).values()].map((part) => part.toString('latin1')).join('\n');
}

test('of many workbooks that are asked for at once few are read before they can be written', async () => {
  const threads = () => semaphoreFigures().get('thread')?.waiting ?? 0;
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, threads());
  }, 1);
  const forms = ['excel', 'download-excel', 'download'];
  const asked = Array.from({ length: 24 }, (_, index) => file(`${link}/${forms[index % 3]}`));
  expect((await Promise.all(asked)).filter(({ byteLength }) => byteLength > 0)).toHaveLength(24);
  clearInterval(looking);
  expect(most).toBeLessThanOrEqual(4);
}, 60_000);

test('a workbook that waits is of what there is when it is its turn', async () => {
  const { pool } = server;
  const { bezugsStatistikID, directLinkId } = await uploadRows(server.url, token, [[original, 3]]);
  const reading = await pool.connect();
  await reading.query('begin; lock table statistic_files in access exclusive mode');
  const asked = sheets(`${directLinkId}/excel`);
  await expect.poll(() => countLockWaits(pool)).toBe(1);
  await pool.query(`update statistics set revision = revision + 1, customer_name = 'Renamed' where id = $1`, [
    bezugsStatistikID,
  ]);
  await reading.query('rollback');
  reading.release();
  expect(JSON.stringify(await asked)).toContain('Renamed');
});
