import { comparedName } from '#shared/disambiguate-labels.ts';
import type { ComparedFigure, Comparison } from '../../../api/comparison.ts';
import { formatShare, formatSigned, formatTimeRange } from '../../../i18n/formats.ts';
import type { ComparisonOrder } from './use-compared.ts';

/** The cells of a compared figure, in their order. */
export const comparedCells = ['value', 'other', 'change', 'changePercent', 'shareOfChange'] as const;
export type ComparedCell = (typeof comparedCells)[number];

/** A row of a list in two periods, by one of its figures. */
export interface ComparedRow extends ComparedFigure {
  name: string;
  /** The only period that has the row: no article of it was bought in the other one. */
  only: 'this' | 'other' | null;
}

/** The rows of a list's comparison by one figure; rows that are equal in it keep the order they came in. */
export function comparedRows(
  figures: readonly ComparedFigure[],
  figure: string,
  order: ComparisonOrder,
): ComparedRow[] {
  const articles = new Map(
    figures.filter((each) => each.figure === 'count').map((each) => [each.name, each] as const),
  );
  const rows = figures
    .filter((each) => each.figure === figure)
    .map((each) => ({ ...each, name: each.name ?? '', only: onlyPeriod(articles.get(each.name)) }));
  return rows.sort((a, b) => rankOf(b, order) - rankOf(a, order));
}

/** What a cell shows: this period, the other one, the change, that in percent, and its part of the change of all rows. */
export function writtenCell(
  cell: ComparedCell,
  { figure, write }: { figure: ComparedFigure; write: (value: number | null) => string },
): string {
  const { value, other, change, changePercent, shareOfChange } = figure;
  if (cell === 'value') return write(value);
  if (cell === 'other') return write(other);
  if (cell === 'change') return formatSigned(change, write);
  if (cell === 'changePercent') return formatSigned(changePercent, formatShare);
  return (shareOfChange ?? 0) < 0 ? formatSigned(shareOfChange, formatShare) : formatShare(shareOfChange);
}

/** What the two periods are called; the other one with a word behind it where both are of the same months. */
export function periodNames(
  { statistic, other }: Pick<Comparison, 'statistic' | 'other'>,
  word: string,
): Record<'this' | 'other', string> {
  const [period, otherPeriod] = [formatTimeRange(statistic), formatTimeRange(other)];
  return { this: period, other: comparedName(otherPeriod, period, word) };
}

function onlyPeriod(articles: ComparedFigure | undefined): ComparedRow['only'] {
  if (articles?.other === 0) return 'this';
  return articles?.value === 0 ? 'other' : null;
}

function rankOf({ value, change }: ComparedRow, order: ComparisonOrder): number {
  if (order === 'value') return value ?? 0;
  return order === 'increase' ? (change ?? 0) : -(change ?? 0);
}
