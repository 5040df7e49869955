import { type CellObject, read, set_cptable, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import CFB from 'cfb';
import { ImportError } from './import-error.ts';
import type { Limits } from './limits.ts';
import { BOOLEAN, type CellKind, DATE, ERROR, NUMBER, Row, STRING } from './row.ts';
import type { ReadableSheet } from './sheets.ts';

set_cptable(codePages);

const BOF = 0x0809;
const EOF = 0x000a;
const FILEPASS = 0x002f;
const BOUNDSHEET = 0x0085;
const ROW = 0x0208;
const COLUMN_INFO = 0x007d;
/** Records with one cell: LABELSST, LABEL, RSTRING, NUMBER, RK, BOOLERR, FORMULA; with several: MULRK. */
const CELLS = new Set([0x00fd, 0x0204, 0x00d6, 0x0203, 0x027e, 0x0205, 0x0006, 0x00bd]);
const WORKSHEET = 0;
const ROWS = 65_536;
const HIDDEN_ROW = 0x20;
const HIDDEN_COLUMN = 0x01;

const OPTIONS = {
  type: 'array',
  dense: true,
  cellDates: true,
  UTC: true,
  cellText: false,
  cellFormula: false,
  cellHTML: false,
} as const;

const encoder = new TextEncoder();

/**
 * An old workbook (.xls of BIFF8 or BIFF5), read by SheetJS as a whole. The filled rows are counted in the records as
 * well, to detect rows that the library misses. Macros are ignored. @throws ImportError
 */
export function openOldWorkbook(file: Uint8Array, limits: Limits): ReadableSheet[] {
  const seen = inWords(() => walk(streamOf(file), limits));
  const book = inWords(() => quietly(() => read(file, OPTIONS)));
  const sheets: ReadableSheet[] = [];
  book.SheetNames.forEach((name, index) => {
    const found = seen[index];
    const sheet = book.Sheets[name];
    if (found === undefined || sheet === undefined) throw damaged();
    if (found.type === WORKSHEET) sheets.push(sheetOf(name, sheet, found, limits));
  });
  if (sheets.length === 0) throw new ImportError('import_no_sheet');
  return sheets;
}

/** What the records say of a sheet: its offset, and a bit or more per row. */
type SeenSheet = {
  offset: number;
  hidden: boolean;
  type: number;
  filled: Uint8Array;
  hiddenRows: Set<number>;
  /** Ranges of hidden columns. */
  hiddenColumns: [number, number][];
};

function streamOf(file: Uint8Array): Buffer {
  const container = CFB.read(Buffer.from(file.buffer, file.byteOffset, file.byteLength), { type: 'buffer' });
  const stream = CFB.find(container, 'Workbook') ?? CFB.find(container, 'Book');
  if (!stream) throw damaged();
  return Buffer.from(stream.content as Uint8Array);
}

/** Reads the records: the list of sheets, then each sheet at its offset. */
function walk(stream: Buffer, limits: Limits): SeenSheet[] {
  const sheets: SeenSheet[] = [];
  eachRecord(stream, 0, (type, data) => {
    if (type === FILEPASS) throw new ImportError('import_password_protected');
    if (type === BOUNDSHEET) {
      if (sheets.length === limits.sheets) {
        throw new ImportError('import_too_many_sheets', { limit: limits.sheets });
      }
      const offset = data.readUInt32LE(0);
      const [hidden, kind] = [data[4]! !== 0, data[5]!];
      sheets.push({
        offset,
        hidden,
        type: kind,
        filled: new Uint8Array(ROWS),
        hiddenRows: new Set(),
        hiddenColumns: [],
      });
    }
  });
  for (const { offset, type, filled, hiddenRows, hiddenColumns } of sheets) {
    if (type !== WORKSHEET) continue;
    eachRecord(stream, offset, (record, data) => {
      if (CELLS.has(record)) filled[data.readUInt16LE(0)] = 1;
      else if (record === ROW && (data.readUInt8(12) & HIDDEN_ROW) !== 0)
        hiddenRows.add(data.readUInt16LE(0));
      else if (record === COLUMN_INFO && (data.readUInt8(8) & HIDDEN_COLUMN) !== 0)
        hiddenColumns.push([data.readUInt16LE(0), data.readUInt16LE(2)]);
    });
  }
  return sheets;
}

/** The records from `offset` to its end record, without those of embedded charts. */
function eachRecord(stream: Buffer, offset: number, take: (type: number, data: Buffer) => void): void {
  let depth = 0;
  for (let at = offset; ; ) {
    const type = stream.readUInt16LE(at);
    const end = at + 4 + stream.readUInt16LE(at + 2);
    if (end > stream.length) throw damaged();
    if (type === BOF) depth++;
    else if (depth === 0) throw damaged();
    else if (type === EOF) depth--;
    else if (depth === 1) take(type, stream.subarray(at + 4, end));
    if (depth === 0) return;
    at = end;
  }
}

function sheetOf(name: string, sheet: WorkSheet, seen: SeenSheet, limits: Limits): ReadableSheet {
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  for (let row = 0; row < ROWS; row++) {
    const isFilled = rows[row]?.some((cell) => cell !== undefined && cell.t !== 'z') ?? false;
    if (isFilled !== (seen.filled[row] === 1)) throw damaged();
  }
  return {
    name: name.replaceAll('\0', ' ').toWellFormed(),
    hidden: seen.hidden,
    async read(take, onPiece) {
      const row = new Row(limits, undefined);
      for (const [first, last] of seen.hiddenColumns) row.hideColumns(first, last);
      for (let index = 0; index < rows.length; index++) {
        row.begin(index + 1, seen.hiddenRows.has(index));
        rows[index]?.forEach((cell, column) => {
          if (cell !== undefined) putCell(row, column, cell);
        });
        if (index % 1000 === 0) onPiece(0);
        if (!take(row)) return false;
      }
      return true;
    },
    async verify() {},
  };
}

function putCell(row: Row, column: number, { t, v, w }: CellObject): void {
  if (t === 's') put(row, column, STRING, String(v).replaceAll('\0', ' '));
  else if (t === 'n') put(row, column, NUMBER, String(v));
  else if (t === 'b') put(row, column, BOOLEAN, v ? '1' : '0');
  else if (t === 'e') put(row, column, ERROR, String(w ?? v));
  else if (t === 'd') put(row, column, DATE, dayOf(v as Date));
}

function put(row: Row, column: number, kind: CellKind, text: string): void {
  if (text === '') return;
  row.reserve(3 * text.length);
  const start = row.length;
  row.length += encoder.encodeInto(text, row.bytes.subarray(start)).written;
  row.put(column, kind, start, row.length);
}

function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

function damaged(): ImportError {
  return new ImportError('import_old_excel_damaged');
}

/** Silences the library, which logs every unknown record; a file may have millions. */
function quietly<T>(work: () => T): T {
  const { error } = console;
  console.error = () => undefined;
  try {
    return work();
  } finally {
    console.error = error;
  }
}

/** Turns errors of the libraries into ours. */
function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ImportError ? error : damaged();
  }
}
