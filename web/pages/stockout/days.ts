import { monthsBefore } from '#shared/calendar.ts';
import type { DevelopmentChoice } from './stockout-queries.ts';

/** The two series: the provider's own products, and all of origin generic. */
export const seriesNames = ['PROVIDER', 'GENERICA'] as const;
export type SeriesName = (typeof seriesNames)[number];

/** A day with the number of products of each series that were not deliverable on it. */
export type Day = { date: string } & Record<SeriesName, number>;

type ShownPeriod = Pick<DevelopmentChoice, 'period' | 'from' | 'to'>;

type Count = { date: string; count: number };

/** The days of both series; those that only one of them has belong to a list that came between the two answers. */
export function daysOf(provider: readonly Count[], generica: readonly Count[]): Day[] {
  const others = new Map(generica.map(({ date, count }) => [date, count]));
  return provider.flatMap(({ date, count }) => {
    const other = others.get(date);
    return other === undefined ? [] : [{ date, PROVIDER: count, GENERICA: other }];
  });
}

/** The days from one to another, else those of the period; all of them where that would leave less than two. */
export function daysShown(days: readonly Day[], { period, from, to }: ShownPeriod): readonly Day[] {
  if (!from || !to) {
    const first = period === 'all' ? null : monthsBack(days, Number(period));
    return first ? days.filter(({ date }) => date >= first) : days;
  }
  const within = days.filter(({ date }) => date >= from && date <= to);
  return within.length < 2 ? days : within;
}

/** The first of the newest days that span so many months; null where there are no earlier ones. */
export function monthsBack(days: readonly Day[], months: number): string | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const from = monthsBefore(last.date, months);
  return from > first.date ? from : null;
}
