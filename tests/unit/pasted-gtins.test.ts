import { expect, test } from 'vitest';
import { readGtins } from '../../web/pages/focus-groups/pasted-gtins.ts';

const known = new Set(['7680000000014', '7680000000021']);

test('GTINs between lines, spaces, commas and semicolons are taken once each, with 14 digits too', () => {
  expect(readGtins('7680000000014\r\n07680000000021, 7680000000014;\t"7680000000021"', known)).toEqual({
    gtins: ['7680000000014', '7680000000021'],
    unfit: [],
  });
});

test('what is no GTIN, has a wrong check digit or is not in the catalogue is listed, in order', () => {
  expect(readGtins('1234567 7680000000018 Ramipril 7680000000038 7680000000014', known)).toEqual({
    gtins: ['7680000000014'],
    unfit: [
      { text: '1234567', reason: 'noGtin' },
      { text: '7680000000018', reason: 'checkDigit' },
      { text: 'Ramipril', reason: 'noGtin' },
      { text: '7680000000038', reason: 'unknown' },
    ],
  });
});

test('invisible characters around a GTIN are not part of it', () => {
  expect(readGtins('\u202a7680000000014\u202c\u00a0\ufeff7680000000021', known)).toEqual({
    gtins: ['7680000000014', '7680000000021'],
    unfit: [],
  });
});
