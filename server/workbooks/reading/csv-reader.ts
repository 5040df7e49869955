import { ImportError } from './import-error.ts';
import { type Limits, MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { Row, STRING } from './row.ts';

const LF = 0x0a;
const CR = 0x0d;

/** Classes of bytes. */
const SEPARATOR = 1;
const BREAK = 2;
const QUOTE = 4;
const BACKSLASH = 8;
const BLANK = 16;
const END = SEPARATOR | BREAK;
const IN_QUOTES = BREAK | QUOTE | BACKSLASH;

const NOT_QUOTED = -1;
const CUT_OFF = -2;

/** Quote character, and whether quotes within cells are escaped by a backslash. */
export type Quoting = { quote: '"' | "'"; hasBackslashes: boolean };

const USUAL_QUOTING: Quoting = { quote: '"', hasBackslashes: false };

/**
 * Incremental CSV reader: push UTF-8 (without a byte order mark) chunk by chunk, and pull rows until `nextRow` returns
 * false. A quoted text may contain separators, line breaks and doubled quotes; with blanks around its quotes it contains
 * no line breaks. A quote that is not followed by a separator or the end of a line is an ordinary character, so that it
 * cannot swallow the rows below. Every record is a row, empty ones too, as in spreadsheets. @throws ImportError
 * import_text_damaged, import_too_many_rows
 */
export class CsvReader {
  readonly row: Row;
  private readonly limits: Limits;
  private readonly mostRows: number;
  private readonly kinds: Uint8Array;
  private buffer: Uint8Array = new Uint8Array(0);
  /** Start of the next record. */
  private at = 0;
  private isLast = false;
  private rows = 0;
  private quoteEnd = 0;
  /** The last text contains escaped quotes or backslashes. */
  private hasEscapes = false;

  /** `mostRows`: by default as many as a sheet has. */
  constructor(
    separator: string,
    limits: Limits,
    { quote, hasBackslashes } = USUAL_QUOTING,
    mostRows = MAX_ROWS,
  ) {
    this.mostRows = mostRows;
    this.kinds = kindsOfBytes(separator, quote, hasBackslashes);
    this.limits = limits;
    this.row = new Row(limits, undefined);
  }

  push(chunk: Uint8Array): void {
    const { buffer, at } = this;
    const rest = buffer.length - at;
    if (rest > this.limits.rowBytes) throw this.damaged();
    if (rest === 0) this.buffer = chunk;
    else {
      this.buffer = new Uint8Array(rest + chunk.length);
      this.buffer.set(buffer.subarray(at));
      this.buffer.set(chunk, rest);
    }
    this.at = 0;
  }

  /** Call after the last chunk, then pull the last rows. */
  finish(): void {
    this.isLast = true;
  }

  /** True when `row` holds the next row; false when another chunk is needed, or none is left. */
  nextRow(): boolean {
    const { buffer, row, kinds } = this;
    const end = buffer.length;
    if (this.at >= end) return false;
    row.begin(this.rows + 1, false);
    let at = this.at;
    for (let column = 0; ; column++) {
      if (column >= MAX_COLUMNS) throw this.damaged();
      const start = at;
      const opening = this.afterBlanks(start);
      at = this.kindAt(opening) === QUOTE ? this.endOfQuoted(opening, opening > start) : NOT_QUOTED;
      if (at === CUT_OFF) return false;
      let from = opening + 1;
      let to = this.quoteEnd;
      if (at === NOT_QUOTED) {
        at = start;
        while (at < end && (kinds[buffer[at]!]! & END) === 0) at++;
        if (at - start > this.limits.cellBytes) throw this.damaged();
        this.hasEscapes = false;
        from = start;
        to = at;
      }
      if (this.hasEscapes) this.putUnescaped(column, from, to);
      else if (to > from) row.putBorrowed(column, STRING, buffer, from, to);
      // A carriage return at the end of a chunk may have its line feed in the next one.
      if (at >= end - 1 && !this.isLast) return false;
      row.width = column + 1;
      if (at >= end) break;
      const byte = buffer[at++]!;
      if (kinds[byte] === SEPARATOR) continue;
      if (byte === CR && at < end && buffer[at] === LF) at++;
      break;
    }
    this.at = at;
    this.rows++;
    if (this.rows > this.mostRows) throw new ImportError('import_too_many_rows', { limit: this.mostRows });
    return true;
  }

  private kindAt(at: number): number {
    return at < this.buffer.length ? this.kinds[this.buffer[at]!]! : 0;
  }

  /** The position after blanks that begin at `at`. */
  private afterBlanks(at: number): number {
    let next = at;
    while (this.kindAt(next) === BLANK) next++;
    return next;
  }

  /**
   * The position after a quoted text that begins at `start`, its closing quote and blanks; NOT_QUOTED where the quote is
   * an ordinary character, CUT_OFF where the next chunk is needed. `isOneLine`: it contains no line break.
   */
  private endOfQuoted(start: number, isOneLine: boolean): number {
    const { buffer, kinds } = this;
    const most = Math.min(buffer.length, start + this.limits.cellBytes);
    let hasBreaks = false;
    this.hasEscapes = false;
    for (let at = start + 1; at < most; at++) {
      while (at < most && (kinds[buffer[at]!]! & IN_QUOTES) === 0) at++;
      if (at === most) break;
      const kind = kinds[buffer[at]!]!;
      if (kind === BREAK) {
        if (isOneLine) return NOT_QUOTED;
        hasBreaks = true;
      } else if (kind === BACKSLASH || this.kindAt(at + 1) === QUOTE) {
        this.hasEscapes = true;
        at++;
      } else {
        const next = hasBreaks ? at + 1 : this.afterBlanks(at + 1);
        if (next >= buffer.length) {
          if (!this.isLast) return CUT_OFF;
        } else if ((kinds[buffer[next]!]! & END) === 0) return NOT_QUOTED;
        this.quoteEnd = at;
        return next;
      }
    }
    return most === buffer.length && !this.isLast ? CUT_OFF : NOT_QUOTED;
  }

  private putUnescaped(column: number, start: number, end: number): void {
    const { buffer, row } = this;
    row.reserve(end - start);
    const { bytes, length } = row;
    let to = length;
    for (let at = start; at < end; at++) {
      const kind = this.kindAt(at);
      if (kind === QUOTE || (kind === BACKSLASH && (this.kindAt(at + 1) & (QUOTE | BACKSLASH)) !== 0)) at++;
      bytes[to++] = buffer[at]!;
    }
    row.length = to;
    row.put(column, STRING, length, to);
  }

  private damaged(): ImportError {
    return new ImportError('import_text_damaged', { row: this.rows + 1 });
  }
}

function kindsOfBytes(separator: string, quote: string, hasBackslashes: boolean): Uint8Array {
  const kinds = new Uint8Array(256);
  const set = (bytes: string, kind: number) => {
    for (const byte of Buffer.from(bytes)) kinds[byte] = kind;
  };
  set(' \t', BLANK);
  if (hasBackslashes) set('\\', BACKSLASH);
  set(quote, QUOTE);
  set('\r\n', BREAK);
  set(separator, SEPARATOR);
  return kinds;
}
