import { columnLetters } from '#shared/column-letters.ts';
import type { DateStyles } from './date-styles.ts';
import { serialDay } from './date-styles.ts';
import { ImportError } from './import-error.ts';
import { type Limits, MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { PlainCell, readPlainCell, SHARED_INDEX } from './plain-cell.ts';
import { BOOLEAN, type CellKind, DATE, ERROR, FORMULA, isBlank, NUMBER, Row, STRING } from './row.ts';
import { copyText, type SharedStrings } from './shared-strings.ts';
import { CLOSE, MORE, nameHash, OPEN, XmlScanner } from './xml-scanner.ts';
import { hasUnderscore, resolveEscapes } from './xml-text.ts';

const WORKSHEET = nameHash('worksheet');
const COLUMNS = nameHash('cols');
const COLUMN = nameHash('col');
const SHEET_DATA = nameHash('sheetData');
const ROW = nameHash('row');
const CELL = nameHash('c');
const VALUE = nameHash('v');
const INLINE = nameHash('is');
const T = nameHash('t');
const RUN = nameHash('r');
const FORMULA_ELEMENT = nameHash('f');
const R_ATTRIBUTE = nameHash('r');
const T_ATTRIBUTE = nameHash('t');
const S_ATTRIBUTE = nameHash('s');
const HIDDEN_ATTRIBUTE = nameHash('hidden');
const MIN_ATTRIBUTE = nameHash('min');
const MAX_ATTRIBUTE = nameHash('max');

/** Longer text goes through the tokenizer, which checks limits. */
const MOST_PLAIN_BYTES = 32 * 1024;

const AT_ROOT = 0;
const IN_SHEET = 1;
const IN_DATA = 2;
const IN_ROW = 3;
const IN_CELL = 4;
const IN_VALUE = 5;
const IN_INLINE = 6;
const IN_RUN = 7;
const IN_TEXT = 8;
const IN_COLUMNS = 9;

const INLINE_STRING = 101;

const NO_DATES: DateStyles = { styles: new Uint8Array(0), date1904: false };

/**
 * Reads the rows of a worksheet part in one pass: push a chunk, then pull rows until `nextRow` returns false. Content
 * outside sheetData is checked for syntax and skipped. @throws ImportError import_xml_damaged,
 * import_sheet_contradictory, import_cell_outside_sheet, import_cell_too_large, import_shared_strings_missing,
 * import_shared_string_unknown
 */
export class SheetReader {
  readonly row: Row;
  private readonly scanner: XmlScanner;
  private readonly limits: Limits;
  private readonly strings: SharedStrings | undefined;
  private readonly dates: DateStyles;
  private readonly seenRows = new Uint8Array(MAX_ROWS / 8 + 1);
  private readonly cell = new PlainCell();
  private state = AT_ROOT;
  private skipDepth = 0;
  private sheetDataSeen = false;
  private rowNumber = 0;
  private rowClaimed = false;
  private column = -1;
  private cellType = NUMBER;
  private cellStyle = -1;
  private cellBytes = 0;
  private hasFormula = false;
  private textParent = IN_INLINE;
  private segmentStart = 0;
  private valueStart = 0;
  private valueEnd = -1;
  private inlineStart = 0;
  private inlineEnd = -1;

  /** Without `dates`, dates are read as numbers. */
  constructor(part: string, strings: SharedStrings | undefined, limits: Limits, dates = NO_DATES) {
    this.scanner = new XmlScanner(part, limits);
    this.limits = limits;
    this.strings = strings;
    this.dates = dates;
    this.row = new Row(limits, strings);
  }

  push(chunk: Uint8Array): void {
    this.scanner.push(chunk);
  }

  /** Call after the last chunk; then pull the last rows and call `assertComplete`. */
  finish(): void {
    this.scanner.finish();
  }

  assertComplete(): void {
    this.scanner.assertComplete();
  }

  /** True when `row` holds the next row; false when another chunk is needed. */
  nextRow(): boolean {
    const { scanner } = this;
    for (;;) {
      if (this.state === IN_ROW && this.skipDepth === 0) this.takePlainCells();
      const token = scanner.next();
      if (token === MORE) {
        this.row.keep();
        return false;
      }
      if (token === OPEN) {
        if (this.skipDepth === 0) this.open();
      } else if (token === CLOSE) {
        if (this.skipDepth > 0) {
          if (scanner.depth < this.skipDepth) this.skipDepth = 0;
        } else if (this.close()) return true;
      } else if (this.state === IN_VALUE || this.state === IN_TEXT) {
        if (this.skipDepth === 0) this.appendText();
      }
    }
  }

  /**
   * Fast path for the forms of cells that nearly all writers use. Anything else, incomplete or wrong is left to the
   * tokenizer.
   */
  private takePlainCells(): void {
    const { scanner, row, cell } = this;
    while (readPlainCell(scanner.buffer, scanner.position, scanner.end, cell)) {
      const column = cell.column < 0 ? this.column + 1 : cell.column;
      const misplaced = cell.row >= 0 && (cell.row !== this.rowNumber || !this.rowClaimed);
      if (misplaced || column >= MAX_COLUMNS || cell.end - cell.start > MOST_PLAIN_BYTES) return;
      let index = -1;
      if (cell.end > cell.start && cell.kind === SHARED_INDEX) {
        index = indexNumber(scanner.buffer, cell.start, cell.end);
        if (index < 0 || this.strings === undefined || index >= this.strings.count) return;
      }
      if (!row.claim(column)) return;
      this.column = column;
      scanner.position = cell.next;
      if (cell.end === cell.start) continue;
      const day = this.dayOf(cell.kind, cell.style, scanner.buffer, cell.start, cell.end);
      if (day) row.putDay(column, day);
      else if (index < 0)
        row.putBorrowed(column, cell.kind as CellKind, scanner.buffer, cell.start, cell.end);
      else if (this.strings!.length(index) > 0) row.putShared(column, index);
    }
  }

  private open(): void {
    const { scanner } = this;
    const { name } = scanner;
    switch (this.state) {
      case IN_ROW:
        if (name === CELL) {
          this.openCell();
          return;
        }
        break;
      case IN_CELL:
        if (name === VALUE) {
          if (this.valueEnd >= 0) throw this.contradictory();
          this.state = IN_VALUE;
          this.valueStart = this.segmentStart = this.row.length;
          return;
        }
        if (name === INLINE) {
          if (this.inlineEnd >= 0) throw this.contradictory();
          this.state = IN_INLINE;
          this.inlineStart = this.row.length;
          return;
        }
        if (name === FORMULA_ELEMENT) this.hasFormula = true;
        break;
      case IN_INLINE:
      case IN_RUN:
        if (name === T) {
          this.textParent = this.state;
          this.state = IN_TEXT;
          this.segmentStart = this.row.length;
          return;
        }
        if (name === RUN && this.state === IN_INLINE) {
          this.state = IN_RUN;
          return;
        }
        break;
      case IN_DATA:
        if (name === ROW) {
          this.openRow();
          return;
        }
        break;
      case IN_SHEET:
        if (name === SHEET_DATA) {
          if (this.sheetDataSeen) throw this.contradictory();
          this.sheetDataSeen = true;
          this.state = IN_DATA;
          return;
        }
        if (name === COLUMNS) {
          this.state = IN_COLUMNS;
          return;
        }
        break;
      case IN_COLUMNS:
        if (name === COLUMN) this.hideColumns();
        break;
      case AT_ROOT:
        if (name !== WORKSHEET) throw scanner.damaged('root');
        this.state = IN_SHEET;
        return;
    }
    this.skipDepth = scanner.depth;
  }

  /** True at the end of a row. */
  private close(): boolean {
    switch (this.state) {
      case IN_VALUE:
        this.state = IN_CELL;
        if (this.cellType === STRING) this.resolveEscapes();
        this.valueEnd = this.row.length;
        return false;
      case IN_TEXT:
        this.state = this.textParent;
        this.resolveEscapes();
        return false;
      case IN_RUN:
        this.state = IN_INLINE;
        return false;
      case IN_INLINE:
        this.state = IN_CELL;
        this.inlineEnd = this.row.length;
        return false;
      case IN_CELL:
        this.state = IN_ROW;
        this.closeCell();
        return false;
      case IN_ROW:
        this.state = IN_DATA;
        if (!this.rowClaimed) this.claimRow(this.rowNumber);
        return true;
      case IN_DATA:
      case IN_COLUMNS:
        this.state = IN_SHEET;
        return false;
      default:
        this.state = AT_ROOT;
        return false;
    }
  }

  private hideColumns(): void {
    const hidden = this.scanner.attribute(HIDDEN_ATTRIBUTE);
    if (hidden < 0 || !this.isTrue(hidden)) return;
    const place = (name: number) => {
      const attribute = this.scanner.attribute(name);
      return attribute < 0 ? 0 : Number(this.attributeText(attribute));
    };
    this.row.hideColumns(place(MIN_ATTRIBUTE) - 1, place(MAX_ATTRIBUTE) - 1);
  }

  private openRow(): void {
    const { scanner } = this;
    const reference = scanner.attribute(R_ATTRIBUTE);
    const hidden = scanner.attribute(HIDDEN_ATTRIBUTE);
    this.state = IN_ROW;
    this.column = -1;
    this.rowClaimed = reference >= 0;
    this.rowNumber = reference < 0 ? this.rowNumber + 1 : this.rowReference(reference);
    this.row.begin(this.rowNumber, hidden >= 0 && this.isTrue(hidden));
    if (this.rowClaimed) this.claimRow(this.rowNumber);
  }

  private claimRow(number: number): void {
    this.rowClaimed = true;
    this.rowNumber = number;
    this.row.number = number;
    if (number < 1 || number > MAX_ROWS) throw this.outside(`${number}`);
    const bit = 1 << (number & 7);
    if ((this.seenRows[number >> 3]! & bit) !== 0) throw this.contradictory();
    this.seenRows[number >> 3]! |= bit;
  }

  private openCell(): void {
    const { scanner } = this;
    // The text grows at the end of the row's own bytes, so nothing else may be put there meanwhile.
    this.row.keep();
    this.state = IN_CELL;
    this.hasFormula = false;
    this.cellBytes = 0;
    this.valueEnd = -1;
    this.inlineEnd = -1;
    const reference = scanner.attribute(R_ATTRIBUTE);
    if (reference < 0) this.column++;
    else this.readCellReference(reference);
    if (this.column >= MAX_COLUMNS) throw this.outside(`${columnLetters(this.column)}${this.rowNumber}`);
    if (!this.row.claim(this.column)) throw this.contradictory();
    const type = scanner.attribute(T_ATTRIBUTE);
    this.cellType = type < 0 ? NUMBER : this.readCellType(type);
    const style = scanner.attribute(S_ATTRIBUTE);
    this.cellStyle =
      style < 0 ? -1 : wholeNumber(scanner.buffer, scanner.valueStart(style), scanner.valueEnd(style));
  }

  private closeCell(): void {
    const { row } = this;
    const { inlineEnd, valueEnd, cellType } = this;
    const inline =
      inlineEnd > this.inlineStart && (cellType === INLINE_STRING || valueEnd <= this.valueStart);
    if (inline) row.put(this.column, STRING, this.inlineStart, inlineEnd);
    else if (valueEnd > this.valueStart) this.putValue();
    else if (this.hasFormula && valueEnd < 0) row.put(this.column, FORMULA, row.length, row.length);
  }

  private putValue(): void {
    const { row, cellType, valueStart, valueEnd } = this;
    if (cellType === SHARED_INDEX) {
      if (!isBlank(row.bytes, valueStart, valueEnd)) this.putShared();
    } else {
      const day = this.dayOf(cellType, this.cellStyle, row.bytes, valueStart, valueEnd);
      const kind = cellType === INLINE_STRING ? STRING : (cellType as CellKind);
      if (day) row.putDay(this.column, day);
      else row.put(this.column, kind, valueStart, valueEnd);
    }
  }

  /** The day of a number with a date style; null for anything else. */
  private dayOf(kind: number, style: number, bytes: Uint8Array, start: number, end: number): string | null {
    const { styles, date1904 } = this.dates;
    if (kind !== NUMBER || style < 0 || style >= styles.length || styles[style] === 0) return null;
    const number = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    return serialDay(Number(number), date1904);
  }

  private putShared(): void {
    const { row, strings } = this;
    const index = indexNumber(row.bytes, this.valueStart, this.valueEnd);
    if (index < 0) throw this.contradictory();
    const place = { part: this.scanner.part, cell: this.cellName() };
    if (strings === undefined) throw new ImportError('import_shared_strings_missing', place);
    if (index >= strings.count) throw new ImportError('import_shared_string_unknown', { ...place, index });
    row.length = this.valueStart;
    if (strings.length(index) > 0) row.putShared(this.column, index);
  }

  private appendText(): void {
    const { scanner, row } = this;
    const size = scanner.textEnd - scanner.textStart;
    this.cellBytes += size;
    if (this.cellBytes > this.limits.cellBytes) {
      const params = { part: scanner.part, cell: this.cellName(), limit: this.limits.cellBytes };
      throw new ImportError('import_cell_too_large', params);
    }
    row.reserve(size);
    row.length = copyText(scanner, row.bytes, row.length);
  }

  private resolveEscapes(): void {
    const { row } = this;
    if (hasUnderscore(row.bytes, this.segmentStart, row.length)) {
      row.length = resolveEscapes(row.bytes, this.segmentStart, row.length);
    }
  }

  private rowReference(attribute: number): number {
    const { scanner } = this;
    const number = wholeNumber(scanner.buffer, scanner.valueStart(attribute), scanner.valueEnd(attribute));
    if (number < 0) throw this.contradictory();
    return number;
  }

  private readCellReference(attribute: number): void {
    const { scanner } = this;
    const { buffer } = scanner;
    const start = scanner.valueStart(attribute);
    const end = scanner.valueEnd(attribute);
    let at = start;
    let column = 0;
    for (; at < end; at++) {
      const letter = (buffer[at]! | 0x20) - 0x60;
      if (letter < 1 || letter > 26) break;
      column = column * 26 + letter;
      if (at - start > 3) throw this.outside(this.attributeText(attribute));
    }
    const number = wholeNumber(buffer, at, end);
    if (at === start || number < 0) throw this.contradictory();
    if (!this.rowClaimed) {
      if (number < this.rowNumber) throw this.contradictory();
      this.claimRow(number);
    }
    if (number !== this.rowNumber) throw this.contradictory();
    this.column = column - 1;
  }

  private readCellType(attribute: number): number {
    const { scanner } = this;
    const start = scanner.valueStart(attribute);
    const length = scanner.valueEnd(attribute) - start;
    const first = scanner.buffer[start]!;
    if (length === 1) {
      if (first === 0x73) return SHARED_INDEX;
      if (first === 0x6e) return NUMBER;
      if (first === 0x62) return BOOLEAN;
      if (first === 0x65) return ERROR;
      if (first === 0x64) return DATE;
    }
    const type = this.attributeText(attribute);
    if (type === 'str') return STRING;
    if (type === 'inlineStr') return INLINE_STRING;
    throw this.contradictory();
  }

  private isTrue(attribute: number): boolean {
    const text = this.attributeText(attribute);
    return text === '1' || text === 'true';
  }

  private attributeText(attribute: number): string {
    const { scanner } = this;
    const start = scanner.valueStart(attribute);
    return Buffer.from(scanner.buffer.buffer, start, scanner.valueEnd(attribute) - start).toString('utf8');
  }

  private cellName(): string {
    return `${columnLetters(Math.max(0, this.column))}${this.rowNumber}`;
  }

  private contradictory(): ImportError {
    return new ImportError('import_sheet_contradictory', { part: this.scanner.part, cell: this.cellName() });
  }

  private outside(cell: string): ImportError {
    return new ImportError('import_cell_outside_sheet', { part: this.scanner.part, cell });
  }
}

/** A number of up to nine digits; -1 for anything else. */
function wholeNumber(bytes: Uint8Array, start: number, end: number): number {
  if (start === end || end - start > 9) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** As wholeNumber, with blanks around it. */
function indexNumber(bytes: Uint8Array, start: number, end: number): number {
  while (start < end && isSpace(bytes[start]!)) start++;
  while (end > start && isSpace(bytes[end - 1]!)) end--;
  return wholeNumber(bytes, start, end);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
