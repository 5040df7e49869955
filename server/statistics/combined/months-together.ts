import type { CombinedMembers } from '#shared/schemas/combined.ts';
import type { TimeRange } from '../time-range.ts';

/** Months between the first and the last of which there is none, and those of which there are several; in their order. */
export function monthsTogether(ranges: readonly TimeRange[]): Pick<CombinedMembers, 'gaps' | 'overlaps'> {
  const spans = ranges.map((range) => ({
    first: range.timeYearFrom * 12 + range.timeMonthFrom - 1,
    last: range.timeYearTo * 12 + range.timeMonthTo - 1,
  }));
  const counted: { from: number; to: number; statistics: number }[] = [];
  // The number of them changes where one begins, and after one has ended.
  const starts = [...new Set(spans.flatMap(({ first, last }) => [first, last + 1]))].sort((a, b) => a - b);
  for (const [index, from] of starts.slice(0, -1).entries()) {
    const to = starts[index + 1]! - 1;
    const statistics = spans.filter(({ first, last }) => first <= from && to <= last).length;
    const before = counted.at(-1);
    if (before?.statistics === statistics) before.to = to;
    else counted.push({ from, to, statistics });
  }
  return {
    gaps: counted.filter(({ statistics }) => statistics === 0).map(({ from, to }) => range(from, to)),
    overlaps: counted
      .filter(({ statistics }) => statistics > 1)
      .map(({ from, to, statistics }) => ({ ...range(from, to), statistics })),
  };
}

function range(from: number, to: number): TimeRange {
  return {
    timeMonthFrom: (from % 12) + 1,
    timeYearFrom: Math.floor(from / 12),
    timeMonthTo: (to % 12) + 1,
    timeYearTo: Math.floor(to / 12),
  };
}
