import { parse } from 'csv-parse/sync';
import { utf8Text } from '#analytics/catalogue/table.ts';
import { CommandError } from '#analytics/cli/command-error.ts';

const needed = ['file', 'customer', 'from', 'to', 'representative', 'imported'] as const;
const optional = ['consent', 'consent place', 'name', 'comment', 'test'] as const;

/** A line by column; empty without a value. `line` counts from 1, the heading included. */
export type ManifestRow = Record<(typeof needed)[number] | (typeof optional)[number], string> & {
  line: number;
};

/**
 * Reads a manifest: CSV (UTF-8, quotes, heading), separated by `,` or `;`, whichever is in the heading. @throws
 * {CommandError} where it is unreadable, lacks a column or has an unknown one
 */
export function readManifest(name: string, bytes: Uint8Array): ManifestRow[] {
  const text = utf8Text(name, bytes).replace(/^\ufeff/, '');
  const [heading = ''] = text.split(/[\r\n]/, 1);
  const records = parseText(name, text, heading.includes(';') ? ';' : ',');
  if (records.length === 0) throw new CommandError(`${name} has no line below its heading.`);
  return records.map(({ record, info }) => ({
    ...(Object.fromEntries([...needed, ...optional].map((column) => [column, record[column] ?? ''])) as Omit<
      ManifestRow,
      'line'
    >),
    line: info.lines,
  }));
}

type ParsedRecord = { record: Record<string, string>; info: { lines: number } };

function parseText(name: string, text: string, delimiter: string): ParsedRecord[] {
  try {
    return parse(text, {
      delimiter,
      columns: (found: string[]) => columnsOf(name, found),
      info: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as never;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

function columnsOf(name: string, found: readonly string[]): string[] {
  const columns = found.map((heading) => heading.toLowerCase());
  const known: readonly string[] = [...needed, ...optional];
  const missing = needed.filter((column) => !columns.includes(column));
  const foreign = found.filter((_, index) => !known.includes(columns[index]!));
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index);
  const problems = [
    missing.length > 0 && `lacks the columns ${missing.join(', ')}`,
    foreign.length > 0 && `has columns that mean nothing: ${foreign.map((each) => `“${each}”`).join(', ')}`,
    twice.length > 0 && `has a column twice: ${twice.join(', ')}`,
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return columns;
  throw new CommandError(
    `${name} ${problems.join(', and ')}. Its heading names ${needed.join(', ')} and, as far as needed, ${optional.join(', ')}.`,
  );
}
