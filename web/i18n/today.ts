const zones = {
  'Europe/Zurich': new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' }),
  UTC: new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' }),
};

/** Today, YYYY-MM-DD: in Switzerland, or in UTC, which default days are reckoned from. */
export function todayIn(zone: keyof typeof zones, now: Date = new Date()): string {
  return zones[zone].format(now);
}
