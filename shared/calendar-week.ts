const DAY = 86_400_000;

/** A week as ISO 8601 counts them: from Monday to Sunday, of the year that its Thursday is in. Days are YYYY-MM-DD. */
export type CalendarWeek = { year: number; week: number; monday: string; sunday: string };

/** The calendar week of a day, wherever the day is: days are reckoned with, not instants. */
export function weekOf(day: string): CalendarWeek {
  const at = Date.parse(`${day}T00:00:00Z`);
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

function dayAt(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
