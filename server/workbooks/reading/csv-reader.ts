import { ImportError } from './import-error.ts';
import { type Limits, MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { Row, STRING } from './row.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

const NOT_QUOTED = -1;
const CUT_OFF = -2;

/**
 * Reads the rows of a text with separators: push UTF-8 without a byte order mark chunk by chunk, and pull rows until
 * `nextRow` says false. A text in quotes may hold separators, line breaks and doubled quotes; a quote that does not
 * end in front of a separator or the end of a line is a character as any other, so that none swallows the rows below it.
 * Every record is a row, empty ones too, as spreadsheets count them.
 * @throws ImportError import_text_damaged, import_too_many_rows
 */
export class CsvReader {
  readonly row: Row;
  private readonly separator: number;
  private readonly limits: Limits;
  private readonly mostRows: number;
  private buffer: Uint8Array = new Uint8Array(0);
  /** Where the next record begins. */
  private at = 0;
  private isLast = false;
  private rows = 0;
  private quoteEnd = 0;
  private hasDoubled = false;

  /** `mostRows`: as many as a sheet has, unless it is no sheet's place that is taken. */
  constructor(separator: string, limits: Limits, mostRows = MAX_ROWS) {
    this.mostRows = mostRows;
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
    const { buffer, row, separator } = this;
    const end = buffer.length;
    if (this.at >= end) return false;
    row.begin(this.rows + 1, false);
    let at = this.at;
    for (let column = 0; ; column++) {
      if (column >= MAX_COLUMNS) throw this.damaged();
      const start = at;
      at = buffer[start] === QUOTE ? this.endOfQuoted(start) : NOT_QUOTED;
      if (at === CUT_OFF) return false;
      if (at === NOT_QUOTED) {
        at = start;
        for (let byte = buffer[at]; at < end && byte !== separator && byte !== LF && byte !== CR; )
          byte = buffer[++at];
        if (at - start > this.limits.cellBytes) throw this.damaged();
        if (at > start) row.putBorrowed(column, STRING, buffer, start, at);
      } else this.putQuoted(column, start + 1, this.quoteEnd);
      // A carriage return at the end of a chunk may have its line feed in the next one.
      if (at >= end - 1 && !this.isLast) return false;
      if (at >= end) break;
      const byte = buffer[at++];
      if (byte === separator) continue;
      if (byte === CR && buffer[at] === LF) at++;
      break;
    }
    this.at = at;
    this.rows++;
    if (this.rows > this.mostRows) throw new ImportError('import_too_many_rows', { limit: this.mostRows });
    return true;
  }

  /**
   * Where a text in quotes that begins at `start` is over, behind its last quote; NOT_QUOTED where its quote is a
   * character, CUT_OFF where only the next chunk tells.
   */
  private endOfQuoted(start: number): number {
    const { buffer, separator } = this;
    const most = Math.min(buffer.length, start + this.limits.cellBytes);
    this.hasDoubled = false;
    for (let at = start + 1; at < most; at++) {
      if (buffer[at] !== QUOTE) continue;
      const next = at + 1;
      if (next >= buffer.length) {
        if (!this.isLast) return CUT_OFF;
      } else if (buffer[next] === QUOTE) {
        this.hasDoubled = true;
        at = next;
        continue;
      } else if (buffer[next] !== separator && buffer[next] !== LF && buffer[next] !== CR) return NOT_QUOTED;
      this.quoteEnd = at;
      return next;
    }
    return most === buffer.length && !this.isLast ? CUT_OFF : NOT_QUOTED;
  }

  private putQuoted(column: number, start: number, end: number): void {
    const { buffer, row } = this;
    if (start === end) return;
    if (!this.hasDoubled) {
      row.putBorrowed(column, STRING, buffer, start, end);
      return;
    }
    row.reserve(end - start);
    const { bytes, length } = row;
    let to = length;
    for (let at = start; at < end; at++) {
      bytes[to++] = buffer[at]!;
      if (buffer[at] === QUOTE) at++;
    }
    row.length = to;
    row.put(column, STRING, length, to);
  }

  private damaged(): ImportError {
    return new ImportError('import_text_damaged', { row: this.rows + 1 });
  }
}
