import { addDays } from './calendar.ts';

/** Days until delivery where no day was chosen. */
const DELIVERY_DAYS = 3;

/** The day of delivery of an order for which none was chosen: in three days of the calendar. Days as YYYY-MM-DD. */
export function usualDeliveryDay(today: string): string {
  return addDays(today, DELIVERY_DAYS);
}

/**
 * Whether a product can't be there by a day: it is missing, and not expected before, or nobody knows when, as of one whose
 * expected day has passed.
 */
export function isLate(
  { stockOut, deliverability }: { stockOut: boolean; deliverability: string | null },
  { day, today }: { day: string; today: string },
): boolean {
  if (!stockOut) return false;
  const expected = /^\d{4}-\d\d-\d\d/.exec(deliverability ?? '')?.[0];
  return expected === undefined || expected > day || expected < today;
}
