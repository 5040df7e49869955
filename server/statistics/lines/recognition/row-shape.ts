import type { Separator } from '#shared/read-report.ts';
import { EMPTY, type Row } from '../../../workbooks/reading/row.ts';
import { identify, NONE, UNREADABLE } from '../../../workbooks/values/identifiers.ts';
import { parseQuantity } from '../../../workbooks/values/quantity.ts';

/** A record of a text that was looked at: how many cells it has, empty ones too, and those that are filled. */
export type SeenRecord = { width: number; cells: readonly { column: number; text: string }[] };

/** What a column is read as. What stands in another one than it is meant to matters but for `other`. */
export type ReadAs = 'code' | 'quantity' | 'price' | 'text' | 'other';
export type ReadColumn = { column: number; as: ReadAs };

export type ShapedTable = {
  /** Cells of the row of headings, empty ones too, and the column of the last one that is filled; without one all fits. */
  headings: { width: number; last: number } | undefined;
  /** Records below the headings, as many as were looked at. */
  rows: readonly SeenRecord[];
  columns: readonly ReadColumn[];
  separator: Separator;
};

/** What a cell looks like. LONG: 13 or 14 digits, as in a GTIN. */
const NOTHING = 1;
const NUMBER = 2;
const LONG = 4;
const TEXT = 8;
type Look = 1 | 2 | 4 | 8;

/** A shorter number is rather a quantity than a Pharmacode. */
const CODE_DIGITS = 5;

/**
 * Whether rows of a text fit their headings. A row with more or fewer cells than its siblings may have a separator within a
 * cell, or lack one: then what stands behind that is in another column than it is meant for. Such a row is shifted where that
 * can't be ruled out by what stands in its siblings' columns, and does not leave codes and quantities where they are.
 */
export class RowShape {
  readonly headingsWidth: number | undefined;
  private readonly last: number;
  private readonly width: number;
  private readonly isComma: boolean;
  private readonly columns: readonly ReadColumn[];
  private readonly as: ReadAs[] = [];
  /** Looks of the siblings' cells by column; none where no row fits. */
  private readonly looks: number[] = [];
  private readonly mayHaveNames: boolean;
  private readonly lastRead: number;
  private readonly lacksCells: boolean;

  /** `lacksCells`: rows lack cells, and nothing says which. */
  constructor({ headings, rows, columns, separator }: ShapedTable, lacksCells = false) {
    this.lacksCells = lacksCells;
    this.headingsWidth = headings?.width;
    const widths = new Map<number, number>();
    // Titles and remarks say nothing of how wide the table is.
    for (const { width, cells } of rows)
      if (cells.length > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
    const most = Math.max(0, ...widths.values());
    const usual = [...widths].flatMap(([width, count]) => (count === most ? [width] : []));
    const [first = headings?.width ?? 0] = usual.sort((a, b) => a - b);
    const isHeadingsWidth = lacksCells || (headings && usual.includes(headings.width));
    this.width = isHeadingsWidth ? headings!.width : first;
    this.last = headings?.last ?? this.width - 1;
    this.isComma = separator === ',';
    this.columns = columns.filter(({ as }) => as !== 'other');
    this.lastRead = Math.max(...this.columns.map(({ column }) => column));
    for (const { column, as } of columns) this.as[column] = as;
    const siblings = rows.filter((row) => row.width === this.width && lastFilled(row) <= this.last);
    for (const { cells } of siblings) {
      const filled = new Map(cells.map(({ column, text }) => [column, lookOfText(text)]));
      for (let column = 0; column <= this.last; column++)
        this.looks[column] = (this.looks[column] ?? 0) | (filled.get(column) ?? NOTHING);
    }
    const isWide = siblings.length === 0 && this.width === headings!.width + 1;
    this.mayHaveNames = isWide && (counts(rows) || this.columns.some(({ as }) => as === 'code'));
  }

  isShifted(row: Row): boolean {
    const { count, columns, width } = row;
    // Only the last one may be blank, as a note that was taken away.
    const filled = count === 0 ? -1 : columns[count - 1]!;
    if (filled <= this.last && width === this.width) return false;
    const more = Math.max(this.lastFilled(row) - this.last, width - this.width);
    if (more > 0) return this.mayBeCut(row, more);
    const fewer = Math.min(this.width, this.last + 1) - width;
    return fewer > 0 && (this.lacksCells || this.mayLackCells(row, fewer));
  }

  private lastFilled(row: Row): number {
    for (let i = row.count - 1; i >= 0; i--) {
      const column = row.columns[i]!;
      if (lookOf(row, column) !== NOTHING) return column;
    }
    return -1;
  }

  /** Something stands in a column whose other cells look otherwise. */
  private isOutOfPlace(row: Row): boolean {
    for (let column = 0; column <= this.last; column++) {
      const look = lookOf(row, column);
      if (look !== NOTHING && !this.looksLike(column, look)) return true;
    }
    return false;
  }

  /** A column is empty behind the row's last cell that is not in any sibling. */
  private lacksEnd(row: Row): boolean {
    for (let column = row.width; column <= this.last; column++) {
      if (!this.looksLike(column, NOTHING)) return true;
    }
    return false;
  }

  private looksLike(column: number, look: Look): boolean {
    const looks = this.looks[column] ?? NOTHING;
    if (this.looks.length === 0 || (looks & look) !== 0) return true;
    return looks === NOTHING;
  }

  /** Whether one cell can be cut into two or more, with notes behind the row or without, and that matters. */
  private mayBeCut(row: Row, more: number): boolean {
    const isOutOfPlace = this.isOutOfPlace(row);
    for (let column = this.mayHaveNames ? -1 : 0; column <= this.lastRead; column++) {
      if (!this.matters(column) || !this.canBeCut(row, column)) continue;
      if (isOutOfPlace) return true;
      for (let further = 1; further <= more; further++) {
        if (this.makesSense(row, column + 1, further)) return true;
      }
    }
    return false;
  }

  private matters(column: number): boolean {
    if (this.as[column] === 'quantity' || this.as[column] === 'price') return true;
    const behind = this.columns.filter((each) => each.column > column);
    // Without rows that fit, a further column that nothing heads is likelier than a separator in each name.
    if (this.looks.length === 0 && column >= 0) return behind.some(({ as }) => as !== 'text');
    return behind.length > 0;
  }

  private canBeCut(row: Row, column: number): boolean {
    if (column < 0) return true;
    const look = lookOf(row, column);
    if (look === NOTHING || look === LONG || this.as[column] === 'code') return false;
    const as = this.as[column];
    const looks = this.looks[column] ?? NOTHING;
    const isNumber = as === 'quantity' || as === 'price' || (looks & (NUMBER | LONG) && !(looks & TEXT));
    if (!isNumber) return true;
    return (
      this.isComma &&
      lookOf(row, column) === NUMBER &&
      /^\s*(?:\d{1,3}|\d{3}\.\d+)\D*$/.test(row.text(column + 1, 20))
    );
  }

  /** Whether cells fit the columns from `first` on with what stands so much further right. */
  private makesSense(row: Row, first: number, further: number): boolean {
    for (const { column, as } of this.columns) {
      if (column >= first && !this.canBe(row, column + further, as)) return false;
    }
    for (let column = first; column <= this.last; column++) {
      if (!this.looksLike(column, lookOf(row, column + further))) return false;
    }
    return true;
  }

  private canBe(row: Row, column: number, as: ReadAs): boolean {
    const look = lookOf(row, column);
    // With a unit it looks like a text.
    if (as === 'quantity') return (look === NUMBER || look === TEXT) && isQuantity(row.text(column));
    if (as === 'price') return look === NUMBER || look === NOTHING;
    if (as === 'code') return look === LONG || (look === NUMBER && isCode(row.text(column)));
    return true;
  }

  /** Whether so many cells may be missing within the row, and not behind it, and that matters. */
  private mayLackCells(row: Row, fewer: number): boolean {
    const isOutOfPlace = this.isOutOfPlace(row);
    if (!isOutOfPlace && !this.lacksEnd(row)) return false;
    for (let column = 0; column <= this.lastRead; column++) {
      const behind = this.columns.filter((each) => each.column >= column);
      const moved = behind.filter((each) => each.column >= column + fewer);
      if (
        (isOutOfPlace || behind.some(({ as }) => as !== 'text')) &&
        moved.every((each) => this.canBe(row, each.column - fewer, each.as)) &&
        this.fitsBehind(row, column, fewer)
      )
        return true;
    }
    return false;
  }

  private fitsBehind(row: Row, first: number, fewer: number): boolean {
    for (let column = 0; column <= this.last; column++) {
      if (column >= first && column < first + fewer) continue;
      const from = column < first ? column : column - fewer;
      if (!this.looksLike(column, lookOf(row, from))) return false;
    }
    return true;
  }
}

/**
 * That every row has cells in other columns than their headings: those from the heading in `first` on stand so many columns
 * further right, or left, where every row lacks the cells of as many headings.
 */
export type Displacement = { first: number; by: number };

/** Where the cells of a heading's column stand; undefined where every row lacks them. */
export function placeOf(column: number, { first, by }: Displacement): number | undefined {
  if (column < first) return column;
  return column + by < first ? undefined : column + by;
}

/** Columns where their cells stand, without those that every row lacks. */
export function displacedColumns<Each extends { column: number }>(
  columns: readonly Each[],
  of: Displacement,
): Each[] {
  return columns.flatMap((each) => {
    const column = placeOf(each.column, of);
    return column === undefined ? [] : [{ ...each, column }];
  });
}

/** The same with headings where the cells below them are. */
export function displaced({ headings, columns, ...table }: ShapedTable, of: Displacement): ShapedTable {
  return {
    ...table,
    headings: headings && { width: headings.width + of.by, last: headings.last + of.by },
    columns: displacedColumns(columns, of),
  };
}

/** Undefined where cells stand below their headings, `unknown` where they may or may not. */
export function displacementOf(table: ShapedTable): Displacement | 'unknown' | undefined {
  return hasRowNames(table) ? { first: 0, by: 1 } : lackingCells(table);
}

/**
 * Whether every row has more cells than there are headings and codes stand one column further right than theirs, as R
 * writes the rows' names in front of them.
 */
function hasRowNames({ headings, rows, columns }: ShapedTable): boolean {
  const code = columns.find(({ as }) => as === 'code')?.column;
  if (code === undefined || !headings || rows.length === 0) return false;
  if (rows.some(({ width }) => width <= headings.width)) return false;
  const texts = (column: number) =>
    rows.map(({ cells }) => cells.find((cell) => cell.column === column)?.text ?? '');
  const behind = texts(code + 1).filter((text) => text.trim() !== '');
  const isBehind = 2 * behind.length > rows.length && behind.every(isCode);
  return isBehind && 2 * texts(code).filter(isCode).length < rows.length;
}

/** More cells than these no row lacks within it. */
const MOST_LACKING = 5;

/**
 * Which cells every row lacks, where codes, quantities and prices make sense in one way alone. Those of the last headings
 * say nothing, and quantities are not parted.
 */
function lackingCells({ headings, rows, columns }: ShapedTable): Displacement | 'unknown' | undefined {
  const [quantity] = columns.filter(({ as }) => as === 'quantity');
  const read = columns.filter(({ as }) => as === 'code' || as === 'quantity' || as === 'price');
  const fewer = (headings?.last ?? -1) + 1 - Math.max(0, ...rows.map(({ width }) => width));
  if (fewer <= 0 || rows.length === 0 || !read.some(({ as }) => as === 'code')) return undefined;
  const cells = rows.map((row) => new Map(row.cells.map(({ column, text }) => [column, text])));
  const isSense = makesSense(cells, read);
  const found: Displacement[] = [];
  for (let lacking = 1; lacking <= Math.min(fewer, MOST_LACKING); lacking++) {
    for (const { column, as } of read) {
      if (as === 'quantity' && column !== quantity!.column) continue;
      const displacement = { first: column - lacking, by: -lacking };
      const moved = displacedColumns(read, displacement);
      if (displacement.first >= 0 && moved.length === read.length && makesSense(cells, moved))
        found.push(displacement);
    }
  }
  const [only] = found;
  if (isSense === undefined || (isSense && !only)) return undefined;
  return only && found.length === 1 && !isSense ? only : 'unknown';
}

/** Whether more rows hold what these columns are read as than something else; undefined where none holds either. */
function makesSense(
  rows: readonly Map<number, string>[],
  columns: readonly ReadColumn[],
): boolean | undefined {
  const hasQuantity = columns.some(({ as }) => as === 'quantity');
  let sense = 0;
  let nonsense = 0;
  for (const row of rows) {
    const filled = columns
      .map(({ column, as }) => ({ as, text: row.get(column) ?? '' }))
      .filter(({ text }) => lookOfText(text) !== NOTHING);
    const has = (wanted: ReadAs) => filled.some(({ as }) => as === wanted);
    if (!filled.every(({ as, text }) => canBeText(text, as))) nonsense++;
    else if (has('code') && (has('quantity') || !hasQuantity)) sense++;
  }
  return sense + nonsense === 0 ? undefined : sense > nonsense;
}

function canBeText(text: string, as: ReadAs): boolean {
  if (as === 'code') return isCode(text);
  return as === 'quantity' ? isQuantity(text) : lookOfText(text) === NUMBER;
}

/** The first cells are 1, 2, 3, … */
function counts(rows: readonly SeenRecord[]): boolean {
  return rows.every(({ cells }, index) => cells[0]?.column === 0 && Number(cells[0].text) === index + 1);
}

function isCode(text: string): boolean {
  const { shape, digits } = identify(text);
  return shape !== NONE && shape !== UNREADABLE && digits.replace(/^0+/, '').length >= CODE_DIGITS;
}

function isQuantity(text: string): boolean {
  const read = parseQuantity(text, false);
  return typeof read === 'number' || read === 'quantity_ambiguous';
}

function lastFilled({ cells }: SeenRecord): number {
  return Math.max(-1, ...cells.map(({ column, text }) => (lookOfText(text) === NOTHING ? -1 : column)));
}

function lookOfText(text: string): Look {
  const bytes = Buffer.from(text);
  return lookOfBytes(bytes, 0, bytes.length);
}

function lookOf(row: Row, column: number): Look {
  if (row.kind(column) === EMPTY) return NOTHING;
  return lookOfBytes(row.source(column), row.start(column), row.end(column));
}

function lookOfBytes(bytes: Uint8Array, start: number, end: number): Look {
  let digits = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x30 && byte <= 0x39) digits++;
    // No-break spaces, soft hyphens, and the dashes, apostrophes and invisible characters of U+2000 to U+207F and U+FEFF.
    else if (byte === 0xc2 && (bytes[at + 1] === 0xa0 || bytes[at + 1] === 0xad)) at++;
    else if (byte === 0xe2 && (bytes[at + 1]! & 0xfe) === 0x80) at += 2;
    else if (byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 2;
    else if (byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)) return TEXT;
  }
  if (digits === 0) return NOTHING;
  return digits === 13 || digits === 14 ? LONG : NUMBER;
}
