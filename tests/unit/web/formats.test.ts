import { expect, test } from 'vitest';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatDateAndTime,
  formatFileSize,
  formatPercent,
  formatPostalAddress,
  formatShare,
  formatSigned,
  formatTimeRange,
} from '../../../web/i18n/formats.ts';

/** Which of the two apostrophes de-CH has depends on the age of the runtime's locale data. */
const plain = (text: string) => text.replaceAll('’', "'");

test('amounts have Swiss thousands separators and two decimals', () => {
  expect(plain(formatAmount(3648958.64))).toBe("3'648'958.64");
  expect(formatAmount(0)).toBe('0.00');
  expect(plain(formatAmount(-1234.5))).toBe("-1'234.50");
});

test('counts have no decimals, percentages neither', () => {
  expect(plain(formatCount(26842))).toBe("26'842");
  expect(formatPercent(36)).toBe('36%');
});

test('a change carries its sign, and none where nothing changed', () => {
  expect(plain(formatSigned(1234.5, formatAmount))).toBe("+1'234.50");
  expect(formatSigned(-3, formatCount)).toBe('−3');
  expect(formatSigned(0, formatCount)).toBe('0');
  expect(formatSigned(null, formatCount)).toBe('–');
  expect(formatSigned(-66.7, formatShare)).toBe('−66.7%');
  expect(formatShare(100)).toBe('100.0%');
});

test('what there is no value for is a dash', () => {
  expect(formatAmount(null)).toBe('–');
  expect(formatCount(undefined)).toBe('–');
  expect(formatPercent(null)).toBe('–');
  expect(formatDate(null)).toBe('–');
  expect(formatDate('not a date')).toBe('–');
});

test('an instant is the calendar day it falls on in Zurich', () => {
  expect(formatDate('2026-07-31T22:30:00Z')).toBe('01.08.2026');
  expect(formatDate('2026-12-31T22:30:00Z')).toBe('31.12.2026');
  expect(formatDate('2026-08-01')).toBe('01.08.2026');
});

test('an instant with its time is that of Zurich', () => {
  expect(formatDateAndTime('2026-07-31T22:30:00Z')).toBe('01.08.2026, 00:30');
  expect(formatDateAndTime('2026-01-05T07:03:59.999Z')).toBe('05.01.2026, 08:03');
});

test('file sizes are in megabytes from a million bytes on', () => {
  expect(formatFileSize(9_412_345)).toBe('9.4 MB');
  expect(formatFileSize(15_728_641)).toBe('15.7 MB');
  expect(formatFileSize(6_646)).toBe('7 kB');
  expect(formatFileSize(10)).toBe('1 kB');
});

const months = { timeMonthFrom: 1, timeYearFrom: 2025, timeMonthTo: 12, timeYearTo: 2025 };

test('a period is written as its first and last month', () => {
  expect(formatTimeRange(months)).toBe('01.2025 – 12.2025');
});

test('old statistics without months show their free text', () => {
  expect(formatTimeRange({ ...months, timeMonthFrom: null, timeInformation: 'Sommer 2017' })).toBe(
    'Sommer 2017',
  );
  expect(formatTimeRange({ ...months, timeYearTo: null })).toBe('');
});

test('an address of the file of customers reads as on a letter; whatever has another form stays as it is', () => {
  expect(formatPostalAddress('Hauptstrasse 1, 8180, Bülach ZH, Schweiz')).toBe(
    'Hauptstrasse 1, 8180 Bülach ZH, Schweiz',
  );
  expect(formatPostalAddress('Postfach 8180, Bülach')).toBe('Postfach 8180, Bülach');
});
