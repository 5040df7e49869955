import { expect, test } from 'vitest';
import type { ColumnChoice } from '../../../web/api/preview.ts';
import { columnIndex, isComplete, withColumn } from '../../../web/pages/upload/preview/column-choice.ts';

const choice: ColumnChoice = {
  sheet: 'Daten',
  headingRow: 3,
  columns: [
    { field: 'gtin', column: 'A' },
    { field: 'quantity', column: 'C' },
  ],
};

test('a column taken for something else is given up by what it was taken for', () => {
  expect(withColumn(choice, 'pharmacode', 'A').columns).toEqual([
    { field: 'quantity', column: 'C' },
    { field: 'pharmacode', column: 'A' },
  ]);
  expect(withColumn(choice, 'quantity', '').columns).toEqual([{ field: 'gtin', column: 'A' }]);
});

test('a quantity and one way to name the article make a choice complete', () => {
  expect(isComplete(choice)).toBe(true);
  expect(isComplete(withColumn(choice, 'pharmacode', 'A'))).toBe(true);
  expect(isComplete(withColumn(choice, 'description', 'A'))).toBe(false);
  expect(isComplete(withColumn(choice, 'quantity', ''))).toBe(false);
});

test('letters count columns as in Excel', () => {
  expect(['A', 'Z', 'AA', 'AZ', 'BA'].map(columnIndex)).toEqual([0, 25, 26, 51, 52]);
});
