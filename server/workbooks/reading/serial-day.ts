const DAY_MILLISECONDS = 86_400_000;
/** By so many days the serials of the 1904 system are lower. */
const DAYS_1900_TO_1904 = 1462;

/** The day, YYYY-MM-DD, that a number of a workbook stands for; null for what lies before 1954 or after 2119. */
export function serialDay(serial: number, date1904: boolean): string | null {
  const days = Math.floor(serial) + (date1904 ? DAYS_1900_TO_1904 : 0);
  if (!(days >= 20_000 && days <= 80_000)) return null;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}
