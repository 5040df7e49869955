import * as z from 'zod/mini';

/** What can be shown of an article beside its name and its potential, in the order of the page's options. */
export const columnOptions = [
  'gtin',
  'pharmacode',
  'alternative',
  'existing',
  'quantity',
  'exFactory',
  'public',
  'gain',
  'publicDifference',
  'deductible',
  'distributionShare',
] as const;
export type ColumnOption = (typeof columnOptions)[number];

const separator = '.';
const none = 'none';

/** The columns of an address as one word, e.g. `alternative.quantity`, or `none`: unlike a list it can say "no column". */
export const columnsChoice = z._default(
  z.pipe(
    z.string(),
    z.transform((text) => joinColumns(splitColumns(text))),
  ),
  joinColumns(['alternative', 'existing', 'quantity', 'gain']),
);

/** The options that a word names; what it names beside them is passed over. */
export function splitColumns(text: string): ColumnOption[] {
  const named = new Set(text.split(separator));
  return columnOptions.filter((option) => named.has(option));
}

export function joinColumns(options: readonly ColumnOption[]): string {
  return columnOptions.filter((option) => options.includes(option)).join(separator) || none;
}
