import { expect, test } from 'vitest';
import { lineReader, overallProgress, uploadStages } from '../../../web/api/upload.ts';

test('every complete line is read once, however the text arrives', () => {
  const seen: unknown[] = [];
  const read = lineReader((line) => seen.push(line));
  const text =
    '{"progress":{"stage":"received"}}\n{"progress":{"stage":"reading"}}\n\n{"result":{"warnings":["ü"]}}\n';
  for (let end = 1; end <= text.length; end++) read(text.slice(0, end));
  expect(seen).toEqual([
    { progress: { stage: 'received' } },
    { progress: { stage: 'reading' } },
    { result: { warnings: ['ü'] } },
  ]);
});

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
