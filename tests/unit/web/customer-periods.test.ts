import { expect, test } from 'vitest';
import type { CustomerStatistic, KeptFigures } from '#shared/schemas/customer-page.ts';
import { periodsOf, sparkline } from '../../../web/pages/customer/periods.ts';

const figures = (turnoverTotal: number, months: number): CustomerStatistic['figures'] => ({
  ...({ potentialTotal: 0 } as KeptFigures),
  turnoverTotal,
  perMonth: {
    turnoverTotal: turnoverTotal / months,
    turnoverProvider: 0,
    potentialTotal: 0,
    customersGainTotal: 0,
  },
  reckonedAt: '2026-01-01T00:00:00.000Z',
  current: true,
});

const statistic = (id: number, year: number, months: number, turnover: number | null) =>
  ({
    bezugsStatistikID: id,
    timeMonthFrom: 13 - months,
    timeYearFrom: year,
    timeMonthTo: 12,
    timeYearTo: year,
    months,
    figures: turnover === null ? null : figures(turnover, months),
  }) as CustomerStatistic;

test('periods go from the oldest to the newest, each as it was uploaded last, and without figures none', () => {
  const { points, perMonth } = periodsOf([
    statistic(4, 2025, 12, 1200),
    statistic(1, 2025, 12, 600),
    statistic(3, 2024, 12, null),
    statistic(2, 2023, 12, 240),
  ]);
  expect(
    points.map(({ statistic: { bezugsStatistikID: id }, values }) => [id, values.turnoverTotal]),
  ).toEqual([
    [2, 240],
    [4, 1200],
  ]);
  expect(perMonth).toBe(false);
});

test('francs are per month as soon as two periods differ in length', () => {
  const { points, perMonth } = periodsOf([statistic(2, 2025, 12, 1200), statistic(1, 2024, 3, 600)]);
  expect(points.map(({ values }) => values.turnoverTotal)).toEqual([200, 100]);
  expect(perMonth).toBe(true);
});

test('a line goes from the lowest to the highest and is broken where a value is unknown', () => {
  expect(sparkline([1, 3, 2], 108, 28)).toEqual({ path: 'M4 24L54 4L104 14', last: [104, 14] });
  expect(sparkline([1, null, 3], 108, 28)).toEqual({ path: 'M4 24M104 4', last: [104, 4] });
  expect(sparkline([5, 5], 108, 28).path).toBe('M4 14L104 14');
  expect(sparkline([7], 108, 28)).toEqual({ path: 'M104 14', last: [104, 14] });
  expect(sparkline([null], 108, 28)).toEqual({ path: '', last: undefined });
});
