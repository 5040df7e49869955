import { withoutBidiControls } from '#shared/plain-text.ts';

export type CsvCell = string | number | boolean | null;

/** What spreadsheets take for the beginning of a formula, also after blanks and in full width. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/**
 * Lines of cells as CSV (RFC 4180): commas, CRLF. A text that a spreadsheet would take for a formula begins with an
 * apostrophe; null is empty.
 */
export function csvText(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const plain = withoutBidiControls(cell);
  const text = FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
