import { addDays, wasExpected, weekOf } from './calendar.ts';

/** Default days until delivery. */
const DELIVERY_DAYS = 3;

/** The default delivery day: in three calendar days. Days as YYYY-MM-DD. */
export function usualDeliveryDay(today: string): string {
  return addDays(today, DELIVERY_DAYS);
}

/**
 * Whether a product cannot be delivered by a day: it is missing, and expected later, overdue or without a date. A week
 * lasts until its Sunday.
 */
export function isLate(
  row: { stockOut: boolean; deliverability: string | null; deliverabilityWeek: boolean },
  { day, today }: { day: string; today: string },
): boolean {
  if (!row.stockOut) return false;
  const expected = /^\d{4}-\d\d-\d\d/.exec(row.deliverability ?? '')?.[0];
  if (expected === undefined || wasExpected(expected, { week: row.deliverabilityWeek, today })) return true;
  return (expected < today ? weekOf(expected).sunday : expected) > day;
}
