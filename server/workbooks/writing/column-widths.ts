import { BARCODE_COLUMN_CHARACTERS } from './drawing.ts';
import { isFigure } from './styles.ts';
import type { CellKind, SheetColumn } from './workbook.ts';

/** Room for a filter's arrow, in characters. */
export const ARROW = 3;
/** Room at the right of a heading above figures, as they have. */
const INDENT = 2;

/** Narrowest and widest column; on a page, lines break at the widest. */
const NARROWEST = 6;
const WIDEST = 60;
const PAGE_WIDEST = 90;
/** Margin beside a text. */
const MARGIN = 3;
/**
 * Characters across a page at 100 %, even in a typeface wider by a seventh, and the least of them for a column with line
 * breaks.
 */
const PAGE_CHARACTERS = 122;
const NARROWEST_LINES = 24;
/** 10-point text is scaled to 7 points at least. */
const SMALLEST = 0.7;

/**
 * Lines of a text in its column. Not every application sets row heights itself; letters are narrower than digits, which
 * leaves room for word breaks.
 */
export function linesOf(text: string, { wide }: Pick<SheetColumn, 'wide'>): number {
  const room = typeof wide === 'number' ? wide : PAGE_WIDEST;
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / room)), 0);
}

/** Lines of a heading, broken between words, in a column of this width. */
export function headingLines({ heading, kind }: SheetColumn, width: number): number {
  let lines = 1;
  let line = '';
  for (const word of heading.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    const isTooLong = line !== '' && longer.length > width - besides(kind);
    if (isTooLong) lines++;
    line = isTooLong ? word : longer;
  }
  return lines;
}

/**
 * Column widths in digits of the typeface; `widest` is the widest cell. Barcodes must not be scaled: beside them, columns
 * that can break lines get narrower.
 */
export function columnWidths(
  columns: readonly SheetColumn[],
  widest: readonly number[],
  isPage: boolean,
): number[] {
  const widths = columns.map((column, place) => widthOf(column, widest[place]!, isPage));
  const breaking = columns.filter(({ wide }) => wide).length;
  const over = widths.reduce((sum, width) => sum + width, 0) - PAGE_CHARACTERS;
  const mustFit = columns.some(({ kind }) => kind === 'barcode');
  if (!mustFit || over <= 0 || breaking === 0) return widths;
  const narrower = (width: number) => Math.min(width, Math.max(NARROWEST_LINES, width - over / breaking));
  return widths.map((width, place) => (columns[place]!.wide ? narrower(width) : width));
}

/**
 * How many columns, from the first, are printed across a page: as many as stay legible, and as barcodes permit. Lists
 * have the most important columns first.
 */
export function printedColumns(columns: readonly SheetColumn[], widths: readonly number[]): number {
  const barcode = columns.findIndex(({ kind }) => kind === 'barcode');
  return barcode < 0 ? readableColumns(widths) : Math.max(fitting(widths, PAGE_CHARACTERS), barcode + 1);
}

/** How many columns, from the first, fit across a page legibly. */
export function readableColumns(widths: readonly number[]): number {
  return fitting(widths, PAGE_CHARACTERS / SMALLEST);
}

function fitting(widths: readonly number[], room: number): number {
  const sumTo = (place: number) => widths.slice(0, place + 1).reduce((sum, width) => sum + width, 0);
  const over = widths.findIndex((_, place) => sumTo(place) > room);
  return over < 0 ? widths.length : Math.max(over, 1);
}

function besides(kind: CellKind): number {
  return ARROW + (isFigure(kind) ? INDENT : 0);
}

function widthOf({ heading, kind, wide }: SheetColumn, widest: number, isPage: boolean): number {
  if (kind === 'barcode') return Math.max(BARCODE_COLUMN_CHARACTERS, Math.min(widest, WIDEST) + MARGIN);
  const most = typeof wide === 'number' ? wide : PAGE_WIDEST;
  if (isPage || wide) return Math.max(NARROWEST, Math.min(widest, most) + MARGIN);
  const word = Math.max(...heading.split(/\s+/).map(({ length }) => length)) + besides(kind);
  return Math.max(NARROWEST, word, Math.min(widest, WIDEST) + MARGIN);
}
