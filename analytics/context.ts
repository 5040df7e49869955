import { zurichDay } from '#shared/zurich.ts';
import { now } from './clock.ts';
import type { SqlParameters } from './engine.ts';
import type { View, ViewContext } from './views/view.ts';

/** Default days for which a stock-out is new. */
export const NEW_STOCKOUT_DAYS = 14;

/** Default context of queries: today, 14 days, German names. */
export function standardContext(): ViewContext {
  return {
    today: todayInZurich(),
    todayUtc: todayInUtc(),
    newStockoutDays: NEW_STOCKOUT_DAYS,
    language: 'de',
  };
}

/** The part of `context` that the view's SQL file uses; also part of the cache key. */
export function contextParameters(view: View, context: ViewContext): SqlParameters {
  return Object.fromEntries((view.context ?? []).map((name) => [name, context[name]]));
}

/** Today's date in UTC, YYYY-MM-DD. */
export function todayInUtc(): string {
  return now().toISOString().slice(0, 10);
}

/** Today's date in Zurich, YYYY-MM-DD. */
export function todayInZurich(): string {
  return zurichDay(now());
}
