import { read, utils, type WorkSheet } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReferenceData } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';
import { faultsOf, rowsBySheetJs } from '#tests/support/written-workbook.ts';

let server: TestServer;
let link: string;

beforeAll(async () => {
  const portal = await openSmallPortal();
  server = portal.server;
  link = await portal.upload([
    [original, 3],
    [generic, 6],
    [generic, -2],
    [provider, 2],
  ]);
});
afterAll(() => server.close());

const get = (path: string) =>
  fetch(`${server.url}/api/statistics/${path}`, {
    headers: { 'accept-language': 'en', accept: 'application/json' },
  });

async function view<Row>(path: string): Promise<Row[]> {
  return (await (await get(`${link}/${path}`)).json()) as Row[];
}

test('whoever has the link gets file.xlsm, whose sheets hold what the dashboard shows', async () => {
  const answer = await fetch(`${server.url}/api/statistics/${link}/download`, {
    headers: { 'accept-language': 'en' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/vnd.ms-excel.sheet.macroEnabled.12');
  expect(answer.headers.get('content-disposition')).toContain('file.xlsm');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(faultsOf(bytes)).toEqual([]);
  const sheets = rowsBySheetJs(bytes);
  const column = (sheet: string, heading: string) => {
    const rows = sheets[sheet]!;
    const at = rows.findIndex((row) => row.includes(heading));
    return rows.slice(at + 1).map((row) => row[rows[at]!.indexOf(heading)]);
  };

  const products = await view<{ gtin: string; qtySum1: number; turnoverPotential: number }>('product');
  expect(column('Articles', 'GTIN')).toEqual(products.map(({ gtin }) => gtin));
  expect(column('Articles', 'Packs')).toEqual(products.map(({ qtySum1 }) => qtySum1));
  expect(column('Articles', 'Potential')).toEqual(products.map((row) => row.turnoverPotential));
  // Only the original is missing, and no day is named for it.
  const articles = sheets.Articles!;
  const letter = utils.encode_col(articles[0]!.indexOf('Missing, expected'));
  const cells = read(bytes).Sheets.Articles!;
  expect(products.map(({ gtin }, row) => [gtin, cells[`${letter}${row + 2}`]?.v])).toEqual(
    products.map(({ gtin }) => [gtin, gtin === original ? 'no date' : undefined]),
  );
  const makers = await view<{ manufacturerName: string; efPreisSum: number }>(
    'manufacturers?sortBy=efPreisSum',
  );
  expect(column('Manufacturers', 'Manufacturer')).toEqual(makers.map((row) => row.manufacturerName));
  expect(column('Manufacturers', 'Turnover ex-factory')).toEqual(makers.map((row) => row.efPreisSum));
  const cart = await view<{ gtin: string; availableQuantity: number }>('cart');
  expect(column('Order', 'GTIN')).toEqual(cart.map(({ gtin }) => gtin));
  expect(column('Order', 'Available')).toEqual(cart.map((row) => row.availableQuantity));
  expect(column('Order', 'Total CHF')).toEqual(cart.map(() => 0));

  const summary = (await (await get(`${link}/summary`)).json()) as Record<string, number>;
  const figure = (label: string) => sheets.Overview!.find(([first]) => first === label)![1];
  expect(figure('Total turnover, CHF')).toBe(summary.turnoverTotal);
  expect(figure('Potential, CHF')).toBe(summary.potentialTotal);
  // 4 packs of the generic and 2 of the provider's, 3 of the original: 6 ÷ 9, of which the summary says 67 %.
  expect(summary.genericPenetration).toBe(67);
  expect(figure('Generic penetration')).toBeCloseTo(6 / 9, 12);
  expect(figure('Generic quota')).toBeCloseTo(summary.turnoverGenericum! / summary.turnoverTotal!, 12);
  expect(figure('Customer')).toBe('Pharmacy');
});

test('a link that leads nowhere gets no file', async () => {
  expect((await get('AAAAAAAAAAAAAAAAAAAAAA/download')).status).toBe(404);
});

test.each([
  ['2026-01-04', '', 'Not deliverable by the delivery date; no date is known', 'no date'],
  [
    '2026-01-05',
    '2126-06-15',
    'Not deliverable by the delivery date; expected on 15.06.2126',
    new Date('2126-06-15T00:00:00Z'),
  ],
  [
    '2026-01-06',
    '2026-01-07',
    'Not deliverable by the delivery date; was expected on 07.01.2026',
    'was expected on 07.01.2026',
  ],
  // A fixed word of lists, in the reader's language.
  [
    '2026-01-08',
    'unbestimmt',
    'Not deliverable by the delivery date; expected: undetermined',
    'undetermined',
  ],
])(
  'as of %s the order says that a product that is missing until «%s» is late, and the articles when it is expected',
  async (updated, expected, note, cell) => {
    await publishReferenceData(server.pool, {
      ...smallCatalogue,
      stockouts: {
        csv: `${smallCatalogue.stockouts.csv}${provider},2026-01-02,${updated},${expected},\n`,
        force: 'two products',
      },
    });
    const rows = async () => {
      const bytes = await (await get(`${link}/download`)).arrayBuffer();
      const { Order: order, Articles: articles } = read(new Uint8Array(bytes), { cellDates: true }).Sheets;
      return [...columnsOf(order!, 'GTIN', 'Note'), ...columnsOf(articles!, 'GTIN', 'Missing, expected')];
    };
    await expect.poll(rows).toEqual(
      expect.arrayContaining([
        [provider, note],
        [provider, cell],
      ]),
    );
  },
);

/** By row below the headings, what stands below two of these. */
function columnsOf(sheet: WorkSheet, ...headings: [string, string]): unknown[][] {
  const { e: end } = utils.decode_range(sheet['!ref']!);
  const rows = Array.from({ length: end.r + 1 }, (_, r) =>
    Array.from({ length: end.c + 1 }, (_, c): unknown => sheet[utils.encode_cell({ r, c })]?.v),
  );
  const at = rows.findIndex((row) => row.includes('GTIN'));
  return rows.slice(at + 1).map((row) => headings.map((heading) => row[rows[at]!.indexOf(heading)]));
}
