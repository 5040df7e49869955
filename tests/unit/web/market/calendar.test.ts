import { expect, test } from 'vitest';
import { todayIn } from '../../../../web/i18n/formats.ts';
import { daysBetween, monthsBefore } from '../../../../web/pages/market/calendar.ts';

test.each([
  ['2026-11-21', 6, '2026-05-21'],
  ['2026-03-15', 4, '2025-11-15'],
  ['2026-08-31', 6, '2026-02-28'],
  ['2028-08-31', 6, '2028-02-29'],
  ['2026-01-31', 4, '2025-09-30'],
])('%s, %i months before, is %s: of a shorter month its last day', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before);
});

test('late in the evening Switzerland is a day ahead of UTC', () => {
  const now = new Date('2026-11-20T23:30:00Z');
  expect(todayIn('Europe/Zurich', now)).toBe('2026-11-21');
  expect(todayIn('UTC', now)).toBe('2026-11-20');
});

test('days are counted over the change to winter time', () => {
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect(daysBetween('2026-03-12', '2026-11-21')).toBe(254);
});
