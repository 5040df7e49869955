import { expect, test } from 'vitest';
import { daysOf, daysShown, monthsBack } from '../../../web/pages/stockout/days.ts';
import { countTicks, dateTicks, sharedTicks } from '../../../web/pages/stockout/development-plot.ts';

const count = (date: string, counted: number) => ({ date, count: counted });
const day = (date: string) => ({ date, PROVIDER: 0, GENERICA: 0 });

test('both series are shown for the days that both have', () => {
  const provider = [count('2026-01-01', 1), count('2026-01-02', 2)];
  const generica = [
    count('2025-12-31', 5),
    count('2026-01-01', 6),
    count('2026-01-02', 7),
    count('2026-01-03', 8),
  ];
  expect(daysOf(provider, generica)).toEqual([
    { date: '2026-01-01', PROVIDER: 1, GENERICA: 6 },
    { date: '2026-01-02', PROVIDER: 2, GENERICA: 7 },
  ]);
  expect(daysOf([], generica)).toEqual([]);
});

test('a period shows its days, and all of them where it is no period of theirs', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map(day);
  const dates = (from: string | null, to: string | null) =>
    daysShown(days, { period: 'all', from, to }).map(({ date }) => date.slice(-1));
  expect(dates('2026-01-02', '2026-01-03')).toEqual(['2', '3']);
  expect(dates('2025-06-01', '2026-01-02')).toEqual(['1', '2']);
  for (const [from, to] of [
    [null, null],
    ['2026-01-02', null],
    ['2026-01-03', '2026-01-02'],
    ['2026-01-02', '2026-01-02'],
    ['2020-01-01', '2020-12-31'],
  ] as const) {
    expect(dates(from, to)).toHaveLength(4);
  }
});

test('the newest months move on with the list, and give way to days that were marked', () => {
  const days = ['2026-01-01', '2026-02-14', '2026-02-15', '2026-05-14', '2026-05-15'].map(day);
  const whole = { from: null, to: null };
  const firstAndLast = (listed: typeof days) => {
    const shown = daysShown(listed, { period: '3', ...whole });
    return [shown[0]!.date, shown.at(-1)!.date];
  };
  expect(firstAndLast(days.slice(0, -1))).toEqual(['2026-02-14', '2026-05-14']);
  expect(firstAndLast(days)).toEqual(['2026-02-15', '2026-05-15']);
  expect(daysShown(days, { period: '12', ...whole })).toBe(days);
  const marked = daysShown(days, { period: '3', from: '2026-01-01', to: '2026-02-14' });
  expect(marked.map(({ date }) => date)).toEqual(['2026-01-01', '2026-02-14']);
});

test('the newest months begin on the same day of an earlier month, or on its last', () => {
  const until = (last: string) => [day('2020-01-01'), day(last)];
  expect(monthsBack(until('2026-11-20'), 3)).toBe('2026-08-20');
  expect(monthsBack(until('2026-02-10'), 12)).toBe('2025-02-10');
  expect(monthsBack(until('2026-05-31'), 3)).toBe('2026-02-28');
  expect(monthsBack(until('2024-05-31'), 3)).toBe('2024-02-29');
  expect(monthsBack(until('2020-03-31'), 3)).toBe(null);
  expect(monthsBack([], 3)).toBe(null);
});

test('counts are marked at round whole numbers from zero to above the largest', () => {
  expect(countTicks(0)).toEqual([0, 1]);
  expect(countTicks(1)).toEqual([0, 1]);
  expect(countTicks(3)).toEqual([0, 1, 2, 3]);
  expect(countTicks(7)).toEqual([0, 2, 4, 6, 8]);
  expect(countTicks(20)).toEqual([0, 5, 10, 15, 20]);
  expect(countTicks(216)).toEqual([0, 50, 100, 150, 200, 250]);
});

test('axes side by side have as many steps, each of its own size', () => {
  expect(sharedTicks([20])).toEqual([[0, 5, 10, 15, 20]]);
  expect(sharedTicks([35, 216])).toEqual([
    [0, 10, 20, 30, 40, 50],
    [0, 50, 100, 150, 200, 250],
  ]);
});

test('few days are marked as days, many by firsts of months that fall on January', () => {
  const marked = (from: string, to: string, most: number) => {
    const { dates, format } = dateTicks(from, to, most);
    return dates.map(format);
  };
  expect(marked('2026-02-27', '2026-03-02', 5)).toEqual(['27.02.', '28.02.', '01.03.', '02.03.']);
  expect(marked('2026-01-01', '2026-01-31', 6)).toEqual(['01.01.', '08.01.', '15.01.', '22.01.', '29.01.']);
  expect(marked('2025-07-29', '2026-11-20', 9)).toEqual([
    '09.2025',
    '11.2025',
    '01.2026',
    '03.2026',
    '05.2026',
    '07.2026',
    '09.2026',
    '11.2026',
  ]);
  expect(marked('2023-11-22', '2026-11-21', 4)).toEqual(['01.2024', '01.2025', '01.2026']);
  expect(marked('2006-11-22', '2026-11-21', 5)).toEqual(['01.2010', '01.2015', '01.2020', '01.2025']);
});
