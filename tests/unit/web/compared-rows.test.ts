import { expect, test } from 'vitest';
import { formatAmount, formatCount } from '../../../web/i18n/formats.ts';
import {
  comparedRows,
  periodNames,
  writtenCell,
} from '../../../web/pages/dashboard/compare/compared-rows.ts';

const compared = (name: string, figure: string, value: number, other: number) => ({
  name,
  figure,
  value,
  other,
  change: value - other,
  changePercent: null,
  shareOfChange: null,
  perMonth: false,
});

/** As the server gives them: by this period's packs, then what only the other one has. */
const figures = [
  compared('a', 'count', 4, 3),
  compared('a', 'qtySum', 50, 60),
  compared('b', 'count', 2, 0),
  compared('b', 'qtySum', 20, 0),
  compared('c', 'count', 1, 1),
  compared('c', 'qtySum', 0, 5),
  compared('d', 'count', 0, 2),
  compared('d', 'qtySum', 0, 30),
];

const namesOf = (order: 'value' | 'increase' | 'decrease', figure = 'qtySum') =>
  comparedRows(figures, figure, order).map(({ name }) => name);

test('rows are those of one figure, ordered by this period, rise or fall', () => {
  expect(namesOf('value')).toEqual(['a', 'b', 'c', 'd']);
  expect(namesOf('increase')).toEqual(['b', 'c', 'a', 'd']);
  expect(namesOf('decrease')).toEqual(['d', 'a', 'c', 'b']);
});

test('rows that are equal keep the order of the server', () => {
  expect(namesOf('value', 'turnover')).toEqual([]);
  expect(
    comparedRows([compared('z', 'count', 1, 1), compared('a', 'count', 1, 1)], 'count', 'value'),
  ).toMatchObject([{ name: 'z' }, { name: 'a' }]);
});

test('a row without articles in one period is only in the other, whatever its figure is', () => {
  const only = comparedRows(figures, 'qtySum', 'value').map((row) => row.only);
  expect(only).toEqual([null, 'this', null, 'other']);
});

test('a row is written as both values, its change with a sign, that in percent and its part of all change', () => {
  const cells = ['value', 'other', 'change', 'changePercent', 'shareOfChange'] as const;
  const written = (row: object, write = formatAmount) =>
    cells.map((cell) => writtenCell(cell, { figure: { ...compared('a', 'count', 0, 0), ...row }, write }));
  expect(written({ value: 1500, other: 1200, change: 300, changePercent: 25, shareOfChange: 12.34 })).toEqual(
    ["1'500.00", "1'200.00", '+300.00', '+25.0%', '12.3%'],
  );
  expect(
    written({ value: 5, other: 20, change: -15, changePercent: -75, shareOfChange: -3 }, formatCount),
  ).toEqual(['5', '20', '−15', '−75.0%', '−3.0%']);
  expect(written({ value: 2, other: 0, change: 2, changePercent: null, shareOfChange: null })).toEqual([
    '2.00',
    '0.00',
    '+2.00',
    '–',
    '–',
  ]);
});

test('a statistic of the same months is told apart from this one, a statistic of others is called by its months', () => {
  const year = { timeMonthFrom: 1, timeYearFrom: 2024, timeMonthTo: 12, timeYearTo: 2024 };
  const side = (period: object) => ({ directLinkId: 'a', ...year, months: 12, ...period });
  expect(periodNames({ statistic: side({}), other: side({ directLinkId: 'b' }) }, 'Vergleich')).toEqual({
    this: '01.2024 – 12.2024',
    other: '01.2024 – 12.2024 (Vergleich)',
  });
  expect(
    periodNames({ statistic: side({}), other: side({ timeYearFrom: 2023, timeYearTo: 2023 }) }, 'Vergleich'),
  ).toEqual({ this: '01.2024 – 12.2024', other: '01.2023 – 12.2023' });
});
