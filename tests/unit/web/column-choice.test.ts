import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import {
  type ColumnChoice,
  type FilePreview,
  type PreviewRequest,
  previewQuery,
} from '../../../web/api/preview.ts';
import {
  isComplete,
  withAdded,
  withColumn,
  withoutColumn,
} from '../../../web/pages/upload/preview/column-choice.ts';

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

test('what several columns hold can be added up, one of them be left out, and one be taken instead', () => {
  const sum = withAdded(withAdded(choice, 'D'), 'D');
  expect(sum.columns.filter(({ field }) => field === 'quantity').map(({ column }) => column)).toEqual([
    'C',
    'D',
  ]);
  expect(withoutColumn(sum, 'C').columns).toEqual([
    { field: 'gtin', column: 'A' },
    { field: 'quantity', column: 'D' },
  ]);
  expect(withColumn(sum, 'quantity', 'E').columns).toEqual([
    { field: 'gtin', column: 'A' },
    { field: 'quantity', column: 'E' },
  ]);
});

test('a quantity and one way to name the article make a choice complete', () => {
  expect(isComplete(choice)).toBe(true);
  expect(isComplete(withColumn(choice, 'pharmacode', 'A'))).toBe(true);
  expect(isComplete(withColumn(choice, 'description', 'A'))).toBe(false);
  expect(isComplete(withColumn(choice, 'quantity', ''))).toBe(false);
});

test('what a file was read with stays while its entries change, and is no choice for another file', () => {
  const queryClient = new QueryClient();
  const first: PreviewRequest = {
    file: new File(['a'], 'januar.xlsx'),
    customerExternalId: '',
    timeMonthFrom: null,
    timeYearFrom: null,
    timeMonthTo: null,
    timeYearTo: null,
    columns: null,
    text: null,
  };
  const seen = choice as unknown as FilePreview;
  queryClient.setQueryData(previewQuery(first).queryKey, seen);
  const shownBefore = (next: PreviewRequest) => {
    const observer = new QueryObserver(queryClient, { ...previewQuery(first), enabled: false });
    observer.setOptions({ ...previewQuery(next), enabled: false });
    return observer.getCurrentResult().data;
  };
  expect(shownBefore({ ...first, customerExternalId: '4711' })).toEqual(seen);
  expect(shownBefore({ ...first, file: new File(['b'], 'februar.xlsx') })).toBeUndefined();
});
