import type { ColumnField } from '#shared/read-report.ts';
import { type CellKind, NUMBER } from '../../../workbooks/reading/row.ts';
import { type HeadingMatch, matchHeading } from '../../../workbooks/words/headings.ts';

/** `hidden`: its column is. */
export type SeenCell = { column: number; text: string; kind: CellKind; hidden?: boolean };
/** `cells` are those that are filled, from left to right; `width`: of a text, how many it has, empty ones too. */
export type SeenRow = { number: number; cells: SeenCell[]; width?: number };

export type TableColumn = { field: ColumnField; column: number; heading: string };
export type Matched = TableColumn & HeadingMatch & { hidden: boolean };

/** Columns whose heading is known. */
export function matchColumns(cells: SeenCell[], matching = matchHeading): Matched[] {
  const matched: Matched[] = [];
  for (const { column, text, kind, hidden = false } of cells) {
    const match = kind === NUMBER ? undefined : matching(text);
    if (match) matched.push({ ...match, column, heading: text.replace(/\s+/g, ' ').trim(), hidden });
  }
  return matched;
}

export function isIdentifier({ field }: { field: ColumnField }): boolean {
  return field === 'gtin' || field === 'pharmacode';
}

/** The cell in a column, of cells from left to right. */
export function cellAt(cells: readonly SeenCell[], column: number): SeenCell | undefined {
  let first = 0;
  let last = cells.length - 1;
  while (first < last) {
    const middle = (first + last) >> 1;
    if (cells[middle]!.column < column) first = middle + 1;
    else last = middle;
  }
  return cells[first]?.column === column ? cells[first] : undefined;
}
