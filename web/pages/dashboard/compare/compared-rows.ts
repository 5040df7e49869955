import type { ComparedFigure } from '../../../api/comparison.ts';
import type { ComparisonOrder } from './use-compared.ts';

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

function onlyPeriod(articles: ComparedFigure | undefined): ComparedRow['only'] {
  if (articles?.other === 0) return 'this';
  return articles?.value === 0 ? 'other' : null;
}

function rankOf({ value, change }: ComparedRow, order: ComparisonOrder): number {
  if (order === 'value') return value ?? 0;
  return order === 'increase' ? (change ?? 0) : -(change ?? 0);
}
