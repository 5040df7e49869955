import { expect, test } from 'vitest';
import { wordsOf } from '#shared/searched-text.ts';

test('words are looked for without accents and capitals, and none where there are only blanks', () => {
  expect(wordsOf('  Rämipril\tÉnzian ')).toEqual(['ramipril', 'enzian']);
  expect(wordsOf(' \n ')).toEqual([]);
});

test('a GTIN of 14 digits is looked for by its 13; other numbers as they are typed', () => {
  expect(wordsOf('07680803610021')).toEqual(['7680803610021']);
  expect(wordsOf('0123456 0768080361002 007680803610021 17680803610021')).toEqual([
    '0123456',
    '0768080361002',
    '007680803610021',
    '17680803610021',
  ]);
});
