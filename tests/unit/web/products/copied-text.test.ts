import { expect, test } from 'vitest';
import { copiedText } from '../../../../web/pages/dashboard/products/copied-text.ts';
import { shownColumns } from '../../../../web/pages/dashboard/products/table-columns.ts';
import { articles } from './articles.ts';

const list = articles({
  productName: ['Beloc\t50 mg', 'Ärztetee', null],
  qtySum1: [1234, 5, 2],
  alternativeProductName: ['Sandolol', null, null],
  turnoverPotential: [48, 0, 1234567.5],
});
const columns = shownColumns(['quantity', 'alternative']);
const whole = { anchor: { row: 0, column: 0 }, active: { row: 2, column: 3 } };

test('cells are copied with tabs between columns and line feeds between rows, numbers without separators', () => {
  expect(copiedText(list, columns, whole, (place) => place)).toBe(
    'Beloc 50 mg\t1234\tSandolol\t48.00\nÄrztetee\t5\t\t0.00\n\t2\t\t1234567.50',
  );
});

test('a part chosen upwards and to the left is copied in the order it stands in', () => {
  const part = { anchor: { row: 1, column: 1 }, active: { row: 0, column: 0 } };
  expect(copiedText(list, columns, part, (place) => [1, 0][place]!)).toBe('Ärztetee\t5\nBeloc 50 mg\t1234');
});
