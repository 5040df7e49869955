import { addDays, wasExpected, weekOf } from './calendar.ts';

/** Days until delivery where no day was chosen. */
const DELIVERY_DAYS = 3;

/** The day of delivery of an order for which none was chosen: in three days of the calendar. Days as YYYY-MM-DD. */
export function usualDeliveryDay(today: string): string {
  return addDays(today, DELIVERY_DAYS);
}

/**
 * Whether a product can't be there by a day: it is missing, and not expected before, or nobody knows when, as of one whose
 * expected day has passed. Of a day that stands for its week what is left of that counts once it has passed.
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
