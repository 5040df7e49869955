import { expect, test } from 'vitest';
import { dayText, readDay, readShortDay } from '../../../web/components/forms/day-field/day-text.ts';

test('a day is written as DD.MM.YYYY, no day as nothing', () => {
  expect(dayText('2026-03-05')).toBe('05.03.2026');
  expect(dayText('')).toBe('');
});

test('days are read with or without leading zeros', () => {
  expect(readDay('5.3.2026')).toBe('2026-03-05');
  expect(readDay(' 05.03.2026 ')).toBe('2026-03-05');
  expect(readDay('29.02.2024')).toBe('2024-02-29');
});

test('days are read without dots too, for which the number keys of phones have none', () => {
  expect(readDay('05032026')).toBe('2026-03-05');
  expect(readDay('31022026')).toBeNull();
  expect(readDay('5032026')).toBeNull();
});

test('what is no day is not read', () => {
  for (const text of [
    '',
    '31.2.2026',
    '29.02.2025',
    '0.1.2026',
    '1.13.2026',
    '2026-03-05',
    '5.3.26',
    '3/5/2026',
  ]) {
    expect(readDay(text), text).toBeNull();
  }
});

test('a year of two digits is one of this century', () => {
  expect(readShortDay('24.12.26')).toBe('2026-12-24');
  expect(readShortDay('31.2.26')).toBeNull();
  expect(readShortDay('24.12.2026')).toBeNull();
  expect(readShortDay('')).toBeNull();
});
