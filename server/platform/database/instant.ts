/** SQL that gives an instant as answers write it: ISO, in UTC, to the millisecond. */
export function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
