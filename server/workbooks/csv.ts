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

/**
 * Lines of cells as CSV that spreadsheets open by a double click in Switzerland: semicolons, UTF-8 with a byte order mark.
 * Dates (YYYY-MM-DD) are written DD.MM.YYYY; a text that they would take for a formula begins with an apostrophe.
 */
export function swissCsv(lines: Iterable<readonly (string | number | null)[]>): Uint8Array {
  let text = '\ufeff';
  for (const cells of lines) text += `${cells.map(swissCell).join(';')}\r\n`;
  return Buffer.from(text);
}

function swissCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? [];
  if (day !== undefined) return `${day}.${month}.${year}`;
  const plain = withoutBidiControls(cell);
  const text = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(plain) ? `'${plain}` : plain;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
