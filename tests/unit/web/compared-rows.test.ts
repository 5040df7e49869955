import { expect, test } from 'vitest';
import { comparedRows } from '../../../web/pages/dashboard/compare/compared-rows.ts';

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
