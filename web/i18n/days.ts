import { zurichDay } from '#shared/zurich.ts';

/** Today, YYYY-MM-DD: in Switzerland, or in UTC, which default days are reckoned from. */
export function todayIn(zone: 'Europe/Zurich' | 'UTC', now: Date = new Date()): string {
  return zone === 'UTC' ? now.toISOString().slice(0, 10) : zurichDay(now);
}

/** Whole days from a calendar date (YYYY-MM-DD), or from that of an instant in Switzerland, to `today` there. */
export function daysSince(date: string, today: string = todayIn('Europe/Zurich')): number {
  const day = date.includes('T') ? todayIn('Europe/Zurich', new Date(date)) : date;
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
}
