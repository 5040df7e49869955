import { expect, test } from 'vitest';
import { type GuardedFile, guardFile, guardGone } from '#server/reference-data/template-files/guards.ts';

const last: GuardedFile = { date: '2026-03-31', rows: 1000, columns: ['gtin', 'atc'], matched: 850 };
const codes = (file: Partial<GuardedFile>, before: GuardedFile | null = last) =>
  guardFile({ ...last, ...file }, before).map(({ code }) => code);

test('nothing is suspicious about a first file, nor about one like the last', () => {
  expect(codes({ rows: 1 }, null)).toEqual([]);
  expect(codes({})).toEqual([]);
});

test('a file of an earlier day is, one of the same day or of none is not', () => {
  expect(codes({ date: '2026-03-30' })).toEqual(['older']);
  expect(codes({ date: '2026-03-31' })).toEqual([]);
  expect(codes({ date: null })).toEqual([]);
});

test.each([
  [900, []],
  [899, ['rows']],
  [1100, []],
  [1101, ['rows']],
  [0, ['rows']],
])('%i rows where there were 1000: %j', (rows, expected) => {
  expect(codes({ rows, matched: rows })).toEqual(expected);
});

test('columns that are gone are named, new ones are none of its business', () => {
  const [guard] = guardFile({ ...last, columns: ['gtin', 'molecule'] }, last);
  expect(guard).toEqual({ code: 'columns', params: { missing: 'atc' } });
});

test('fewer rows of known products are suspicious below ninety percent only', () => {
  expect(codes({ matched: 849 })).toEqual(['matched']);
  expect(codes({ matched: 850 })).toEqual([]);
  expect(codes({ matched: 900 }, { ...last, matched: 1000 })).toEqual([]);
  expect(codes({ matched: 899 }, { ...last, matched: 1000 })).toEqual(['matched']);
  expect(codes({ matched: null })).toEqual([]);
});

test('what another rule decides is left to it', () => {
  const file = { ...last, date: '2020-01-01', rows: 1, matched: 0, columns: ['gtin'] };
  expect(guardFile(file, last, ['older', 'rows', 'matched']).map(({ code }) => code)).toEqual(['columns']);
});

test.each([
  [100, 1000, []],
  [101, 1000, ['gone']],
  [1, 1, ['gone']],
  [0, 0, []],
])('%i of %i rows gone: %j', (count, before, expected) => {
  const guards = guardGone({ before, gone: { count, samples: [] } });
  expect(guards.map(({ code }) => code)).toEqual(expected);
});
