import { todayInZurich } from '#analytics/context.ts';

/** Days until delivery where no day was chosen. */
const DELIVERY_DAYS = 3;

/** The day of delivery where none was chosen, YYYY-MM-DD: in three days of the calendar. */
export function usualDeliveryDay(): string {
  const date = new Date(`${todayInZurich()}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + DELIVERY_DAYS);
  return date.toISOString().slice(0, 10);
}
