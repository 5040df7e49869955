const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' });

/** Whole days from a calendar date (YYYY-MM-DD), or from that of an instant in Switzerland, to the day that `now` is there. */
export function daysSince(date: string, now: Date = new Date()): number {
  const day = date.includes('T') ? today.format(new Date(date)) : date;
  return Math.round((Date.parse(today.format(now)) - Date.parse(day)) / 86_400_000);
}
