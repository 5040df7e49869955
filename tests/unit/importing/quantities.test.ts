import { expect, test } from 'vitest';
import { parseQuantity, QuantityReader } from '#server/workbooks/values/quantity.ts';

test.each<[string, number]>([
  ['5', 5],
  ['0', 0],
  ['005', 5],
  ['-3', -3],
  ['3-', -3],
  ['(3)', -3],
  ['−3', -3],
  ['+3', 3],
  ['- 3', -3],
  ['3.-', 3],
  ['3.–', 3],
  ['3.--', 3],
  ['-3,—', -3],
  [' 12 ', 12],
  ['1.0', 1],
  ['12,00', 12],
  ['12.', 12],
  ['-12,00', -12],
  ["1'234", 1234],
  ['1’234', 1234],
  ['1 234', 1234],
  ['1\u00a0234', 1234],
  ['1\u202f234', 1234],
  ['\u202a5\u202c', 5],
  ['\u200e-\u20663\u2069', -3],
  ['1\u2009234\ufeff', 1234],
  ["1'234.00", 1234],
  ['1.234,00', 1234],
  ['1,234.00', 1234],
  ['1.234.567', 1234567],
  ['1,234,567', 1234567],
  ['0,000', 0],
  ['1000.000', 1000],
  ['1.2E3', 1200],
  ['="12"', 12],
  ['1000000000', 1_000_000_000],
  ['5 Stk', 5],
  ['2 ST', 2],
  ['7 PCE', 7],
  ['1 Pkg', 1],
  ['3x', 3],
  ['3 ×', 3],
  ['12 Stk.', 12],
  ['12 Stück', 12],
  ['4 boîtes', 4],
  ['4 bte.', 4],
  ['6 pezzi', 6],
  ['2 Confezioni', 2],
  ['5 OP', 5],
  ['8 pcs', 8],
  ['-3 Stk', -3],
  ['3- Stk', -3],
  ['(3) Stk', -3],
  ["1'234 Packungen", 1234],
])('text %j is %d packs', (text, packs) => {
  expect(parseQuantity(text, false)).toBe(packs);
});

test.each<[string, number]>([
  ['5', 5],
  ['-3', -3],
  ['1.000', 1],
  ['12.0', 12],
  ['2.9999999999', 3],
  ['5.0000000001E0', 5],
  ['1E2', 100],
  ['1e+2', 100],
  ['-0', 0],
  ['0.0000001', 0],
])('number %j is %d packs', (text, packs) => {
  expect(parseQuantity(text, true)).toBe(packs);
});

test.each<[string, boolean, string]>([
  ['', false, 'quantity_missing'],
  ['  ', false, 'quantity_missing'],
  ["'", false, 'quantity_missing'],
  ['1.5', true, 'quantity_not_whole'],
  ['1.5', false, 'quantity_not_whole'],
  ['0,5', false, 'quantity_not_whole'],
  ['2.001', true, 'quantity_not_whole'],
  ['0.125', false, 'quantity_not_whole'],
  ['1.000', false, 'quantity_ambiguous'],
  ['12,500', false, 'quantity_ambiguous'],
  ['1000000001', true, 'quantity_out_of_range'],
  ['-1000000001', false, 'quantity_out_of_range'],
  ['1E300', true, 'quantity_out_of_range'],
  ['1E999', true, 'quantity_out_of_range'],
  ['5 KAR', false, 'quantity_unit'],
  ['2 Kartons', false, 'quantity_unit'],
  ['2 KTN', false, 'quantity_unit'],
  ['3 boîtes de 10', false, 'quantity_unreadable'],
  ['30 Tabl.', false, 'quantity_unit'],
  ['12.50 CHF', false, 'quantity_unit'],
  ['5 Xyz', false, 'quantity_unreadable'],
  ['1.000 Stk', false, 'quantity_ambiguous'],
  ['1.5 Stk', false, 'quantity_not_whole'],
  ['"5', false, 'quantity_unreadable'],
  ['x', false, 'quantity_unreadable'],
  ['#N/A', false, 'quantity_unreadable'],
  ['--3', false, 'quantity_unreadable'],
  ['(3', false, 'quantity_unreadable'],
  ['-', false, 'quantity_unreadable'],
  ['1.2.3', false, 'quantity_unreadable'],
  ['1,23,4', false, 'quantity_unreadable'],
  ['0x10', true, 'quantity_unreadable'],
  ['Infinity', true, 'quantity_unreadable'],
  ['NaN', true, 'quantity_unreadable'],
])('%j (stored as a number: %s) is refused: %s', (text, isNumber, reason) => {
  expect(parseQuantity(text, isNumber)).toBe(reason);
});

test('bytes and text give the same answer', () => {
  const reader = new QuantityReader();
  for (const text of [
    '5 Stk',
    '5',
    '-3',
    '0',
    '-0',
    '999999999',
    '1000000000',
    '-',
    '',
    '12,00',
    '3-',
    'x',
  ]) {
    const bytes = Buffer.from(`9${text}9`);
    reader.read(bytes, 1, bytes.length - 1, false);
    expect(reader.problem ?? reader.value, text).toBe(parseQuantity(text, false));
  }
});
