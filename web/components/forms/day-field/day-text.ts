/** A day as YYYY-MM-DD written DD.MM.YYYY; '' for ''. */
export function dayText(day: string): string {
  return day.split('-').reverse().join('.');
}

/** Reads D.M.YYYY as YYYY-MM-DD, and DDMMYYYY, as phones have keys for digits alone; null for anything else, e.g. 31.2.2026. */
export function readDay(text: string): string | null {
  const parts = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$|^(\d\d)(\d\d)(\d{4})$/.exec(text.trim());
  if (!parts) return null;
  const [day, month, year] = parts.slice(1).filter(Boolean).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** Reads D.M.YY as a day of this century; null for anything else. While a day is typed, it may still become one of four digits. */
export function readShortDay(text: string): string | null {
  const parts = /^(\d{1,2}\.\d{1,2}\.)(\d\d)$/.exec(text.trim());
  return parts && readDay(`${parts[1]}20${parts[2]}`);
}
