import type { Formula, Unit } from '#shared/formulas.ts';
import type { ProductFilter } from './product-filter.ts';

/** A row of a view as JSON has it. */
export type Row = Readonly<Record<string, unknown>>;

/** How the rows behind a figure, which are rows of the product view, give it. */
export type Reckoning =
  | Sum
  /** Counts the rows. */
  | { kind: 'count' }
  /** Counts the values of a column; missing ones are none. */
  | { kind: 'countDistinct'; column: string }
  /** Takes the column as it is, which all rows have alike. */
  | { kind: 'value'; column: string };

/**
 * Adds up a column; with `oncePer` one row only of those that have the same value there, with `times` each multiplied by
 * that column and the sum half up to ten-thousandths. `perMonth`: divided by the months of the statistic, CHF half up to
 * hundredths, packs as they are. `known`: nothing is known where a row has the one column and not the other.
 */
export type Sum = {
  kind: 'sum';
  column: string;
  oncePer?: string;
  times?: string;
  perMonth?: true;
  known?: { having: string; needs: string };
};

/** Rows behind a figure: all of them, or those above and below the line of a percentage. */
export type Part = {
  role: 'value' | 'part' | 'whole';
  reckoning: Reckoning;
  /** The rows, given those behind the row of the view. */
  rows(base: ProductFilter, row: Row): ProductFilter;
};

/** A figure: the value of its one part, or `part` as whole percent of `whole`. */
export type Figure = {
  unit: Unit;
  /** What it is. */
  formula: Formula;
  parts: readonly Part[];
};

/** A figure that all rows behind the row of the view give. */
export function figure(
  unit: Unit,
  formula: Formula,
  reckoning: Reckoning,
  rows: Part['rows'] = (base) => base,
): Figure {
  return { unit, formula, parts: [{ role: 'value', reckoning, rows }] };
}

export const count: Reckoning = { kind: 'count' };

export function sum(column: string, oncePer?: string): Sum {
  return { kind: 'sum', column, ...(oncePer ? { oncePer } : {}) };
}

export function countDistinct(column: string): Reckoning {
  return { kind: 'countDistinct', column };
}

export function value(column: string): Reckoning {
  return { kind: 'value', column };
}

/** The sum of products with another column. */
export function times(reckoned: Sum, column: string): Sum {
  return { ...reckoned, times: column };
}

/** The sum per month of the statistic's period. */
export function perMonth(reckoned: Sum): Sum {
  return { ...reckoned, perMonth: true };
}

/** The sum where all of it is known. */
export function whereKnown(reckoned: Sum, known: NonNullable<Sum['known']>): Sum {
  return { ...reckoned, known };
}
