import { expect, test } from 'vitest';
import { mergeStockouts, noHistory, type StockoutHistory } from '#analytics/catalogue/stockout-history.ts';
import type { ShortageEntry } from '#server/reference-data/sources/rows.ts';
import { examineList, listOf } from '#server/reference-data/template-files/list-to-publish.ts';

const product = '7680100000013';
const other = '7680100000020';

const entry = (more: Partial<ShortageEntry> = {}): ShortageEntry => ({
  gtin: product,
  pharmacode: '',
  description: '',
  manufacturer: '',
  reportedOn: '',
  updatedOn: '',
  status: '',
  expectedDelivery: '',
  comment: '',
  backInStockOn: '',
  ...more,
});

/** As drugshortage.ch says that a product is back, where it does not say when it was reported. */
const over = (day: string, more: Partial<ShortageEntry> = {}) =>
  entry({ status: '9 abgeschlossen', updatedOn: day, backInStockOn: day, ...more });

type List = [date: string, ...entries: ShortageEntry[]];

const products = { gtins: new Set<string>(), gtinOfPharmacode: new Map<string, string>() };
const listAfter = (history: StockoutHistory, [date, ...entries]: List) =>
  listOf(entries, { source: 'A', date }, products, history);

/** What is known after lists of A, one after the other. */
function known(...lists: List[]): StockoutHistory {
  return lists.reduce((history, list) => mergeStockouts(history, listAfter(history, list)), noHistory);
}

/** Product, reporting day and end of each episode; '' while it lasts. */
function lasting({ episodes }: StockoutHistory): string[][] {
  return episodes
    .map(({ gtin, reported_on, back_in_stock_on }) => [gtin, reported_on, back_in_stock_on])
    .toSorted();
}

test('an outage that each list says anew is over stays the one that it was', () => {
  expect(
    lasting(
      known(
        ['2026-05-10', entry()],
        ['2026-05-20', over('2026-05-19')],
        ['2026-05-27', over('2026-05-19')],
        ['2026-06-03', over('2026-05-19')],
      ),
    ),
  ).toEqual([[product, '2026-05-10', '2026-05-19']]);
});

test('an outage that a list had left out ended when a later one says', () => {
  expect(
    lasting(
      known(
        ['2026-05-10', entry()],
        ['2026-05-20', entry({ gtin: other })],
        ['2026-05-27', over('2026-05-19')],
      ),
    ),
  ).toEqual([
    [product, '2026-05-10', '2026-05-19'],
    [other, '2026-05-20', '2026-05-27'],
  ]);
});

test('the end of an outage that no list showed makes a former one no longer, and is told of once', () => {
  expect(
    lasting(
      known(
        ['2026-01-02', entry(), entry({ gtin: other })],
        ['2026-02-01', entry({ gtin: other })],
        ['2026-05-20', over('2026-05-19'), entry({ gtin: other })],
        ['2026-05-27', over('2026-05-19'), entry({ gtin: other })],
      ),
    ),
  ).toEqual([
    [product, '2026-01-02', '2026-02-01'],
    [product, '2026-05-19', '2026-05-19'],
    [other, '2026-01-02', ''],
  ]);
});

const announced = entry({ reportedOn: '2026-04-01', expectedDelivery: 'ca. 3 Monate' });

test('an outage that begins on a day to come is one, since the list that announced it, until it begins', () => {
  const history = known(['2026-02-27', entry({ gtin: other })], ['2026-03-06', announced]);
  const next = listAfter(history, ['2026-03-13', announced]);
  expect(examineList(history, next).list).toMatchObject({ added: 0, dropped: 0 });
  expect(lasting(mergeStockouts(history, next))).toEqual([
    [product, '2026-03-06', ''],
    [other, '2026-02-27', '2026-03-06'],
  ]);
  expect(
    lasting(known(['2026-03-06', announced], ['2026-03-13', announced], ['2026-04-03', announced])),
  ).toEqual([
    [product, '2026-03-06', '2026-04-01'],
    [product, '2026-04-01', ''],
  ]);
});

test('what a row announces of a product is no news where another says since when it is missing', () => {
  const missing = entry({ reportedOn: '2026-02-01', expectedDelivery: '2026-05-01' });
  const history = known(['2026-03-06', announced, missing], ['2026-03-13', announced, missing]);
  expect(lasting(history)).toEqual([[product, '2026-02-01', '']]);
  expect(history.episodes[0]!.expected_delivery).toBe('2026-05-01');
});

test('a list that states no day is not of a day on which an outage is to begin', () => {
  const ahead = entry({ reportedOn: '9999-01-01' });
  const reported = entry({ gtin: other, reportedOn: '2026-03-05' });
  expect(listOf([ahead, reported], { source: 'A', date: null }, products, noHistory).date).toBe('2026-03-05');
});

test('a GTIN that the catalogue lacks counts only where its Pharmacode names no product of the catalogue', () => {
  const known = { gtins: new Set([product, other]), gtinOfPharmacode: new Map([['0000001', product]]) };
  const former = '7680100000037';
  const rows = [
    entry({ gtin: former, pharmacode: '0000001' }),
    entry({ gtin: former, pharmacode: '0000002' }),
    // In the catalogue itself, whatever its Pharmacode says.
    entry({ gtin: other, pharmacode: '0000001' }),
    entry({ gtin: '', pharmacode: '0000002' }),
  ];
  const list = listOf(rows, { source: 'A', date: '2026-03-05' }, known, noHistory);
  expect([list.rows.map(({ gtin }) => gtin), list.unknown]).toEqual([[product, former, other], 1]);
});
