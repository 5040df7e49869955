import { todayInZurich } from '#analytics/context.ts';
import { AppError } from '../platform/errors.ts';

/** Months 1 to 12, inclusive. */
export type TimeRange = {
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
};

/** The range when all four are given, in the calendar from `firstYear` up to this year, and the end is after the start. */
export function checkTimeRange(
  given: { [Field in keyof TimeRange]: number | null },
  firstYear: number,
): TimeRange {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = given;
  if (timeMonthFrom === null || timeYearFrom === null || timeMonthTo === null || timeYearTo === null) {
    throw new AppError(400, 'time_range_required');
  }
  const months = timeMonthTo - timeMonthFrom + 12 * (timeYearTo - timeYearFrom);
  const inCalendar =
    [timeMonthFrom, timeMonthTo].every((month) => month >= 1 && month <= 12) &&
    [timeYearFrom, timeYearTo].every((year) => year >= firstYear && year <= currentYear());
  if (months <= 0 || !inCalendar) throw new AppError(400, 'time_range_invalid');
  return { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };
}

/** The year it is in Zurich. */
function currentYear(): number {
  return Number(todayInZurich().slice(0, 4));
}
