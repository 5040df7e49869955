import type * as z from 'zod/mini';
import type { Figure, Row } from './figure.ts';
import type { ProductFilter } from './product-filter.ts';

/** Parsed parameters of a view. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Where the figures of a view come from. */
export type Provenance<Columns extends z.ZodMiniObject = z.ZodMiniObject> = {
  /** Every column of numbers: its figure, or null where the numbers are none (months, revisions). */
  figures(parameters: Parameters): Readonly<Record<NumberColumn<Columns>, Figure | null>>;
  /** The filter of the product view that selects the articles of a row. */
  rows(parameters: Parameters, row: Row): ProductFilter;
};

/** The columns of a row that hold numbers. */
export type NumberColumn<Columns extends z.ZodMiniObject> = {
  [Column in keyof Columns['shape'] & string]: number extends z.output<Columns['shape'][Column]>
    ? Column
    : never;
}[keyof Columns['shape'] & string];

/** For a view whose figures do not depend on its parameters; `rows` is the whole statistic by default. */
export function provenanceOf<Figures extends Readonly<Record<string, Figure | null>>>(
  figures: Figures,
  rows: (parameters: Parameters, row: Row) => ProductFilter = () => ({}),
): { figures(): Figures; rows: typeof rows } {
  return { figures: () => figures, rows };
}
