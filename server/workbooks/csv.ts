import { withoutBidiControls } from '#shared/plain-text.ts';

export type CsvCell = string | number | boolean | null;

/** What spreadsheets take for the beginning of a formula, also after blanks and in full width. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/**
 * The same within a text, where a spreadsheet of another country begins a new cell: semicolons are what Switzerland's expect,
 * commas what others do, and quotes within a cell of theirs hold nothing together. Signs only before what calls something.
 */
const FORMULA_WITHIN = /([,;\t\r\n][\s\p{Cc},;"]*)([=\uff1d]|[+\-@\uff0b\uff0d\uff20](?=[^,;\t\r\n]*[(|]))/gu;

/**
 * Lines of cells as CSV (RFC 4180): commas, CRLF. A text that a spreadsheet would take for a formula begins with an
 * apostrophe; null is empty.
 */
export function csvText(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  return quoted(disarmed(cell));
}

/** Begins what a spreadsheet would take for a formula with an apostrophe. */
function disarmed(cell: string): string {
  const plain = withoutBidiControls(cell).replace(FORMULA_WITHIN, "$1'$2");
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

/** In quotes where any program that asks for the separator could end the cell within the text. */
function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Lines of cells as CSV that spreadsheets open by a double click in Switzerland: semicolons, UTF-8 with a byte order mark.
 * Dates (YYYY-MM-DD) are written DD.MM.YYYY; a text that they would take for a formula begins with an apostrophe.
 */
export function swissCsv(lines: Iterable<readonly (string | number | null)[]>): Uint8Array {
  let text = BYTE_ORDER_MARK;
  for (const cells of lines) text += swissCsvLine(cells);
  return Buffer.from(text);
}

export const BYTE_ORDER_MARK = '\ufeff';

/** One line of it. */
export function swissCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(swissCell).join(';')}\r\n`;
}

function swissCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? [];
  if (day !== undefined) return `${day}.${month}.${year}`;
  return quoted(disarmed(cell));
}
