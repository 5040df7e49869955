import { announces, type HeadedColumns, headedColumns, type TableKey } from './heading-words.ts';
import type { TableTop } from './table-file.ts';

/** A row of headings: where each column of a source stands, counted from 0, and how the file calls it. */
export type FoundHeadings = {
  top: TableTop;
  /** The row's number. */
  row: number;
  columns: Map<string, { column: number; heading: string }>;
  missing: string[];
  /** Filled cells of the row, known or not. */
  width: number;
};

/** The row with most of a source's headings, those that have to be there first; undefined where no row has any. */
export function findHeadings(tops: readonly TableTop[], key: TableKey): FoundHeadings | undefined {
  let best: FoundHeadings | undefined;
  const rank = ({ missing, columns }: FoundHeadings) => columns.size - 100 * missing.length;
  for (const top of tops) {
    for (const { number, cells } of top.rows) {
      const columns = matchRow(cells, headedColumns[key]);
      if (columns.size === 0) continue;
      const missing = Object.entries(headedColumns[key])
        .filter(([field, { required }]) => required && !columns.has(field))
        .map(([, { name }]) => name);
      const width = cells.filter((cell) => cell.trim() !== '').length;
      const found = { top, row: number, columns, missing, width };
      if (best === undefined || rank(found) > rank(best)) best = found;
    }
  }
  return best;
}

function matchRow(cells: readonly string[], wanted: HeadedColumns): FoundHeadings['columns'] {
  const found: FoundHeadings['columns'] = new Map();
  const taken = new Set<number>();
  const filled = cells.flatMap((heading, column) => (heading.trim() === '' ? [] : [{ heading, column }]));
  for (const [field, each] of Object.entries(wanted)) {
    const match = filled.find(({ heading, column }) => !taken.has(column) && announces(each, heading));
    if (!match) continue;
    taken.add(match.column);
    found.set(field, { column: match.column, heading: firstLine(match.heading) });
  }
  return found;
}

function firstLine(heading: string): string {
  const line = heading.split(/[\r\n]+/).find((each) => each.trim() !== '') ?? heading;
  return line.replace(/[\s\u00a0]+/gu, ' ').trim();
}
