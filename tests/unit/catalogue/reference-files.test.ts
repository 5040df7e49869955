import { expect, test } from 'vitest';
import { readExclusives, readPortfolio } from '#analytics/catalogue/portfolio.ts';
import { readProducts } from '#analytics/catalogue/products.ts';
import { listDate, readStockouts } from '#analytics/catalogue/stockouts.ts';
import { ReferenceDataError, utf8Text } from '#analytics/catalogue/table.ts';

const heading =
  'gtin,pharmacode,description,manufacturer,atc,molecule,packSize,unit,form,strength,origin,sl,sB20,biological,coMarketing,exFactoryPrice,publicPrice,swissmedicNo,category';

/** Check digits reckoned by hand: 7680 10000 001 → 7+3·6+8+0+1+0+0+0+0+0+0+3·1 = 37 → 3. */
const first = '7680100000013';
const second = '7680100000020';
const third = '7680100000037';

function product(gtin: string, cells: Partial<Record<string, string>> = {}): string {
  const all = { gtin, description: `Pack ${gtin}`, exFactoryPrice: '10.5', publicPrice: '20', ...cells };
  return heading
    .split(',')
    .map((name) => (all as Record<string, string>)[name] ?? '')
    .join(',');
}

/** Enough good rows for one bad row to be under 5 %. */
function catalogue(...rows: string[]): string {
  const filler = Array.from({ length: 40 }, (_, index) => product(gtinOf(index)));
  return `${[heading, ...rows, ...filler].join('\n')}\n`;
}

function gtinOf(index: number): string {
  const twelve = `76809${String(index).padStart(7, '0')}`;
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return twelve + ((10 - (sum % 10)) % 10);
}

test('a good file gives all its rows: prices to the centime, Pharmacodes with 7 digits, text pack sizes as text only', () => {
  const { rows, bad } = readProducts(
    [
      heading,
      product(first, { pharmacode: '123', packSize: '30', exFactoryPrice: '89.76000000000001' }),
      product(second, { packSize: '2x3', exFactoryPrice: '', publicPrice: '' }),
      '',
    ].join('\n'),
  );
  expect(bad).toEqual([]);
  expect(rows).toMatchObject([
    { gtin: first, pharmacode: '0000123', pack_size: '30', ex_factory_price: '89.76', origin: 'other' },
    { gtin: second, pack_size: '', pack_size_text: '2x3', ex_factory_price: '', public_price: '' },
  ]);
});

test.each([
  ['a wrong check digit', product('7680100000014'), 'gtin_invalid', '7680100000014'],
  ['no GTIN', product(''), 'gtin_invalid', ''],
  ['a negative price', product(first, { exFactoryPrice: '-1' }), 'price_unreadable', '-1'],
  ['a price in words', product(first, { publicPrice: 'auf Anfrage' }), 'price_unreadable', 'auf Anfrage'],
  ['a price finer than a centime', product(first, { publicPrice: '1.005' }), 'price_unreadable', '1.005'],
  ['a Pharmacode of 8 digits', product(first, { pharmacode: '12345678' }), 'pharmacode_invalid', '12345678'],
  ['an unknown origin', product(first, { origin: 'biosimilar' }), 'origin_unknown', 'biosimilar'],
  ['no description', product(first, { description: '' }), 'description_missing', first],
])('a product with %s is left out with its line and reason', (_name, row, reason, value) => {
  const { rows, bad } = readProducts(catalogue(row));
  expect(bad).toEqual([{ line: 2, reason, value }]);
  expect(rows.length).toBe(40);
});

test('a price of zero is none, as in the files that administrators replace', () => {
  const { rows } = readProducts(catalogue(product(first, { exFactoryPrice: '0', publicPrice: '0.00' })));
  expect(rows[0]).toMatchObject({ gtin: first, ex_factory_price: '', public_price: '' });
});

test('of a GTIN that stands twice the first row counts', () => {
  const { rows, bad } = readProducts(catalogue(product(first), product(first, { exFactoryPrice: '99' })));
  expect(bad).toEqual([{ line: 3, reason: 'gtin_duplicate', value: first }]);
  expect(rows[0]).toMatchObject({ gtin: first, ex_factory_price: '10.50' });
});

test('line numbers count quoted line breaks as lines', () => {
  const { bad } = readProducts(catalogue(product(first, { description: '"two\nlines"' }), product('1')));
  expect(bad).toEqual([{ line: 4, reason: 'gtin_invalid', value: '1' }]);
});

test('exactly 5 % of bad rows publish, one more does not', () => {
  const rows = (bad: number) =>
    [heading, ...Array.from({ length: 100 }, (_, index) => product(index < bad ? 'x' : gtinOf(index)))].join(
      '\n',
    );
  expect(readProducts(rows(5)).bad.length).toBe(5);
  expect(() => readProducts(rows(6))).toThrow(
    expect.objectContaining({
      code: 'reference_too_many_bad_rows',
      params: { file: 'products', bad: 6, rows: 100, line: 2, reason: 'gtin_invalid', value: 'x' },
    }),
  );
});

test.each([
  ['a missing heading', 'gtin,description\n1,2\n', 'reference_headings'],
  ['no rows', `${heading}\n`, 'reference_headings'],
  ['nothing', '', 'reference_headings'],
  ['rows of different lengths', 'a,b\n1,2,3\n', 'reference_not_csv'],
  ['an open quote', `${heading}\n"`, 'reference_not_csv'],
])('a file with %s is refused', (_name, text, code) => {
  expect(() => readProducts(text)).toThrow(expect.objectContaining({ code }));
  expect(() => readProducts(text)).toThrow(ReferenceDataError);
});

test('a file that is not in UTF-8 is refused before names are read wrongly', () => {
  expect(utf8Text('products', Buffer.from('Bäbé'))).toBe('Bäbé');
  expect(() => utf8Text('products', Buffer.from('Bäbé', 'latin1'))).toThrow(
    expect.objectContaining({ code: 'reference_not_utf8', params: { file: 'products' } }),
  );
});

test('a zero, which PostgreSQL keeps in no text, is a blank', () => {
  expect(utf8Text('products', Buffer.from('Bä\0bé'))).toBe('Bä bé');
});

test('a portfolio row needs two known, different products and a rank, once', () => {
  const known = new Set([first, second, third]);
  const good = Array.from({ length: 200 }, (_, index) => gtinOf(index));
  for (const gtin of good) known.add(gtin);
  const { rows, bad } = readPortfolio(
    [
      'gtin,alternativeGTIN,rank',
      `${first},${second},1`,
      `${first},${third},2`,
      `${first},${second},3`,
      `${first},7680999999991,1`,
      `${first},${gtinOf(999)},1`,
      `${gtinOf(998)},${first},1`,
      `${first},${first},1`,
      `${second},${first},0`,
      ...good.map((gtin) => `${gtin},${first},1`),
    ].join('\n'),
    known,
  );
  expect(rows.slice(0, 2)).toEqual([
    { gtin: first, alternative_gtin: second, rank: '1' },
    { gtin: first, alternative_gtin: third, rank: '2' },
  ]);
  expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'alternative_duplicate'],
    [5, 'gtin_invalid'],
    [6, 'alternative_unknown'],
    [7, 'product_unknown'],
    [8, 'alternative_is_product'],
    [9, 'rank_invalid'],
  ]);
});

test('exclusives are known products', () => {
  const { rows, bad } = readExclusives(
    `gtin\n${Array.from({ length: 20 }, (_, i) => gtinOf(i)).join('\n')}\n${first}\n`,
    new Set(Array.from({ length: 20 }, (_, i) => gtinOf(i))),
  );
  expect(rows.length).toBe(20);
  expect(bad).toEqual([{ line: 22, reason: 'product_unknown', value: first }]);
});

const stockout = (gtin: string, reported_on: string, more = {}) => ({
  gtin,
  reported_on,
  updated_on: '',
  status: '',
  expected_delivery: '',
  comment: '',
  back_in_stock_on: '',
  ...more,
});

test('a stock-out list keeps words as expected delivery and refuses dates that do not exist', () => {
  const good = Array.from(
    { length: 30 },
    (_, index) => `${gtinOf(index)},2026-01-01,2026-02-28,Ende Quartal,`,
  );
  const { rows, bad } = readStockouts(
    ['gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn', ...good, `${first},2026-02-30,,,`].join(
      '\n',
    ),
  );
  expect(rows[0]).toEqual(
    stockout(gtinOf(0), '2026-01-01', { updated_on: '2026-02-28', expected_delivery: 'Ende Quartal' }),
  );
  expect(bad).toEqual([{ line: 32, reason: 'date_invalid', value: '2026-02-30' }]);
  expect(listDate(rows)).toBe('2026-02-28');
});

test.each([
  ['2026-02-30,,,', 'date_invalid', '2026-02-30'],
  ['30.1.2026,,,', 'date_invalid', '30.1.2026'],
  [',2026-01-01,,', 'date_missing', first],
  ['2026-03-02,,,', 'date_late', '2026-03-02'],
  ['2026-01-01,2026-03-02,,', 'date_late', '2026-03-02'],
  ['2026-01-01,,,2026-03-02', 'date_late', '2026-03-02'],
  ['2026-01-02,,,2026-01-01', 'back_before_reported', '2026-01-01'],
])('a stock-out row of the list of 1 March with %s is left out: %s', (row, reason, value) => {
  const good = Array.from({ length: 30 }, (_, index) => `${gtinOf(index)},2026-03-01,2026-03-01,2027-01-01,`);
  const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
  const { rows, bad } = readStockouts([heading, ...good, `${first},${row}`].join('\n'), '2026-03-01');
  expect(rows.length).toBe(30);
  expect(bad).toEqual([{ line: 32, reason, value }]);
});

test('a list of stock-outs knows what is there again, weeks, months and days that there are not', () => {
  const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn,status,comment';
  const rows = [
    ['2026-01-02', ',,wieder lieferbar,'],
    ['2026-01-03', '2026-04-15,,lieferbar,'],
    ['2026-01-04', 'KW 17,,,new'],
    ['2026-01-05', 'fine maggio 2026,,,'],
    ['2026-01-06', '2026-02-31,,,'],
    ['2026-01-07', 'nicht lieferbar,,,'],
  ].map(([reportedOn, rest]) => `7680536620137,${reportedOn},2026-02-01,${rest}`);
  const { rows: read, bad, doubtful } = readStockouts([heading, ...rows].join('\n'), '2026-03-01');
  expect(bad).toEqual([]);
  expect(doubtful).toEqual([{ line: 6, reason: 'date_invalid', value: '2026-02-31' }]);
  expect(read.map((row) => [row.expected_delivery, row.comment, row.back_in_stock_on])).toEqual([
    ['', '', '2026-02-01'],
    ['2026-04-15', '', ''],
    ['2026-W17', 'new', ''],
    ['2026-05-31', 'fine maggio 2026', ''],
    ['', '2026-02-31', ''],
    ['nicht lieferbar', '', ''],
  ]);
});

test('a stock-out list of headings alone says that nothing is missing; without them it is none', () => {
  const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
  expect(readStockouts(`${heading}\n`)).toEqual({ rows: [], doubtful: [], bad: [] });
  for (const text of ['', 'gtin,reportedOn\n']) {
    expect(() => readStockouts(text)).toThrow(expect.objectContaining({ code: 'reference_headings' }));
  }
});
