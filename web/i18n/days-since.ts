import { todayIn } from './today.ts';

/** Whole days from a calendar date (YYYY-MM-DD), or from that of an instant in Switzerland, to `today` there. */
export function daysSince(date: string, today: string = todayIn('Europe/Zurich')): number {
  const day = date.includes('T') ? todayIn('Europe/Zurich', new Date(date)) : date;
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
}
