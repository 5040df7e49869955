/** Calendar days as YYYY-MM-DD, without time zones. */

const DAY = 86_400_000;
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Whether a text is a calendar day; there is no year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = instantOf(text);
  return !Number.isNaN(at) && dayAt(at) === text;
}

/** The day so many days after another; negative: before. */
export function addDays(day: string, days: number): string {
  return dayAt(instantOf(day) + days * DAY);
}

/** The same day some months earlier, or the last of that month where it is shorter. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 - months, Math.min(date, last)));
}

/** Days from one day to another; negative where that is earlier. */
export function daysBetween(from: string, to: string): number {
  return (instantOf(to) - instantOf(from)) / DAY;
}

/** An ISO 8601 week: from Monday to Sunday, in the year of its Thursday. */
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

/** Whether an expected delivery is overdue on `today`. A week is overdue after its Sunday. */
export function wasExpected(day: string, { week, today }: { week: boolean; today: string }): boolean {
  return (week ? weekOf(day).sunday : day) < today;
}

/** Midnight in UTC, where every day has the same length. */
function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Capped at the last day of year 9999. */
function dayAt(instant: number): string {
  return new Date(Math.min(instant, LAST_DAY)).toISOString().slice(0, 10);
}
