import { zurichDay } from '#shared/zurich.ts';
import { now } from './clock.ts';
import type { SqlParameters } from './engine.ts';
import type { View, ViewContext } from './views/view.ts';

/** Days for which a stock-out is new where no installation says otherwise. */
export const NEW_STOCKOUT_DAYS = 14;

/** What queries depend on where nobody says otherwise: today, 14 days, German names. */
export function standardContext(): ViewContext {
  return {
    today: todayInZurich(),
    todayUtc: todayInUtc(),
    newStockoutDays: NEW_STOCKOUT_DAYS,
    language: 'de',
  };
}

/** The part of `context` that the view's SQL file has parameters for; part of what its result depends on. */
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
