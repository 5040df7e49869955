import { expect, test } from 'vitest';
import {
  mergeStockouts,
  noHistory,
  readSourceName,
  type Stockout,
  sourceAmong,
} from '#analytics/catalogue/stockout-history.ts';
import { checkList } from '#analytics/catalogue/stockout-rule.ts';
import { isDiscontinued } from '#shared/discontinued.ts';

/** Rows of as many products; the rule never looks at what a GTIN is. */
function rows(from: number, to: number, more: Partial<Stockout> = {}): Stockout[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    gtin: `product ${from + index}`,
    reported_on: '2026-01-05',
    updated_on: '',
    status: '',
    expected_delivery: '',
    comment: '',
    back_in_stock_on: '',
    ...more,
  }));
}

/** Ten open episodes of A, and forty of B. */
const tenOpen = mergeStockouts(
  mergeStockouts(noHistory, { source: 'B', date: '2026-03-01', rows: rows(1, 40) }),
  { source: 'A', date: '2026-01-10', rows: rows(1, 10) },
);

const check = (list: Stockout[], date = '2026-01-17', force?: string) =>
  checkList(tenOpen, { source: 'A', date, rows: list }, force).forced;

test('a list may add and drop 30 % of what its source had open, counted for itself', () => {
  expect(check(rows(4, 10))).toBeUndefined();
  expect(check(rows(1, 13))).toBeUndefined();
  expect(check(rows(4, 13))).toBeUndefined();
});

test.each([
  ['drops 4 of 10', rows(5, 10), { added: 0, dropped: 4 }],
  ['adds 4 to 10', rows(1, 14), { added: 4, dropped: 0 }],
  ['names nothing any more', [], { added: 0, dropped: 10 }],
  ['reports everything anew', rows(1, 10, { reported_on: '2026-01-12' }), { added: 10, dropped: 10 }],
])('a list that %s is refused with what it would change', (_name, list, counts) => {
  expect(() => check(list)).toThrow(
    expect.objectContaining({
      code: 'stockouts_change_much',
      params: { source: 'A', date: '2026-01-17', last: '2026-01-10', open: 10, limit: 30, ...counts },
    }),
  );
});

test.each(['2026-01-10', '2026-01-09'])('a list of %s is not newer than one of 10 January', (date) => {
  expect(() => check(rows(2, 11), date)).toThrow(
    expect.objectContaining({
      code: 'stockouts_not_newer',
      params: { source: 'A', date, last: '2026-01-10', open: 10, added: 1, dropped: 1 },
    }),
  );
});

test('a reason publishes what the rule refuses, and is kept only where it was needed', () => {
  expect(check([], '2026-01-17', 'the source has ended')).toEqual({
    reason: 'the source has ended',
    source: 'A',
    date: '2026-01-17',
    last: '2026-01-10',
    open: 10,
    added: 0,
    dropped: 10,
  });
  expect(check(rows(1, 10), '2026-01-17', 'to be sure')).toBeUndefined();
});

test('the first list of a source is taken, however old and long', () => {
  const list = { source: 'C', date: '2020-01-01', rows: rows(1, 90) };
  expect(checkList(tenOpen, list, undefined)).toEqual({ change: null });
});

test('what a list says to be back is not dropped, and what was over is not added', () => {
  const back = rows(1, 6, { back_in_stock_on: '2026-01-15' });
  expect(check([...back, ...rows(7, 10)])).toBeUndefined();
  expect(check([...rows(1, 10), ...rows(11, 20, { back_in_stock_on: '2026-01-15' })])).toBeUndefined();
});

test('discontinued products do not count: they stay whatever the list says, and would hide a list cut off', () => {
  const gone = rows(11, 30, { status: 'hors commerce' });
  const history = mergeStockouts(noHistory, {
    source: 'A',
    date: '2026-01-10',
    rows: [...rows(1, 10), ...gone],
  });
  const list = { source: 'A', date: '2026-01-17', rows: rows(4, 10) };
  expect(checkList(history, list, undefined)).toEqual({
    change: { source: 'A', date: '2026-01-17', last: '2026-01-10', open: 10, added: 0, dropped: 3 },
  });
  expect(() => checkList(history, { ...list, rows: rows(5, 10) }, undefined)).toThrow(
    expect.objectContaining({ params: expect.objectContaining({ open: 10, dropped: 4 }) }),
  );
});

test('a source that had nothing open takes nothing new unasked', () => {
  const history = mergeStockouts(noHistory, { source: 'A', date: '2026-01-10', rows: [] });
  expect(() => checkList(history, { source: 'A', date: '2026-01-11', rows: rows(1, 1) }, undefined)).toThrow(
    expect.objectContaining({ code: 'stockouts_change_much' }),
  );
});

test.each([
  'ausser Handel',
  'Außer Handel seit 1.3.2026',
  'a.H.',
  'Vertrieb eingestellt',
  'Der Vertrieb wurde eingestellt',
  'Vertriebseinstellung per Ende Jahr',
  'Vom Markt genommen',
  'hors commerce',
  'Hors-commerce',
  'Retiré du marché',
  'Arrêt définitif de commercialisation',
  'n’est plus commercialisé',
  'fuori commercio',
  'Ritirata dal mercato',
  'commercializzazione cessata',
  'Discontinued',
  'product discontinuation',
  'withdrawn from the market',
])('%s says that a product will not come back', (words) => {
  expect(isDiscontinued({ status: words, expected_delivery: '' })).toBe(true);
  expect(isDiscontinued({ status: '', expected_delivery: words })).toBe(true);
});

test.each([
  '',
  '1 aktuell keine Lieferungen',
  'unbestimmt',
  'Vertrieb vorübergehend eingestellt',
  'vorübergehend ausser Handel',
  'temporarily discontinued',
  'nicht ausser Handel',
  'arrêt temporaire de la distribution',
  'in Handelsware',
])('%j does not', (words) => {
  expect(isDiscontinued({ status: words, expected_delivery: '' })).toBe(false);
});

test('the name of a source loses superfluous spaces and is the same in any capitals', () => {
  expect(readSourceName('  Grossist  Nord ')).toBe('Grossist Nord');
  const known = [{ source: 'Grossist Nord', firstListOn: '2026-01-01', lastListOn: '2026-01-01' }];
  expect(sourceAmong(known, 'GROSSIST nord')).toBe('Grossist Nord');
  expect(sourceAmong(known, 'Grossist Süd')).toBe('Grossist Süd');
  for (const name of ['', ' ', 'x'.repeat(61), 'a\u0000b', 'a\u202eb']) {
    expect(() => readSourceName(name)).toThrow(expect.objectContaining({ code: 'stockouts_source' }));
  }
});
