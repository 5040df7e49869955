import type { ColumnField } from '#shared/read-report.ts';
import { type CellKind, NUMBER } from '../../../workbooks/reading/row.ts';
import { type HeadingMatch, matchHeading } from '../../../workbooks/words/headings.ts';

/** `hidden`: its column is. */
export type SeenCell = { column: number; text: string; kind: CellKind; hidden?: boolean };
/** `width`: of a text, how many cells it has, empty ones too. */
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
