import { expect, test } from 'vitest';
import { mergeStockouts, noHistory, type StockoutHistory } from '#analytics/catalogue/stockout-history.ts';
import type { ShortageEntry } from '#server/reference-data/sources/rows.ts';
import { listOf } from '#server/reference-data/template-files/list-to-publish.ts';

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
