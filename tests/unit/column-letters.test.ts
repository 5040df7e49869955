import { expect, test } from 'vitest';
import { columnIndex, columnLetters } from '#shared/column-letters.ts';

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  // 26 + 26 × 26 columns have one or two letters; XFD is the last that Excel has, the 16,384th.
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('column %s from 0 is %s, and back', (index, letters) => {
  expect(columnLetters(index)).toBe(letters);
  expect(columnIndex(letters)).toBe(index);
});
