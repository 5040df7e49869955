const defaultDays = 3;
const dayLength = 86_400_000;
const zurich = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' });

/** The chosen day, YYYY-MM-DD; one that is none (before 2001) is today in three days, as the server counts them. */
export function deliveryDay(chosen: string | null, now: Date = new Date()): string {
  if (chosen !== null && Number(chosen.slice(0, 4)) > 2000) return chosen;
  // Calendar days: those on which clocks are put back are longer.
  const today = Date.parse(zurich.format(now));
  return new Date(today + defaultDays * dayLength).toISOString().slice(0, 10);
}
