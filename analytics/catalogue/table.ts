import { parse } from 'csv-parse/sync';

/** Why a file of reference data cannot be published. `code` is a translation key below errors. */
export class ReferenceDataError extends Error {
  readonly code: string;
  readonly params: Record<string, string | number>;
  constructor(code: string, params: Record<string, string | number>) {
    super(`${code}: ${JSON.stringify(params)}`);
    this.code = code;
    this.params = params;
  }
}

/** A skipped or doubtful row. `line` counts from 1, the heading included. */
export type BadRow = { line: number; reason: string; value: string };

/** The problem of a row, and the value. */
export class Unusable {
  readonly reason: string;
  readonly value: string;
  constructor(reason: string, value: string) {
    this.reason = reason;
    this.value = value;
  }
}

/** The usable rows of a reference file, the doubtful ones among them, and the bad ones. */
export type ReferenceTable<Row> = { rows: Row[]; doubtful: BadRow[]; bad: BadRow[] };

/** Beyond this share of bad rows, the file is refused as the wrong one. */
const BAD_SHARE_LIMIT = 0.05;

type Cells = Record<string, string>;

/**
 * The text of a file, without zero bytes, which PostgreSQL does not store in texts. @throws ReferenceDataError unless
 * UTF-8
 */
export function utf8Text(file: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.replaceAll('\0', ' ');
  } catch {
    throw new ReferenceDataError('reference_not_utf8', { file });
  }
}

/**
 * Reads a CSV text (UTF-8, comma, quotes, heading) row by row. `read` returns the row or why it is bad, `doubt` why a
 * used row may be wrong. Headings alone are accepted where it `mayBeEmpty`. Throws ReferenceDataError when the file is no
 * CSV, a heading is missing or more than 5 % of the rows are bad.
 */
export function readTable<Row>(
  file: string,
  text: string,
  headings: readonly string[],
  read: (cells: Cells) => Row | Unusable,
  {
    doubt = () => undefined,
    mayBeEmpty = false,
  }: { doubt?: (row: Row) => Unusable | undefined; mayBeEmpty?: boolean } = {},
): ReferenceTable<Row> {
  const { found, records } = parseCsv(file, text);
  const missing = headings.filter((heading) => !found.includes(heading));
  if ((records.length === 0 && !mayBeEmpty) || missing.length > 0) {
    const wanted = missing.length > 0 ? missing : headings;
    throw new ReferenceDataError('reference_headings', { file, missing: wanted.join(', ') });
  }
  const rows: Row[] = [];
  const doubtful: BadRow[] = [];
  const bad: BadRow[] = [];
  for (const { record, info } of records) {
    const row = read(record);
    if (row instanceof Unusable) {
      bad.push({ line: info.lines, ...row });
      continue;
    }
    rows.push(row);
    const doubted = doubt(row);
    if (doubted) doubtful.push({ line: info.lines, ...doubted });
  }
  if (bad.length > records.length * BAD_SHARE_LIMIT) {
    const first = bad[0]!;
    throw new ReferenceDataError('reference_too_many_bad_rows', {
      file,
      bad: bad.length,
      rows: records.length,
      line: first.line,
      reason: first.reason,
      value: first.value,
    });
  }
  return { rows, doubtful, bad };
}

type Parsed = { found: string[]; records: { record: Cells; info: { lines: number } }[] };

function parseCsv(file: string, text: string): Parsed {
  let found: string[] = [];
  const columns = (heading: string[]) => {
    found = heading;
    return heading;
  };
  try {
    const records = parse(text, {
      bom: true,
      columns,
      info: true,
      trim: true,
      skip_empty_lines: true,
    }) as never;
    return { found, records };
  } catch (error) {
    throw new ReferenceDataError('reference_not_csv', { file, detail: (error as Error).message });
  }
}
