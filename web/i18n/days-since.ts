const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' });

/** Whole days from a calendar date (YYYY-MM-DD) to the day that `now` is in Switzerland. */
export function daysSince(date: string, now: Date = new Date()): number {
  return Math.round((Date.parse(today.format(now)) - Date.parse(date)) / 86_400_000);
}
