import { formatMonth } from '../../i18n/formats.ts';

export interface DateTicks {
  dates: Date[];
  format: (date: Date) => string;
}

const DAY = 86_400_000;
const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];

/** At most about `most` dates between two days (ISO, inclusive), as people count: days and weeks as DD.MM., or firsts of months. */
export function dateTicks(from: string, to: string, most: number): DateTicks {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const days = (end - begin) / DAY + 1;
  const step = daySteps.find((each) => days / each <= most);
  if (step) return { dates: daysApart(begin, end, step), format: dayAndMonth };
  const months = monthSteps.find((each) => days / 30.4 / each <= most) ?? monthSteps.at(-1)!;
  return { dates: firstsOfMonths(begin, end, months), format: monthAndYear };
}

/** Whole numbers from 0 up to the first round one that is not below `largest`, about five of them. */
export function countTicks(largest: number): number[] {
  const least = Math.max(1, largest / 5);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least)!;
  const steps = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** The same of axes side by side: equally many steps, so that they share the lines of the grid. */
export function sharedTicks(largest: readonly number[]): number[][] {
  const axes = largest.map(countTicks);
  const most = Math.max(...axes.map(({ length }) => length));
  return axes.map(([, step = 1]) => Array.from({ length: most }, (_, index) => index * step));
}

function daysApart(begin: number, end: number, step: number): Date[] {
  const count = Math.floor((end - begin) / DAY / step) + 1;
  return Array.from({ length: count }, (_, index) => new Date(begin + index * step * DAY));
}

function firstsOfMonths(begin: number, end: number, step: number): Date[] {
  const dates: Date[] = [];
  const year = new Date(begin).getUTCFullYear();
  // Counted from the year's first month, so that steps fall on January.
  const origin = step > 12 ? Math.floor(year / (step / 12)) * (step / 12) : year;
  for (let month = 0; ; month += step) {
    const date = new Date(Date.UTC(origin, month, 1));
    if (date.getTime() > end) return dates;
    if (date.getTime() >= begin) dates.push(date);
  }
}

function dayAndMonth(date: Date): string {
  return `${twoDigits(date.getUTCDate())}.${twoDigits(date.getUTCMonth() + 1)}.`;
}

function monthAndYear(date: Date): string {
  return formatMonth(date.getUTCMonth() + 1, date.getUTCFullYear());
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

interface StepPaths {
  line: string;
  area: string;
}

/**
 * Paths of counts that each hold for an equal part of `width`: the line of their steps, and the area below it. `top` is
 * the count at the upper edge; `width` and `height` in pixels.
 */
export function stepPaths(counts: readonly number[], top: number, width: number, height: number): StepPaths {
  const x = (place: number) => rounded((place * width) / counts.length);
  const y = (count: number) => rounded(height - (count * height) / top);
  const steps = counts.flatMap((count, place) => {
    if (place === 0) return [`M0 ${y(count)}`];
    return count === counts[place - 1] ? [] : [`H${x(place)}V${y(count)}`];
  });
  const line = `${steps.join('')}H${rounded(width)}`;
  return { line, area: `${line}V${height}H0Z` };
}

/** To a tenth of a pixel, which no eye tells apart. */
function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
