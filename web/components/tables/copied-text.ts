import { withoutBidiControls } from '#shared/plain-text.ts';
import { rangeOf, type Selection } from './cell-range.ts';
import type { ListColumn } from './list-columns.ts';

/**
 * The selected cells as text with tabs, which spreadsheets paste as cells: numbers without thousands separators, a
 * missing value empty.
 */
export function copiedText<Row>(
  columns: readonly Pick<ListColumn<Row>, 'kind' | 'copied'>[],
  selection: Selection,
  rowAt: (place: number) => Row,
): string {
  const { top, bottom, left, right } = rangeOf(selection);
  const copied = columns.slice(left, right + 1);
  const places = Array.from({ length: bottom - top + 1 }, (_, index) => top + index);
  const line = (row: Row) =>
    copied.map(({ kind, copied: textOf }) => {
      const text = textOf?.(row) ?? '';
      return kind === 'figure' ? text : asPlainCell(text);
    });
  return places.map((place) => line(rowAt(place)).join('\t')).join('\n');
}

/**
 * A text that stays one when it is pasted: what a spreadsheet would take for a formula begins with an apostrophe, and one
 * that begins with a quote, which would swallow the cells after it, is quoted as a whole.
 */
function asPlainCell(text: string): string {
  const oneLine = withoutBidiControls(text)
    .replace(/[\t\r\n]+/g, ' ')
    .trim();
  if (/^[=+\-@＝＋－＠]/.test(oneLine)) return `'${oneLine}`;
  return oneLine.startsWith('"') ? `"${oneLine.replaceAll('"', '""')}"` : oneLine;
}
