const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' });

const instants = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Zurich',
});

/** The calendar day in Switzerland, YYYY-MM-DD. */
export function zurichDay(at: Date): string {
  return days.format(at);
}

/** Day and time of day in Switzerland, YYYY-MM-DD and HH:MM:SS. */
export function zurichTime(at: Date): { day: string; time: string } {
  const [day = '', time = ''] = instants.format(at).split(' ');
  return { day, time };
}
