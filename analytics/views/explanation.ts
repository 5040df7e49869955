import type * as z from 'zod/mini';
import type { Figure, Row } from './figure.ts';
import type { ProductFilter } from './product-filter.ts';

/** Parsed parameters of a view. */
export type Parameters = Readonly<Record<string, unknown>>;

/** What the figures of a view are, and which articles stand behind one of its rows. */
export type Explanation<Columns extends z.ZodMiniObject = z.ZodMiniObject> = {
  /** Every column of numbers: its figure, or null where the numbers are none (months, revisions). */
  figures(parameters: Parameters): Readonly<Record<NumberColumn<Columns>, Figure | null>>;
  /** The rows of the product view behind a row of the view. */
  rows(parameters: Parameters, row: Row): ProductFilter;
};

/** The columns of a row that hold numbers. */
export type NumberColumn<Columns extends z.ZodMiniObject> = {
  [Column in keyof Columns['shape'] & string]: number extends z.output<Columns['shape'][Column]>
    ? Column
    : never;
}[keyof Columns['shape'] & string];

/** The explanation of a view whose figures are the same whatever it is asked, by default of the whole statistic. */
export function explained<Figures extends Readonly<Record<string, Figure | null>>>(
  figures: Figures,
  rows: (parameters: Parameters, row: Row) => ProductFilter = () => ({}),
): { figures(): Figures; rows: typeof rows } {
  return { figures: () => figures, rows };
}
