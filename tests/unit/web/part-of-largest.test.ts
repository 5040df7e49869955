import { expect, test } from 'vitest';
import { partOfLargest } from '../../../web/components/tables/part-of-largest.ts';

test('a bar is as long as its value is of the largest one, and a loss goes the other way', () => {
  const partOf = partOfLargest([50, -200, null, 100], (value) => value);
  expect([50, -200, null, 100].map(partOf)).toEqual([0.25, -1, 0, 0.5]);
});

test('nothing has a bar where no row has a value', () => {
  const partOf = partOfLargest([0, null, undefined], (value) => value);
  expect([0, null, undefined].map(partOf)).toEqual([0, 0, 0]);
});

test('rows are read once, when the first bar is drawn', () => {
  let read = 0;
  const rows = new Array(3).keys();
  const partOf = partOfLargest(rows, (row) => {
    read++;
    return row;
  });
  expect(read).toBe(0);
  expect([0, 1, 2].map(partOf)).toEqual([0, 0.5, 1]);
  expect(read).toBe(6);
});
