import { expect, test } from 'vitest';
import { periodOf } from '../../../../web/pages/market/why/source-of.ts';

test('a turnover is year to date from January to a month of this year, and of its months otherwise', () => {
  const period = (feedingFrom: string, feedingTo: string) =>
    periodOf({ feedingFrom, feedingTo }, '2026-11-25');
  expect([
    period('2026-01', '2026-10'),
    period('2026-01', '2026-01'),
    period('2025-01', '2025-12'),
    period('2025-01', '2026-10'),
    period('2026-02', '2026-10'),
    period('2026-10', '2026-10'),
  ]).toEqual(['YTD', 'YTD', '01–12.2025', '01.2025–10.2026', '02–10.2026', '10.2026']);
  expect(periodOf({ feedingFrom: null, feedingTo: null }, '2026-11-25')).toBeUndefined();
  expect(periodOf(undefined, '2026-11-25')).toBeUndefined();
});
