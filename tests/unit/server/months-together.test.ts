import { expect, test } from 'vitest';
import { monthsTogether } from '#server/statistics/combined/combined-routes.ts';

/** From one month to another, each YYYY-MM. */
function range(from: string, to: string) {
  const [timeYearFrom, timeMonthFrom] = from.split('-').map(Number) as [number, number];
  const [timeYearTo, timeMonthTo] = to.split('-').map(Number) as [number, number];
  return { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };
}

test('ranges one after another have neither gaps nor overlaps, over the turn of a year too', () => {
  expect(monthsTogether([range('2025-01', '2025-06'), range('2024-07', '2024-12')])).toEqual({
    gaps: [],
    overlaps: [],
  });
  expect(monthsTogether([])).toEqual({ gaps: [], overlaps: [] });
});

test('months of which there is none lie between the first and the last', () => {
  expect(monthsTogether([range('2024-01', '2024-11'), range('2025-02', '2025-03')])).toEqual({
    gaps: [range('2024-12', '2025-01')],
    overlaps: [],
  });
});

test('months of which there are as many are said together, whichever statistics they are', () => {
  const ranges = [range('2025-01', '2025-06'), range('2025-04', '2025-09'), range('2025-07', '2025-12')];
  expect(monthsTogether(ranges).overlaps).toEqual([{ ...range('2025-04', '2025-09'), statistics: 2 }]);
  const all = [...ranges, range('2025-06', '2025-06')];
  expect(monthsTogether(all).overlaps).toEqual([
    { ...range('2025-04', '2025-05'), statistics: 2 },
    { ...range('2025-06', '2025-06'), statistics: 3 },
    { ...range('2025-07', '2025-09'), statistics: 2 },
  ]);
});
