import { expect, test } from 'vitest';
import { copiedText } from '../../../../web/components/tables/copied-text.ts';
import { articles, copiedColumns } from './articles.ts';

const list = articles({
  productName: ['Beloc\t50 mg', 'Ärztetee', null],
  qtySum1: [1234, 5, 2],
  alternativeProductName: ['Sandolol', null, null],
  turnoverPotential: [48, 0, 1234567.5],
});
const columns = copiedColumns(list, ['quantity', 'alternative']);
const whole = { anchor: { row: 0, column: 0 }, active: { row: 2, column: 3 } };

test('cells are copied with tabs between columns and line feeds between rows, numbers without separators', () => {
  expect(copiedText(columns, whole, (place) => place)).toBe(
    'Beloc 50 mg\t1234\tSandolol\t48.00\nÄrztetee\t5\t\t0.00\n\t2\t\t1234567.50',
  );
});

test('an article without a name is copied by the number that stands in its place', () => {
  const unnamed = articles({ productName: [null], article: ['7680999999993'], qtySum1: [2] });
  const row = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 1 } };
  expect(copiedText(copiedColumns(unnamed, ['quantity']), row, (place) => place)).toBe('7680999999993\t2');
});

test('a part chosen upwards and to the left is copied in the order it stands in', () => {
  const part = { anchor: { row: 1, column: 1 }, active: { row: 0, column: 0 } };
  expect(copiedText(columns, part, (place) => [1, 0][place]!)).toBe('Ärztetee\t5\nBeloc 50 mg\t1234');
});

test.each([
  ['=HYPERLINK("http://a.example";"Beloc")', `'=HYPERLINK("http://a.example";"Beloc")`],
  ['+41 44 000 00 00', "'+41 44 000 00 00"],
  ['-Beloc', "'-Beloc"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'=1+1"],
  ['\r\n=1+1', "'=1+1"],
  ['  =1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['"Beloc" 50\nmg', '"""Beloc"" 50 mg"'],
  ['Beloc "ZOK" 5=5', 'Beloc "ZOK" 5=5'],
  ["'Beloc", "'Beloc"],
])('%j is copied as text', (name, copied) => {
  const one = articles({ productName: [name], qtySum1: [1], turnoverPotential: [0] });
  const cell = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };
  expect(copiedText(copiedColumns(one, []), cell, (place) => place)).toBe(copied);
});

test('negative numbers stay numbers', () => {
  const returned = articles({ productName: ['Beloc'], qtySum1: [-3], turnoverPotential: [-1.5] });
  const row = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 2 } };
  expect(copiedText(copiedColumns(returned, ['quantity']), row, (place) => place)).toBe('Beloc\t-3\t-1.50');
});
