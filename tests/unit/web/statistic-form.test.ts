import { expect, test } from 'vitest';
import { yearChoices } from '../../../web/components/hooks/use-first-year.ts';
import {
  emptyForm,
  lastMonths,
  monthsBetween,
  problemsOf,
  type StatisticForm,
  toFormData,
} from '../../../web/pages/upload/form/statistic-form.ts';

const complete: StatisticForm = {
  ...emptyForm({ id: 3, name: 'Anna Keller' }),
  consentFile: new File(['x'], 'consent.pdf'),
  file: new File(['y'], 'bezug.xlsx'),
  customerExternalId: '100',
  customerName: 'Apotheke',
  timeMonthFrom: 1,
  timeYearFrom: 2025,
  timeMonthTo: 12,
  timeYearTo: 2025,
};

test('a complete form has no problems', () => {
  expect(problemsOf(complete)).toEqual([]);
});

test('an empty form lists everything that is missing, in the order of the form', () => {
  expect(problemsOf(emptyForm({ id: 3, name: 'Anna Keller' }))).toEqual([
    'consentFile',
    'file',
    'customer',
    'timeRangeMissing',
  ]);
});

test('a test upload needs neither consent nor customer', () => {
  const form = { ...complete, testUpload: true, consentFile: null, customerExternalId: '' };
  expect(problemsOf(form)).toEqual([]);
});

test('the last month must lie after the first one', () => {
  const months = (timeMonthFrom: number, timeYearFrom: number, timeMonthTo: number, timeYearTo: number) => ({
    ...complete,
    timeMonthFrom,
    timeYearFrom,
    timeMonthTo,
    timeYearTo,
  });
  expect(monthsBetween(months(1, 2025, 12, 2025))).toBe(11);
  expect(monthsBetween(months(11, 2024, 2, 2025))).toBe(3);
  expect(problemsOf(months(3, 2025, 3, 2025))).toEqual(['timeRange']);
  expect(problemsOf(months(12, 2025, 1, 2025))).toEqual(['timeRange']);
  expect(problemsOf(months(12, 2024, 1, 2025))).toEqual([]);
});

test('what is sent carries the wire names, leaves out what is empty, and ends with the files', () => {
  const sent = [...toFormData({ ...complete, comment: 'Jahresgespräch' })];
  expect(sent.map(([name]) => name)).toEqual([
    'testUpload',
    'customerExternalId',
    'customerName',
    'timeMonthFrom',
    'timeYearFrom',
    'timeMonthTo',
    'timeYearTo',
    'user',
    'uploader',
    'comment',
    'consentFileName',
    'consentFile',
    'fileName',
    'file',
  ]);
  expect(Object.fromEntries(sent)).toMatchObject({
    user: 'Anna Keller',
    uploader: '3',
    fileName: 'bezug.xlsx',
  });
});

test('a test upload sends no consent, even when one was chosen before', () => {
  expect(toFormData({ ...complete, testUpload: true }).has('consentFile')).toBe(false);
});

test('years go from the current one down to the first', () => {
  expect(yearChoices(2021, 2018)).toEqual([2021, 2020, 2019, 2018]);
});

test.each([
  [12, '2026-11-27', [11, 2025, 10, 2026]],
  [12, '2026-01-01', [1, 2025, 12, 2025]],
  [6, '2026-03-31', [9, 2025, 2, 2026]],
  [1, '2026-12-01', [11, 2026, 11, 2026]],
])('the last %i months that are over on %s', (count, today, range) => {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = lastMonths(count, today);
  expect([timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo]).toEqual(range);
});
