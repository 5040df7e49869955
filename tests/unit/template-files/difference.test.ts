import { expect, test } from 'vitest';
import {
  canonicalLine,
  compressLines,
  readLines,
  type SourceRow,
} from '#server/reference-data/template-files/canonical-rows.ts';
import { differenceOf } from '#server/reference-data/template-files/difference.ts';

const pharmacode = (gtin: string, code: string): SourceRow => ({ gtin, pharmacode: code });
const stored = (rows: SourceRow[]) => compressLines(rows.map(canonicalLine));

test('lines come back as they were stored, however many and of whatever characters', async () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `{"n":${at},"t":"Zürich – 日本 ${at}"}`);
  const read: string[] = [];
  for await (const some of readLines(await compressLines(lines))) read.push(...some);
  expect(read).toEqual(lines);
});

test('rows are new, gone or changed by what tells them apart', async () => {
  const before = [pharmacode('1', '0000001'), pharmacode('2', '0000002'), pharmacode('3', '0000003')];
  const after = [pharmacode('3', '0000003'), pharmacode('2', '0000009'), pharmacode('4', '0000004')];
  expect(await differenceOf(after, await stored(before))).toEqual({
    before: 3,
    new: { count: 1, samples: [{ key: '4', name: '0000004', fields: [] }] },
    gone: { count: 1, samples: [{ key: '1', name: '0000001', fields: [] }] },
    changed: {
      count: 1,
      samples: [
        { key: '2', name: '0000009', fields: [{ name: 'pharmacode', before: '0000002', after: '0000009' }] },
      ],
    },
  });
});

test('the order of columns and of rows makes no difference', async () => {
  const row = (values: Record<string, string>): SourceRow => ({ gtin: '1', values });
  const before = await stored([row({ atc: 'C09AA05', unit: 'Tabl' })]);
  const { changed } = await differenceOf([row({ unit: 'Tabl', atc: 'C09AA05' })], before);
  expect(changed.count).toBe(0);
  const second = await differenceOf([row({ unit: 'Tabl', atc: 'C09AA' })], before);
  expect(second.changed.samples[0]?.fields).toEqual([{ name: 'atc', before: 'C09AA05', after: 'C09AA' }]);
});

test('all are counted and the first fifty shown', async () => {
  const rows = (from: number) => Array.from({ length: 120 }, (_, at) => pharmacode(`${from + at}`, '1'));
  const { new: added, gone } = await differenceOf(rows(1000), await stored(rows(0)));
  expect([added.count, added.samples.length, gone.count, gone.samples.length]).toEqual([120, 50, 120, 50]);
});
