import { zurichDay } from '#shared/zurich.ts';

/** Today, YYYY-MM-DD: in Switzerland, or in UTC, which default days are reckoned from. */
export function todayIn(zone: 'Europe/Zurich' | 'UTC', now: Date = new Date()): string {
  return zone === 'UTC' ? now.toISOString().slice(0, 10) : zurichDay(now);
}
