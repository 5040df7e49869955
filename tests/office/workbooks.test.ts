import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standardContext } from '#analytics/context.ts';
import { aboutStatistic, exportedRows } from '#analytics/exports.ts';
import { product } from '#analytics/views/product.ts';
import { teamWorkbook } from '#server/customers/team-routes.ts';
import { callListWorkbook } from '#server/market/call-list/call-list-routes.ts';
import { orderWorkbook } from '#server/orders/paper/order-workbook.ts';
import { buildTemplate } from '#server/reference-data/template-files/built-in.ts';
import { analysisWorkbook, readAnalysis } from '#server/statistics/exports/analysis-workbook.ts';
import { statisticWorkbook } from '#server/statistics/exports/statistic-workbook.ts';
import { problemRowsWorkbook } from '#server/statistics/uploads/preview-routes.ts';
import { makeWorkbook } from '#server/workbooks/writing/make-workbook.ts';
import { languages } from '#shared/languages.ts';
import { badGtin, orderForm, orderRows } from '../support/order-form.ts';
import { pdfPages } from '../support/pdf-pages.ts';
import { pharmacy } from '../support/pharmacy.ts';
import { scan } from '../support/scan.ts';
import { gtin, type OpenWorld, openWorld } from '../support/world.ts';
import { rowsBySheetJs } from '../support/written-workbook.ts';
import { converted } from './office.ts';

const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };
const words = { provider: 'Provider', rate: 40 };
const made = new Date('2026-01-05T08:00:00Z');

const LOW_DPI = 20;
/** Points from the left edge of the page within which the numbers of rows stand. */
const NUMBER_END = 60;

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

type Language = (typeof languages)[number];

async function analysis(language: Language, barcode: boolean): Promise<Uint8Array> {
  const parameters = { ...product.parameters.parse({}), limit: null, offset: null };
  const rows = await world.statistics.use(key, (connection) =>
    readAnalysis(connection, parameters, standardContext()),
  );
  const options = barcode ? [] : null;
  const file = {
    parameters,
    options,
    barcode: barcode ? ('article' as const) : null,
    signedIn: true,
    words,
    made,
  };
  return makeWorkbook(analysisWorkbook(language, rows, file));
}

async function statistic(language: Language): Promise<Uint8Array> {
  const workbook = await world.statistics.withLines(key, async (connection) => {
    const about = await aboutStatistic(connection);
    const daten = { name: 'daten' as const, arrow: await exportedRows(connection, 'daten', true) };
    const stats = { name: 'stats' as const, arrow: await exportedRows(connection, 'stats', true) };
    return statisticWorkbook(language, about, {
      sheets: [daten, stats],
      all: true,
      signedIn: true,
      words,
      made,
    });
  });
  return makeWorkbook(workbook);
}

function callList(): Promise<Uint8Array> {
  const product = {
    gtin: gtin('768010000001'),
    productName: '=HYPERLINK("x")',
    manufacturer: 'Original AG',
    reportedOn: '2026-01-02',
    knownSinceAtLeast: true,
    expectedDelivery: 'im Frühling',
    alternativeGTIN: gtin('768010000003'),
    alternativeProductName: 'Provider 10 mg',
    packs: 12,
    packsPerMonth: 1,
    turnoverPotential: 1234.5,
    potentialPerMonth: 102.88,
  };
  const customer = {
    directLinkId: 'x',
    customerName: '=1+1',
    customerExternalId: '0047',
    phone: '+41 44 000 00 01',
    representative: 'Müller',
    timeMonthFrom: 1,
    timeYearFrom: 2025,
    timeMonthTo: 12,
    timeYearTo: 2025,
  };
  const list = { customers: [{ ...customer, products: [product] }] };
  return callListWorkbook(list as unknown as Parameters<typeof callListWorkbook>[0], 'de', {
    author: 'Provider',
  });
}

function problems(): Promise<Uint8Array> {
  const skipped = { rows: [{ row: 3, reason: 'no_identifier', values: ['=1', '2'] }] };
  const report = { skipped, unmatched: { rows: [] }, totalRows: [] };
  return problemRowsWorkbook(report as unknown as Parameters<typeof problemRowsWorkbook>[0], 'fr', {
    author: 'Provider',
  });
}

function team(language: Language): Promise<Uint8Array> {
  const figures = {
    uploads: 12,
    customers: 7,
    potentialPerMonth: 1234.55,
    notDeliverable: 84,
    notDeliverableReplaceable: 40,
    orders: 3,
    ordersSent: 0,
    orderValue: 14210.05,
    orderedProducts: 38,
    boughtProducts: 21,
    competitorProducts: 9,
    turnoverPerYear: 14210,
    openings: 0,
  };
  const unknown = { ...figures, potentialPerMonth: null, turnoverPerYear: null };
  const months = [
    { month: '2026-01', ...figures },
    { month: '2025-12', ...unknown },
  ];
  const representatives = [
    { id: 1, name: '=HYPERLINK("x")', ...figures, months },
    { id: null, name: null, ...unknown, months: [] },
  ];
  const span = { from: '2025-02', to: '2026-01' };
  const last = {
    representative: null,
    customerExternalId: '1',
    customerName: '=1+1',
    id: 7,
    name: '=1+1',
    month: '2026-01',
  };
  const brought = [
    { ...last, orderedProducts: 3, boughtProducts: 2, competitorProducts: 1, turnoverPerYear: 120.5 },
  ];
  const product = { gtin: '7680000000018', productDescription: '=1+1', packsOrdered: 4 };
  const unreckoned = {
    state: null,
    packsBought: null,
    turnoverPerYear: null,
    otherPacks: null,
    competitorPacks: null,
    competitorTurnoverPerYear: null,
  };
  const bought = { packsBought: 3, turnoverPerYear: 120.5, otherPacks: 0 };
  const products = [
    { ...last, ...product, ...unreckoned, ...bought, state: 'bought' as const },
    { ...last, ...product, ...unreckoned },
  ];
  const of = { brought, products };
  const found = { representatives, totals: figures, current: false, last: { orders: of, scenarios: of } };
  return makeWorkbook(teamWorkbook(language, found, span, 'Provider'));
}

describe('LibreOffice opens every workbook and finds in it what we wrote', () => {
  const workbooks: [string, () => Promise<Uint8Array>][] = [
    ...languages.map((language): [string, () => Promise<Uint8Array>] => [
      `product analysis, ${language}`,
      () => analysis(language, false),
    ]),
    ['product analysis with barcodes', () => analysis('de', true)],
    ['statistic', () => statistic('it')],
    ['call list', callList],
    ['team', () => team('it')],
    ['problem rows', problems],
    ['template', buildTemplate],
    ['order', () => makeWorkbook(orderWorkbook(orderForm(orderRows(60), { language: 'fr' }), false))],
    ['order with barcodes', () => makeWorkbook(orderWorkbook(orderForm(orderRows(20)), true))],
  ];

  test.each(workbooks)('%s', async (_, make) => {
    const bytes = await make();
    const opened = rowsBySheetJs(await converted(bytes, 'xlsx'));
    const ours = rowsBySheetJs(bytes);
    expect(Object.keys(opened)).toEqual(Object.keys(ours));
    for (const [name, rows] of Object.entries(ours)) expect(filled(opened[name]!)).toEqual(filled(rows));
  });
});

test('printed by LibreOffice at 300 dpi, every barcode is read in the order of its rows', async () => {
  const bytes = await analysis('de', true);
  const list = rowsBySheetJs(bytes).Produktanalyse!;
  const place = list[0]!.indexOf('GTIN');
  const barcodes = list.slice(1).filter((row) => row[list[0]!.indexOf('Barcode')] === null);
  const due = barcodes.map((row) => row[place]);
  const { pages } = await pdfPages(await converted(bytes, 'pdf'));
  const read = [];
  for (const { dots } of pages) read.push(...(await scan(dots)));
  expect(read.map(({ text }) => text)).toEqual(due);
  expect(due.length).toBeGreaterThan(5);
});

test('an order with barcodes is as wide as a page: each row has number, codes, packs, price and total beside its barcode', async () => {
  for (const language of languages) {
    const form = orderForm(orderRows(24), { language });
    const { rows } = form.content;
    const { pages } = await pdfPages(
      await converted(await makeWorkbook(orderWorkbook(form, true)), 'pdf'),
      language === 'de' ? 300 : LOW_DPI,
    );
    const found = pages.flatMap(({ texts }) => {
      // What stands in a row begins where its number does.
      return texts.flatMap(({ text, left, top }) => {
        const number = left < NUMBER_END && /^\d{1,2}(?= |$)/.exec(text)?.[0];
        if (!number) return [];
        const row = texts.filter((other) => Math.abs(other.top - top) < 3);
        return [{ number: Number(number), row: row.map((other) => other.text) }];
      });
    });
    expect(found.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    for (const { number, row } of found) {
      const { gtin, pharmacode, packs, exFactoryPrice, lineTotal } = rows[number - 1]!;
      const figures = [packs, ...[exFactoryPrice, lineTotal].filter((each) => each !== null)];
      const codes = [gtin, ...(pharmacode ? [pharmacode] : [])];
      expect(row, `row ${number}, ${language}`).toEqual(expect.arrayContaining(codes));
      // Whatever the computer's signs for thousands and decimals are.
      const digits = row.map((text) => text.replace(/[^\d]/g, ''));
      const decimals = ([count, ...prices]: number[]) => [
        String(count),
        ...prices.map((price) => price.toFixed(2).replace('.', '')),
      ];
      expect(digits, `row ${number}, ${language}`).toEqual(expect.arrayContaining(decimals(figures)));
    }
    if (language !== 'de') continue;
    const scanned = [];
    for (const { dots } of pages) scanned.push(...(await scan(dots)));
    const due = rows.filter(({ gtin: code }) => code !== badGtin).map(({ gtin: code }) => code);
    expect(scanned.map(({ text }) => text)).toEqual(due);
  }
});

/**
 * Rows with what is in them: whether an empty cell is there at all is nobody's business, nor what a number has behind the
 * fifteen digits that spreadsheets keep.
 */
function filled(rows: unknown[][]): unknown[][] {
  const plain = rows.map((row) => {
    const cells = row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(15)) : cell || null));
    return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
  });
  return plain.slice(0, plain.findLastIndex((row) => row.length > 0) + 1);
}
