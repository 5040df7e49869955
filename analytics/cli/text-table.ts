/** Cells as text; null where there is no value. */
export type TextTable = {
  columns: readonly { name: string; numeric: boolean }[];
  rows: readonly (readonly (string | null)[])[];
  /** How many rows there are, where `rows` lacks some of the last. */
  count?: number;
};

/** Rows shown on a terminal before the rest is only counted. */
export const TERMINAL_ROWS = 100;

/**
 * Lays a table out as text, with at most `most` of its rows: numbers to the right; a single row downwards, one line per
 * column.
 */
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

/** What a file or a person has written, on one line and with nothing in it that a terminal would obey. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}
