import { ImportError } from './import-error.ts';
import { type Limits, MAX_COLUMNS } from './limits.ts';
import type { SharedStrings } from './shared-strings.ts';

/** What a cell holds. FORMULA: a formula without a cached value. */
export const EMPTY = 0;
export const NUMBER = 1;
export const STRING = 2;
export const BOOLEAN = 3;
export const ERROR = 4;
export const DATE = 5;
export const FORMULA = 6;
export type CellKind = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const OWN = -1;
const BORROWED = -2;

/** One row of a sheet, its texts as UTF-8 bytes; the same object is filled anew for every row. */
export class Row {
  /** 1-based, as Excel shows it. */
  number = 0;
  hidden = false;
  /** Some cell holds more than blanks. */
  filled = false;
  /** Cells of a record of text, empty ones too; 0 in a workbook, whose cells say where they stand. */
  width = 0;
  /** Text of the row's own cells. */
  bytes = new Uint8Array(16 * 1024);
  length = 0;
  /** Columns with a non-empty cell, 0-based, in the order of the file. */
  readonly columns = new Int32Array(MAX_COLUMNS);
  count = 0;

  private readonly hiddenColumns = new Uint8Array(MAX_COLUMNS);
  private readonly limits: Limits;
  private readonly kinds = new Uint8Array(MAX_COLUMNS);
  private readonly starts = new Int32Array(MAX_COLUMNS);
  private readonly ends = new Int32Array(MAX_COLUMNS);
  /** OWN, BORROWED or the index of a shared string. */
  private readonly origins = new Int32Array(MAX_COLUMNS);
  private borrowed: Uint8Array = new Uint8Array(0);
  private readonly seen = new Int32Array(MAX_COLUMNS);
  private generation = 0;
  private strings: SharedStrings | undefined;

  constructor(limits: Limits, strings: SharedStrings | undefined) {
    this.limits = limits;
    this.strings = strings;
  }

  begin(number: number, hidden: boolean): void {
    for (let i = 0; i < this.count; i++) this.kinds[this.columns[i]!] = EMPTY;
    this.number = number;
    this.hidden = hidden;
    this.filled = false;
    this.length = 0;
    this.count = 0;
    this.generation++;
  }

  /** Of all rows of the sheet, by the columns' places from 0, the last one included. */
  hideColumns(first: number, last: number): void {
    this.hiddenColumns.fill(1, Math.max(0, first), Math.max(0, last + 1));
  }

  isColumnHidden(column: number): boolean {
    return this.hiddenColumns[column] === 1;
  }

  /** Marks a column as written; false when the row already has a cell there. */
  claim(column: number): boolean {
    if (this.seen[column] === this.generation) return false;
    this.seen[column] = this.generation;
    return true;
  }

  put(column: number, kind: CellKind, start: number, end: number): void {
    this.place(column, kind, start, end, OWN);
  }

  /** As `put`, for text that lies in a buffer of someone else until `keep` is called. */
  putBorrowed(column: number, kind: CellKind, bytes: Uint8Array, start: number, end: number): void {
    this.borrowed = bytes;
    this.place(column, kind, start, end, BORROWED);
  }

  /** Copies borrowed text, because its buffer is about to change. */
  keep(): void {
    for (let i = 0; i < this.count; i++) {
      const column = this.columns[i]!;
      if (this.origins[column] !== BORROWED) continue;
      const start = this.starts[column]!;
      const end = this.ends[column]!;
      this.reserve(end - start);
      this.bytes.set(this.borrowed.subarray(start, end), this.length);
      this.origins[column] = OWN;
      this.starts[column] = this.length;
      this.length += end - start;
      this.ends[column] = this.length;
    }
  }

  putShared(column: number, index: number): void {
    const strings = this.strings!;
    const start = strings.start(index);
    this.place(column, STRING, start, start + strings.length(index), index);
  }

  /** Puts a day, YYYY-MM-DD, as text of the row's own. */
  putDay(column: number, day: string): void {
    this.reserve(day.length);
    const start = this.length;
    for (let i = 0; i < day.length; i++) this.bytes[this.length++] = day.charCodeAt(i);
    this.put(column, DATE, start, this.length);
  }

  /** Empties all cells but those of these columns, the last one included. */
  narrow(first: number, last: number): void {
    const { count } = this;
    this.count = 0;
    this.filled = false;
    for (let i = 0; i < count; i++) {
      const column = this.columns[i]!;
      const kind = this.kind(column);
      if (column < first || column > last) this.kinds[column] = EMPTY;
      else this.place(column, kind, this.starts[column]!, this.ends[column]!, this.origins[column]!);
    }
  }

  kind(column: number): CellKind {
    return column < 0 || column >= MAX_COLUMNS ? EMPTY : (this.kinds[column] as CellKind);
  }

  /** Where the text of a cell lies, from start(column) to end(column). */
  source(column: number): Uint8Array {
    const origin = this.origins[column]!;
    if (origin === OWN) return this.bytes;
    return origin === BORROWED ? this.borrowed : this.strings!.block(origin);
  }

  start(column: number): number {
    return this.starts[column]!;
  }

  end(column: number): number {
    return this.ends[column]!;
  }

  /** The text of a cell, '' when it is empty; no more than its first `mostBytes`. */
  text(column: number, mostBytes = Number.POSITIVE_INFINITY): string {
    const kind = this.kind(column);
    if (kind === EMPTY) return '';
    const bytes = this.source(column);
    const start = this.starts[column]!;
    const length = Math.min(this.ends[column]! - start, mostBytes);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('utf8');
    if (kind !== BOOLEAN) return text;
    return text.trim() === '0' ? 'FALSE' : 'TRUE';
  }

  /** Makes room for more text of this row. */
  reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.bytes.length) return;
    if (needed > this.limits.rowBytes) {
      throw new ImportError('import_cell_too_large', {
        part: '',
        cell: `A${this.number}`,
        limit: this.limits.rowBytes,
      });
    }
    const larger = new Uint8Array(Math.min(this.limits.rowBytes, 2 * needed));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  private place(column: number, kind: CellKind, start: number, end: number, origin: number): void {
    this.kinds[column] = kind;
    this.starts[column] = start;
    this.ends[column] = end;
    this.origins[column] = origin;
    this.columns[this.count++] = column;
    if (!this.filled && (kind === FORMULA || !isBlank(this.source(column), start, end))) this.filled = true;
  }
}

/** Only spaces, control characters and no-break spaces. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte <= 0x20) continue;
    if (byte === 0xc2 && bytes[i + 1] === 0xa0) {
      i++;
      continue;
    }
    return false;
  }
  return true;
}
