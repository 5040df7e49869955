import { ImportError } from './import-error.ts';
import { type Limits, MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { Row, STRING } from './row.ts';

const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;
const BACKSLASH = 0x5c;

const NOT_QUOTED = -1;
const CUT_OFF = -2;

/** By which character a text quotes its cells, and whether a backslash stands before quotes within them. */
export type Quoting = { quote: '"' | "'"; hasBackslashes: boolean };

const USUAL_QUOTING: Quoting = { quote: '"', hasBackslashes: false };

/**
 * Reads the rows of a text with separators: push UTF-8 without a byte order mark chunk by chunk, and pull rows until
 * `nextRow` says false. A text in quotes may hold separators, line breaks and doubled quotes; with blanks around its
 * quotes it holds no line breaks. A quote that does not end in front of a separator or the end of a line is a character
 * as any other, so that none swallows the rows below it. Every record is a row, empty ones too, as spreadsheets count
 * them.
 * @throws ImportError import_text_damaged, import_too_many_rows
 */
export class CsvReader {
  readonly row: Row;
  private readonly separator: number;
  private readonly limits: Limits;
  private readonly mostRows: number;
  private readonly quote: number;
  private readonly hasBackslashes: boolean;
  private buffer: Uint8Array = new Uint8Array(0);
  /** Where the next record begins. */
  private at = 0;
  private isLast = false;
  private rows = 0;
  private quoteEnd = 0;
  /** The text that was looked at last has quotes, or backslashes, that stand for one another. */
  private hasEscapes = false;

  /** `mostRows`: as many as a sheet has, unless it is no sheet's place that is taken. */
  constructor(
    separator: string,
    limits: Limits,
    { quote, hasBackslashes } = USUAL_QUOTING,
    mostRows = MAX_ROWS,
  ) {
    this.mostRows = mostRows;
    this.quote = quote.charCodeAt(0);
    this.hasBackslashes = hasBackslashes;
    this.separator = separator.charCodeAt(0);
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

  /** To be called after the last chunk; pull the last rows then. */
  finish(): void {
    this.isLast = true;
  }

  /** True when `row` holds the next row; false when another chunk is needed, or none is left. */
  nextRow(): boolean {
    const { buffer, row, separator, quote } = this;
    const end = buffer.length;
    if (this.at >= end) return false;
    row.begin(this.rows + 1, false);
    let at = this.at;
    for (let column = 0; ; column++) {
      if (column >= MAX_COLUMNS) throw this.damaged();
      const start = at;
      const byte = buffer[start];
      const opening = byte === SPACE || byte === TAB ? this.afterBlanks(start) : start;
      at = buffer[opening] === quote ? this.endOfQuoted(opening, opening > start) : NOT_QUOTED;
      if (at === CUT_OFF) return false;
      if (at === NOT_QUOTED) {
        at = start;
        for (let byte = buffer[at]; at < end && byte !== separator && byte !== LF && byte !== CR; )
          byte = buffer[++at];
        if (at - start > this.limits.cellBytes) throw this.damaged();
        if (at > start) row.putBorrowed(column, STRING, buffer, start, at);
      } else this.putQuoted(column, opening + 1, this.quoteEnd);
      // A carriage return at the end of a chunk may have its line feed in the next one.
      if (at >= end - 1 && !this.isLast) return false;
      row.width = column + 1;
      if (at >= end) break;
      const next = buffer[at++];
      if (next === separator) continue;
      if (next === CR && buffer[at] === LF) at++;
      break;
    }
    this.at = at;
    this.rows++;
    if (this.rows > this.mostRows) throw new ImportError('import_too_many_rows', { limit: this.mostRows });
    return true;
  }

  /** Where blanks that begin at `at` are over; within a text of tabs a tab is none. */
  private afterBlanks(at: number): number {
    const { buffer, separator } = this;
    let next = at;
    for (let byte = buffer[next]; (byte === SPACE || byte === TAB) && byte !== separator; )
      byte = buffer[++next];
    return next;
  }

  /**
   * Where a text in quotes that begins at `start` is over, behind its last quote and blanks behind that; NOT_QUOTED where
   * its quote is a character, CUT_OFF where only the next chunk tells. `isOneLine`: no line break is part of it.
   */
  private endOfQuoted(start: number, isOneLine: boolean): number {
    const { buffer, separator, quote } = this;
    const most = Math.min(buffer.length, start + this.limits.cellBytes);
    let hasBreaks = false;
    this.hasEscapes = false;
    for (let at = start + 1; at < most; at++) {
      const byte = buffer[at];
      if (byte === LF || byte === CR) {
        if (isOneLine) return NOT_QUOTED;
        hasBreaks = true;
      } else if (byte === BACKSLASH && this.hasBackslashes) {
        this.hasEscapes = true;
        at++;
      }
      if (byte !== quote) continue;
      if (buffer[at + 1] === quote) {
        this.hasEscapes = true;
        at++;
        continue;
      }
      const next = hasBreaks ? at + 1 : this.afterBlanks(at + 1);
      if (next >= buffer.length) {
        if (!this.isLast) return CUT_OFF;
      } else if (buffer[next] !== separator && buffer[next] !== LF && buffer[next] !== CR) return NOT_QUOTED;
      this.quoteEnd = at;
      return next;
    }
    return most === buffer.length && !this.isLast ? CUT_OFF : NOT_QUOTED;
  }

  private putQuoted(column: number, start: number, end: number): void {
    const { buffer, row, quote } = this;
    if (start === end) return;
    if (!this.hasEscapes) {
      row.putBorrowed(column, STRING, buffer, start, end);
      return;
    }
    row.reserve(end - start);
    const { bytes, length } = row;
    let to = length;
    for (let at = start; at < end; at++) {
      const isEscape = buffer[at] === BACKSLASH && this.hasBackslashes;
      if (isEscape && (buffer[at + 1] === quote || buffer[at + 1] === BACKSLASH)) at++;
      else if (buffer[at] === quote) at++;
      bytes[to++] = buffer[at]!;
    }
    row.length = to;
    row.put(column, STRING, length, to);
  }

  private damaged(): ImportError {
    return new ImportError('import_text_damaged', { row: this.rows + 1 });
  }
}
