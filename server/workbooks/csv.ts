import { withoutBidiControls } from '#shared/plain-text.ts';

export type CsvCell = string | number | boolean | null;

/** The beginning of a formula for spreadsheets, also after blanks and in full width. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/**
 * Formulas within a text that a spreadsheet of another locale would split: by semicolons (as in Switzerland) or commas,
 * whatever quotes there are. Signs only before what calls a function.
 */
const FORMULA_WITHIN = /([,;\t\r\n][\s\p{Cc},;"]*)([=\uff1d]|[+\-@\uff0b\uff0d\uff20](?=[^,;\t\r\n]*[(|]))/gu;

/**
 * CSV (RFC 4180): commas, CRLF. A text that a spreadsheet would take for a formula gets a leading apostrophe; null is
 * empty.
 */
export function csvText(lines: readonly (readonly CsvCell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

function written(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  return quoted(disarmed(cell));
}

/** Adds a leading apostrophe to formulas. */
function disarmed(cell: string): string {
  const plain = withoutBidiControls(cell).replace(FORMULA_WITHIN, "$1'$2");
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

/** Quotes a cell that contains any separator that a program could split at. */
function quoted(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * CSV for Swiss spreadsheets: semicolons, UTF-8 with a byte order mark. Dates (YYYY-MM-DD) are written DD.MM.YYYY;
 * formulas get a leading apostrophe.
 */
export function swissCsv(lines: Iterable<readonly (string | number | null)[]>): Uint8Array {
  let text = BYTE_ORDER_MARK;
  for (const cells of lines) text += swissCsvLine(cells);
  return Buffer.from(text);
}

export const BYTE_ORDER_MARK = '\ufeff';

/** One line of swissCsv. */
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
