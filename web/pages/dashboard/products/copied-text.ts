import { withoutBidiControls } from '#shared/plain-text.ts';
import type { Columns } from '../../../api/arrow.ts';
import { rangeOf, type Selection } from '../../../components/tables/cell-range.ts';
import type { ProductRow, TableColumn } from './table-columns.ts';

/**
 * The selected cells as text with tabs, which spreadsheets paste as cells: numbers without thousands separators, a
 * missing value empty. `rowAt` gives the row of the answer that stands at a place of the table.
 */
export function copiedText(
  articles: Columns<ProductRow>,
  columns: readonly TableColumn[],
  selection: Selection,
  rowAt: (place: number) => number,
): string {
  const { top, bottom, left, right } = rangeOf(selection);
  const copied = columns.slice(left, right + 1);
  const lines: string[] = [];
  for (let place = top; place <= bottom; place++) {
    lines.push(copied.map((column) => cellText(articles, column, rowAt(place))).join('\t'));
  }
  return lines.join('\n');
}

function cellText(articles: Columns<ProductRow>, column: TableColumn, row: number): string {
  if (column.kind === 'figure') return articles.cell(column.field, row)?.toFixed(column.decimals) ?? '';
  return asPlainCell(articles.cell(column.field, row) ?? '');
}

/**
 * A text that stays one when it is pasted: what a spreadsheet would take for a formula begins with an apostrophe, and one
 * that begins with a quote, which would swallow the cells after it, is quoted as a whole.
 */
export function asPlainCell(text: string): string {
  const oneLine = withoutBidiControls(text)
    .replace(/[\t\r\n]+/g, ' ')
    .trim();
  if (/^[=+\-@＝＋－＠]/.test(oneLine)) return `'${oneLine}`;
  return oneLine.startsWith('"') ? `"${oneLine.replaceAll('"', '""')}"` : oneLine;
}
