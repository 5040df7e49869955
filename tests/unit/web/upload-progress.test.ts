import { expect, test } from 'vitest';
import { overallProgress, uploadStages } from '../../../web/api/upload.ts';

test('progress never goes back from stage to stage and ends at one', () => {
  const values = uploadStages.flatMap((stage) =>
    [0, 50, 100].map((bytes) => overallProgress({ stage, rows: 0, bytes, totalBytes: 100 })),
  );
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(values[0]).toBe(0);
  expect(values.at(-1)).toBe(1);
});

test('a stage of unknown length stands at its start', () => {
  const at = (bytes: number, totalBytes: number) =>
    overallProgress({ stage: 'matching', rows: 0, bytes, totalBytes });
  expect(at(0, 0)).toBe(at(0, 100));
});
