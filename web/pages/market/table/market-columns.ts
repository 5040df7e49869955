import type { ReactNode } from 'react';
import { rangeOf, type Selection } from '../../../components/tables/cell-range.ts';
import { asPlainCell } from '../../../components/tables/copied-text.ts';

/** A column of a list of the market. */
export interface MarketColumn<Row> {
  key: string;
  /** The one of kind `name` heads its row. */
  kind: 'name' | 'text' | 'figure';
  heading: string;
  /** Of the whole width; names share what the others leave. */
  width?: string;
  /** Wire name of the figure that its cells hold, where it can be asked why. */
  figure?: string;
  /** The order that a press on the heading asks for. */
  order?: string;
  /** What stands in a cell; of one that repeats the row above only screen readers are told. */
  cell: (row: Row, repeats: boolean) => ReactNode;
  /** What is copied of a cell: text, or a number with its digits behind the point. */
  copied: (row: Row) => string | null;
}

/** What is drawn one under the other: rows by their place, and above the first of a group its heading. */
export type MarketItem = { kind: 'section' | 'row'; place: number };

/** Keys of the columns in which a row has the same as another one next to it. */
export type Repeated = readonly string[];

/** In which columns a row has the same as the one above it, where that is told once. */
export type Repeats<Row> = (row: Row, above: Row) => Repeated;

/** `sectionOf` gives what the rows of a section, which follow each other, have in common; nothing else of a row is read. */
export function itemsOf<Row>(rows: readonly Row[], sectionOf?: (row: Row) => string): MarketItem[] {
  let section: string | undefined;
  return rows.flatMap((row, place): MarketItem | MarketItem[] => {
    const item: MarketItem = { kind: 'row', place };
    if (!sectionOf) return item;
    const before = section;
    section = sectionOf(row);
    return section === before ? item : [{ kind: 'section', place }, item];
  });
}

/** The selected cells as text with tabs, which spreadsheets paste as cells. */
export function copiedCells<Row>(
  rows: readonly Row[],
  columns: readonly MarketColumn<Row>[],
  selection: Selection,
): string {
  const { top, bottom, left, right } = rangeOf(selection);
  const copied = columns.slice(left, right + 1);
  const cells = (row: Row) =>
    copied.map(({ kind, copied: textOf }) => {
      const text = textOf(row) ?? '';
      return kind === 'figure' ? text : asPlainCell(text);
    });
  return rows
    .slice(top, bottom + 1)
    .map((row) => cells(row).join('\t'))
    .join('\n');
}
