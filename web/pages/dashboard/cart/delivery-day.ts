import { usualDeliveryDay } from '#shared/delivery-day.ts';
import { todayIn } from '../../../i18n/formats.ts';

/** The chosen day, YYYY-MM-DD; one that is none (before 2001) is today in three days. */
export function deliveryDay(chosen: string | null, now: Date = new Date()): string {
  if (chosen !== null && Number(chosen.slice(0, 4)) > 2000) return chosen;
  return usualDeliveryDay(todayIn('Europe/Zurich', now));
}
