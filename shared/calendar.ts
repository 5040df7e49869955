/** Days of the calendar, YYYY-MM-DD: reckoned with as days, wherever they are, not as instants. */

const DAY = 86_400_000;
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Whether a text is a day of the calendar, which has no year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = instantOf(text);
  return !Number.isNaN(at) && dayAt(at) === text;
}

/** The day so many days after another; before it, where there are less than none. */
export function addDays(day: string, days: number): string {
  return dayAt(instantOf(day) + days * DAY);
}

/** The day some calendar months before another; where that month is shorter, its last. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 - months, Math.min(date, last)));
}

/** Days from one day to another; less than none where that is an earlier one. */
export function daysBetween(from: string, to: string): number {
  return (instantOf(to) - instantOf(from)) / DAY;
}

/** A week as ISO 8601 counts them: from Monday to Sunday, of the year that its Thursday is in. */
export type CalendarWeek = { year: number; week: number; monday: string; sunday: string };

/** The calendar week of a day. */
export function weekOf(day: string): CalendarWeek {
  const at = instantOf(day);
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY;
  const thursday = monday + 3 * DAY;
  const year = new Date(thursday).getUTCFullYear();
  return {
    year,
    week: 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY)),
    monday: dayAt(monday),
    sunday: dayAt(monday + 6 * DAY),
  };
}

/**
 * Whether a delivery was expected before `today`. Of a day that stands for its week only once its Sunday has passed: until
 * then the source may still keep its word.
 */
export function wasExpected(day: string, { week, today }: { week: boolean; today: string }): boolean {
  return (week ? weekOf(day).sunday : day) < today;
}

/** Midnight of a day in UTC, where every day is as long as the others. */
function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** What lies beyond the year 9999 is its last day. */
function dayAt(instant: number): string {
  return new Date(Math.min(instant, LAST_DAY)).toISOString().slice(0, 10);
}
