import { expect, test } from 'vitest';
import {
  formatPenetration,
  percentOfShare,
  readEntries,
  shareOfPercent,
  writeEntries,
} from '../../../web/pages/dashboard/what-if/what-if-queries.ts';

test('what is chosen stays in its place when it gets a share of its own', () => {
  const entries = readEntries(['molecule:Acidum: A, B', 'product:7680001020304', 'all']);
  expect(entries.map(({ kind, name }) => [kind, name])).toEqual([
    ['all', ''],
    ['molecule', 'Acidum: A, B'],
    ['product', '7680001020304'],
  ]);
  const written = writeEntries(
    entries.map((entry) => (entry.kind === 'product' ? { ...entry, share: '0.25' } : entry)),
  );
  // As an address has them.
  expect(readEntries(written.toSorted())).toEqual([
    { kind: 'all', name: '', share: null },
    { kind: 'molecule', name: 'Acidum: A, B', share: null },
    { kind: 'product', name: '7680001020304', share: '0.25' },
  ]);
  expect(readEntries(writeEntries([]))).toEqual([]);
});

test('a percentage is a share and back', () => {
  for (const [percent, share] of [
    ['0', '0'],
    ['12.5', '0.125'],
    ['7.05', '0.0705'],
    ['100', '1'],
  ] as const) {
    expect(shareOfPercent(percent)).toBe(share);
    expect(percentOfShare(share)).toBe(percent);
  }
  expect(shareOfPercent('12,5')).toBe('0.125');
  for (const none of ['', '100.01', '1.234', '-1', 'half']) expect(shareOfPercent(none)).toBeNull();
});

test('a penetration that is below a benchmark does not read as it, and one that reaches it does', () => {
  expect([58.96, 58.9999, 59, 59.06, 58.9, 0, null].map(formatPenetration)).toEqual([
    '58.9%',
    '58.9%',
    '59.0%',
    '59.0%',
    '58.9%',
    '0.0%',
    '–',
  ]);
});
