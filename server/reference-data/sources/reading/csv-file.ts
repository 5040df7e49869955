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
import { encodingOf, textOf } from './text-encoding.ts';

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
