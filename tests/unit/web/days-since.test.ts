import { expect, test } from 'vitest';
import { daysSince, todayIn } from '../../../web/i18n/formats.ts';

test.each([
  ['2026-03-12', '2026-11-21T12:00:00Z', 254],
  ['2026-11-21', '2026-11-21T12:00:00Z', 0],
  // Across the change to summer time.
  ['2026-03-28', '2026-03-30T01:00:00Z', 2],
  // Already the next day in Switzerland.
  ['2026-11-21', '2026-11-21T23:30:00Z', 1],
  ['2026-11-22', '2026-11-21T12:00:00Z', -1],
])('from %s to %s it is %i days', (date, now, days) => {
  expect(daysSince(date, todayIn('Europe/Zurich', new Date(now)))).toBe(days);
});

test('what begins with a day in Switzerland is of that day, which UTC has not reached', () => {
  expect(daysSince('2026-11-30T23:00:00.000Z', '2026-12-01')).toBe(0);
  expect(daysSince('2026-11-30T22:59:59.000Z', '2026-12-01')).toBe(1);
});

test('late in the evening Switzerland is a day ahead of UTC', () => {
  const now = new Date('2026-11-20T23:30:00Z');
  expect(todayIn('Europe/Zurich', now)).toBe('2026-11-21');
  expect(todayIn('UTC', now)).toBe('2026-11-20');
});
