import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { type Encoding, SEPARATORS } from '#shared/read-report.ts';
import { CsvReader, type Quoting } from '../../../workbooks/reading/csv-reader.ts';
import { ImportError } from '../../../workbooks/reading/import-error.ts';
import { LIMITS } from '../../../workbooks/reading/limits.ts';
import { hasMark, quotingOf, utf16Of } from '../../../workbooks/reading/text-file.ts';
import type { SourceInput } from '../rows.ts';
import type { FileHead } from './content-kind.ts';
import type { Clock } from './reader-clock.ts';
import { ReadRow, ROWS_OF_TOP, type TableFile, type TableRow, type TableTop } from './table-file.ts';

/** Opens a CSV, with its top as each of the separators gives it. Nothing but the top is kept in memory. */
export async function openCsv(input: SourceInput, head: FileHead, clock: Clock): Promise<TableFile> {
  const encoding = await encodingOf(input.path, head.head, clock);
  const isCut = head.head.length < head.size;
  const top = Buffer.from(new TextDecoder(encoding).decode(head.head, { stream: isCut }));
  const quoting = quotingOf(top);
  const tops = SEPARATORS.map((separator) => ({
    sheet: '',
    hidden: false,
    separator,
    rows: topRows(top, separator, quoting, isCut),
    read: (take: (row: TableRow) => void) =>
      readRecords(input, textOf(input.path, encoding, head.size, clock), separator, quoting, take),
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
  text: AsyncIterable<Uint8Array>,
  separator: string,
  quoting: Quoting,
  take: (row: TableRow) => void,
): Promise<void> {
  const reader = new CsvReader(separator, LIMITS, quoting, Number.POSITIVE_INFINITY);
  const row = new ReadRow(reader.row);
  const takeRows = () => {
    while (inOurWords(input, () => reader.nextRow())) take(row);
  };
  for await (const chunk of text) {
    inOurWords(input, () => reader.push(chunk));
    takeRows();
  }
  reader.finish();
  takeRows();
}

/** The first records that are whole; none where the text makes no sense with that separator. */
function topRows(text: Uint8Array, separator: string, quoting: Quoting, isCut: boolean): TableTop['rows'] {
  const rows: TableTop['rows'] = [];
  const reader = new CsvReader(separator, LIMITS, quoting);
  const row = new ReadRow(reader.row);
  try {
    reader.push(text);
    if (!isCut) reader.finish();
    while (rows.length < ROWS_OF_TOP && reader.nextRow()) {
      rows.push(row.top());
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
  return rows;
}

function inOurWords<T>(input: SourceInput, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ReferenceDataError('source_csv_damaged', { file: input.fileName, row: error.params.row! });
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** Small enough that what was read and thrown away does not pile up. */
const PIECE_BYTES = 128 * 1024;

/** UTF-16 by its mark, UTF-8 where all bytes make sense as such, else what Excel on Windows writes. */
async function encodingOf(path: string, head: Buffer, clock: Clock): Promise<Encoding> {
  const utf16 = utf16Of(head);
  if (utf16) return utf16;
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

/** The text of a file as UTF-8 without its mark, chunk by chunk. */
async function* textOf(
  path: string,
  encoding: Encoding,
  size: number,
  clock: Clock,
): AsyncGenerator<Uint8Array, void, void> {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    clock.advance(read / Math.max(1, size));
    if (encoding !== 'utf-8') yield Buffer.from(decoder.decode(chunk, { stream: true }));
    else yield read === chunk.length && hasMark(chunk) ? chunk.subarray(3) : chunk;
  }
  if (encoding !== 'utf-8') yield Buffer.from(decoder.decode());
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
