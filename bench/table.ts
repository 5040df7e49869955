/**
 * Text in columns: the first one left-aligned, the others to the right; numbers as they are given. Throws when a row has
 * more cells than the heading.
 */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.some((row) => row.length > heading.length)) throw new Error('A cell has no heading.');
  const widths = heading.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!)))
      .join('  ')
      .trimEnd();
  return [line(heading), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Milliseconds with three digits that count. */
export function ms(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** How many times: 0.42×, 3.1×, 128×. */
export function ratio(value: number): string {
  return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)}×`;
}

/** Bytes in the unit that suits. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} kB` : `${(value / 1e6).toFixed(2)} MB`;
}
