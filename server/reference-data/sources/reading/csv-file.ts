import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { SourceInput } from '../source-file.ts';
import type { Clock } from './clock.ts';
import type { FileHead } from './content-kind.ts';
import {
  CHARACTERS_OF_TOP,
  ROWS_OF_TOP,
  type TableFile,
  type TableRow,
  type TableTop,
} from './table-file.ts';

const DELIMITERS = [';', ',', '\t'] as const;

/** Characters of one record: beyond this a quote was never closed. */
const MOST_OF_RECORD = 256 * 1024;

const format = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: MOST_OF_RECORD,
  bom: true,
} as const;

/** Opens a CSV, with its top as each of the delimiters gives it. Nothing but the top is kept in memory. */
export async function openCsv(input: SourceInput, head: FileHead, clock: Clock): Promise<TableFile> {
  const encoding = await encodingOf(input.path, head.head, clock);
  const top = withoutHalfLine(new TextDecoder(encoding).decode(head.head), head.head.length < head.size);
  const tops = DELIMITERS.map((delimiter) => ({
    sheet: '',
    rows: topRows(top, delimiter),
    read: (take: (row: TableRow) => void) =>
      readRecords(input, textOf(input.path, encoding, head.size, clock), delimiter, take),
  }));
  if (tops.every(({ rows }) => rows.length === 0)) {
    throw new ReferenceDataError('source_csv_damaged', { file: input.fileName, row: 1 });
  }
  return {
    tops,
    date1904: false,
    encoding: encoding === 'utf-8' ? undefined : encoding,
  };
}

async function readRecords(
  input: SourceInput,
  text: AsyncIterable<string | Buffer>,
  delimiter: string,
  take: (row: TableRow) => void,
): Promise<void> {
  const row = new CsvRow();
  const thrown: unknown[] = [];
  const parser = parse({
    ...format,
    delimiter,
    // Records are taken here and not passed on, so that none of them waits in a stream.
    on_record: (cells: string[]) => {
      row.become(cells);
      try {
        take(row);
      } catch (error) {
        thrown.push(error);
        throw error;
      }
      return null;
    },
  });
  parser.resume();
  try {
    await pipeline(text, parser);
  } catch (error) {
    if (thrown.length > 0) throw thrown[0];
    if (!isCsvError(error)) throw error;
    throw new ReferenceDataError('source_csv_damaged', { file: input.fileName, row: row.number + 1 });
  }
}

class CsvRow implements TableRow {
  number = 0;
  filled = false;
  private cells: string[] = [];

  become(cells: string[]): void {
    this.cells = cells;
    this.number++;
    this.filled = cells.some((cell) => /\S/.test(cell));
  }

  text(column: number): string {
    return this.cells[column] ?? '';
  }

  isNumber(): boolean {
    return false;
  }
}

/** Records up to where the text stops making sense, as it does where it was cut inside of quotes. */
function topRows(text: string, delimiter: string): TableTop['rows'] {
  const rows: TableTop['rows'] = [];
  const on_record = (cells: string[]) => {
    const shown = cells.map((cell) => cell.slice(0, CHARACTERS_OF_TOP));
    rows.push({ number: rows.length + 1, cells: shown });
    return null;
  };
  try {
    parseAtOnce(text, { ...format, delimiter, to: ROWS_OF_TOP, on_record });
  } catch (error) {
    if (!isCsvError(error)) throw error;
  }
  return rows;
}

function withoutHalfLine(text: string, isCut: boolean): string {
  return isCut ? text.slice(0, text.lastIndexOf('\n') + 1) || text : text;
}

function isCsvError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
const CHUNK_BYTES = 1024 * 1024;

/** Small enough that what was read and thrown away does not pile up. */
const PIECE_BYTES = 128 * 1024;

/** UTF-16 by its mark, UTF-8 where all bytes make sense as such, else what Excel on Windows writes. */
async function encodingOf(path: string, head: Buffer, clock: Clock): Promise<Encoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    clock.advance();
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return 'windows-1252';
    rest = bytes.subarray(end);
  }
  return rest.length === 0 ? 'utf-8' : 'windows-1252';
}

/** The text of a file, chunk by chunk; UTF-8 as its bytes, with its mark, as a parser takes them apart anyway. */
async function* textOf(
  path: string,
  encoding: Encoding,
  size: number,
  clock: Clock,
): AsyncGenerator<string | Buffer, void, void> {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    clock.advance(read / Math.max(1, size));
    yield encoding === 'utf-8' ? chunk : decoder.decode(chunk, { stream: true });
  }
  if (encoding !== 'utf-8') yield decoder.decode();
}

/** Where the last character that is whole ends, as far as lead bytes tell. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
