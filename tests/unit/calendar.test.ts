import { expect, test } from 'vitest';
import { addDays, daysBetween, isDay, monthsBefore, wasExpected, weekOf } from '#shared/calendar.ts';

test('a week lasts from Monday to Sunday', () => {
  const week = { year: 2026, week: 49, monday: '2026-11-30', sunday: '2026-12-06' };
  expect(weekOf('2026-11-30')).toEqual(week);
  expect(weekOf('2026-12-04')).toEqual(week);
  expect(weekOf('2026-12-06')).toEqual(week);
  expect(weekOf('2026-12-07')).toMatchObject({ week: 50, monday: '2026-12-07' });
});

test('a week belongs to the year that its Thursday is in', () => {
  // 2026 begins on a Thursday, and so has 53 weeks.
  expect(weekOf('2025-12-29')).toMatchObject({ year: 2026, week: 1 });
  expect(weekOf('2026-01-01')).toMatchObject({ year: 2026, week: 1 });
  expect(weekOf('2026-12-31')).toEqual({
    year: 2026,
    week: 53,
    monday: '2026-12-28',
    sunday: '2027-01-03',
  });
  expect(weekOf('2027-01-01')).toMatchObject({ year: 2026, week: 53 });
  expect(weekOf('2027-01-03')).toMatchObject({ year: 2026, week: 53 });
  expect(weekOf('2027-01-04')).toMatchObject({ year: 2027, week: 1 });
  // 1 January 2028 is a Saturday.
  expect(weekOf('2028-01-01')).toMatchObject({ year: 2027, week: 52 });
});

test('the changes to summer time and back leave weeks as they are', () => {
  expect(weekOf('2026-03-29')).toEqual({ year: 2026, week: 13, monday: '2026-03-23', sunday: '2026-03-29' });
  expect(weekOf('2026-10-26')).toEqual({ year: 2026, week: 44, monday: '2026-10-26', sunday: '2026-11-01' });
});

test('a day has passed on the next one, one that stands for its week after its Sunday', () => {
  const friday = '2026-12-04';
  expect(wasExpected(friday, { week: false, today: '2026-12-04' })).toBe(false);
  expect(wasExpected(friday, { week: false, today: '2026-12-05' })).toBe(true);
  expect(wasExpected(friday, { week: true, today: '2026-12-06' })).toBe(false);
  expect(wasExpected(friday, { week: true, today: '2026-12-07' })).toBe(true);
});

test('the last day that four digits can write is followed by none, and its week is not over', () => {
  expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
  expect(weekOf('9999-12-31')).toEqual({
    year: 9999,
    week: 52,
    monday: '9999-12-27',
    sunday: '9999-12-31',
  });
  expect(wasExpected('9999-12-31', { week: true, today: '2026-12-07' })).toBe(false);
});

test.each([
  ['2026-11-27', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['0001-01-01', true],
  ['0000-01-01', false],
  ['2026-11-27T00:00:00Z', false],
  ['27.11.2026', false],
  ['', false],
])('whether "%s" is a day: %s', (text, day) => {
  expect(isDay(text)).toBe(day);
});

test('days are counted and added over the changes to summer time and back', () => {
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
  expect(daysBetween('2026-03-12', '2026-11-21')).toBe(254);
  expect(daysBetween('2026-03-12', '2026-03-12')).toBe(0);
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2026-03-30', -2)).toBe('2026-03-28');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-12-31', 0)).toBe('2026-12-31');
});

test.each([
  ['2026-11-21', 6, '2026-05-21'],
  ['2026-03-15', 4, '2025-11-15'],
  ['2026-08-31', 6, '2026-02-28'],
  ['2028-08-31', 6, '2028-02-29'],
  ['2026-01-31', 4, '2025-09-30'],
])('%s, %i months before, is %s: of a shorter month its last day', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before);
});
