const moments = new Intl.DateTimeFormat('de-CH', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Zurich',
});

/** An instant in Swiss time: 25.11.2026, 09:30. */
export function formatMoment(iso: string): string {
  return moments.format(new Date(iso));
}
