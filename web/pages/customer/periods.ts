import type { CustomerStatistic, KeptFigures } from '#shared/schemas/customer-page.ts';

export const shownFigures = [
  'turnoverTotal',
  'turnoverProvider',
  'potentialTotal',
  'customersGainTotal',
  'notDeliverable',
  'genericPenetration',
] as const satisfies readonly (keyof KeptFigures)[];

export type Shown = (typeof shownFigures)[number];

export interface Point {
  statistic: CustomerStatistic;
  figures: KeptFigures;
  /** Those in CHF per month where periods differ in length. */
  values: Record<Shown, number | null>;
}

/**
 * A point per period with figures, oldest first: of several statistics of the same months the one uploaded last, which
 * stands first in the list, newest period first.
 */
export function periodsOf(statistics: readonly CustomerStatistic[]): { points: Point[]; perMonth: boolean } {
  const byPeriod = new Map<string, CustomerStatistic>();
  for (const statistic of statistics) {
    const { timeYearFrom, timeMonthFrom, timeYearTo, timeMonthTo } = statistic;
    const period = [timeYearFrom, timeMonthFrom, timeYearTo, timeMonthTo].join('-');
    if (statistic.figures && !byPeriod.has(period)) byPeriod.set(period, statistic);
  }
  const shown = [...byPeriod.values()].reverse();
  const perMonth = new Set(shown.map(({ months }) => months)).size > 1;
  const points = shown.map((statistic): Point => {
    const { perMonth: monthly, ...figures } = statistic.figures!;
    return { statistic, figures, values: perMonth ? { ...figures, ...monthly } : figures };
  });
  return { points, perMonth };
}

/** A line through the values, of which none (null) breaks it, and where it ends; from the lowest to the highest. */
export function sparkline(
  values: readonly (number | null)[],
  width: number,
  height: number,
): { path: string; last: readonly [number, number] | undefined } {
  const margin = 4;
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (place: number) =>
    round(values.length < 2 ? width - margin : margin + (place / (values.length - 1)) * (width - 2 * margin));
  const y = (value: number) =>
    round(
      most === least
        ? height / 2
        : height - margin - ((value - least) / (most - least)) * (height - 2 * margin),
    );
  let isDrawing = false;
  let path = '';
  let last: readonly [number, number] | undefined;
  for (const [place, value] of values.entries()) {
    if (value !== null) {
      last = [x(place), y(value)];
      path += `${isDrawing ? 'L' : 'M'}${last.join(' ')}`;
    }
    isDrawing = value !== null;
  }
  return { path, last };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
