import { expect, test } from 'vitest';
import type { ShortageEntry } from '#server/reference-data/sources/rows.ts';
import {
  canonicalLine,
  compressLines,
  readLines,
  type StoredRow,
} from '#server/reference-data/template-files/canonical-rows.ts';
import { differenceOf } from '#server/reference-data/template-files/difference.ts';

const pharmacode = (gtin: string, code: string): StoredRow => ({ gtin, pharmacode: code });
const stored = (rows: StoredRow[]) => compressLines(rows.map(canonicalLine));

test('lines come back as they were stored, however many and of whatever characters', async () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `{"n":${at},"t":"Zürich – 日本 ${at}"}`);
  const read: string[] = [];
  for await (const some of readLines(await compressLines(lines))) read.push(...some);
  expect(read).toEqual(lines);
});

test('rows are new, gone or changed by what tells them apart', async () => {
  const before = [pharmacode('1', '0000001'), pharmacode('2', '0000002'), pharmacode('3', '0000003')];
  const after = [pharmacode('3', '0000003'), pharmacode('2', '0000009'), pharmacode('4', '0000004')];
  expect(await differenceOf('pharmacodes', after, await stored(before))).toEqual({
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
  const row = (values: Record<string, string>): StoredRow => ({ gtin: '1', values });
  const before = await stored([row({ atc: 'C09AA05', unit: 'Tabl' })]);
  const { changed } = await differenceOf('own-attributes', [row({ unit: 'Tabl', atc: 'C09AA05' })], before);
  expect(changed.count).toBe(0);
  const second = await differenceOf('own-attributes', [row({ unit: 'Tabl', atc: 'C09AA' })], before);
  expect(second.changed.samples[0]?.fields).toEqual([{ name: 'atc', before: 'C09AA05', after: 'C09AA' }]);
});

test('all are counted and the first fifty shown', async () => {
  const rows = (from: number) => Array.from({ length: 120 }, (_, at) => pharmacode(`${from + at}`, '1'));
  const { new: added, gone } = await differenceOf('pharmacodes', rows(1000), await stored(rows(0)));
  expect([added.count, added.samples.length, gone.count, gone.samples.length]).toEqual([120, 50, 120, 50]);
});

const entry = (said: Partial<ShortageEntry>): ShortageEntry => ({
  gtin: '1',
  pharmacode: '',
  description: 'A',
  manufacturer: '',
  reportedOn: '',
  updatedOn: '',
  status: '',
  expectedDelivery: '',
  comment: '',
  backInStockOn: '',
  ...said,
});

test('a wholesaler’s list with two Pharmacodes of a product is the same as itself, and one of them may go', async () => {
  const both = [entry({ pharmacode: '0000001' }), entry({ pharmacode: '0000002' })];
  const same = await differenceOf('stockouts-wholesaler', both, await stored(both));
  expect([same.new.count, same.gone.count, same.changed.count]).toEqual([0, 0, 0]);
  const { gone } = await differenceOf('stockouts-wholesaler', both.slice(1), await stored(both));
  expect(gone.samples).toEqual([{ key: '0000001', name: 'A', fields: [] }]);
});

test('a list with two stock-outs of a product is the same as itself, and one of them may go', async () => {
  const both = [entry({ reportedOn: '2026-01-02' }), entry({ reportedOn: '2026-05-04' })];
  for (const source of ['stockouts-own', 'stockouts-national-supply'] as const) {
    const same = await differenceOf(source, both, await stored(both));
    expect([same.new.count, same.gone.count, same.changed.count]).toEqual([0, 0, 0]);
    const { gone, changed } = await differenceOf(source, both.slice(1), await stored(both));
    expect(gone.samples).toEqual([{ key: '1 2026-01-02', name: 'A', fields: [] }]);
    expect(changed.count).toBe(0);
  }
  // Others have a product once, whenever they say that it began.
  const [before, after] = both as [ShortageEntry, ShortageEntry];
  const { changed } = await differenceOf('stockouts-engpassradar', [after], await stored([before]));
  expect(changed.samples).toMatchObject([{ key: '1', fields: [{ name: 'reportedOn' }] }]);
});
