/** Default retention in months. */
export const retentionMonths = {
  /** Notes, calls and reminders of customers. */
  CUSTOMER_NOTE_MONTHS: 24,
  /** Names of deleted users in the audit and beside what they did. */
  DELETED_USER_MONTHS: 24,
  /** Counts of openings and downloads. */
  USAGE_MONTHS: 60,
} as const;

export const LONGEST_RETENTION_MONTHS = 120;

/** SQL for the months set. */
export function storedMonths(key: keyof typeof retentionMonths): string {
  return `coalesce((
    select value::integer from config where key = '${key}' and value ~ '^[0-9]{1,4}$'
  ), ${retentionMonths[key]})`;
}

/** SQL for the instant before which data is too old. */
export function monthsAgo(key: keyof typeof retentionMonths): string {
  return `now() - make_interval(months => ${storedMonths(key)})`;
}
