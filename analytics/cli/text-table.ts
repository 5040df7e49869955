/** Cells as text; null for missing values. */
export type TextTable = {
  columns: readonly { name: string; numeric: boolean }[];
  rows: readonly (readonly (string | null)[])[];
  /** Number of rows, where `rows` is incomplete. */
  count?: number;
};

/** Most rows shown on a terminal. */
export const TERMINAL_ROWS = 100;

/** Formats a text table of at most `most` rows: numbers right-aligned; a single row vertically. */
export function layOut(
  { columns, rows, count: all = rows.length }: TextTable,
  most = Number.POSITIVE_INFINITY,
): string {
  if (rows.length === 1) return `${downwards(columns, rows[0]!)}\n`;
  const shown = rows.slice(0, most).map((row) => row.map(cell));
  const widths = columns.map(({ name }, index) =>
    shown.reduce((width, row) => Math.max(width, row[index]!.length), name.length),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => pad(text, widths[index]!, columns[index]!.numeric))
      .join('  ')
      .trimEnd();
  const count = `${all} rows`;
  const rest = all - shown.length;
  return [
    line(columns.map(({ name }) => name)),
    line(widths.map((width) => '-'.repeat(width))),
    ...shown.map(line),
    rest > 0 ? `… ${rest} more of ${count}; --format csv has them all` : count,
    '',
  ].join('\n');
}

function downwards(columns: TextTable['columns'], row: readonly (string | null)[]): string {
  const width = Math.max(...columns.map(({ name }) => name.length));
  return columns.map(({ name }, index) => `${name.padEnd(width)}  ${cell(row[index]!)}`).join('\n');
}

function cell(value: string | null): string {
  return value === null ? 'NULL' : onOneLine(value);
}

/** Untrusted text on one line, without terminal control characters. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}
