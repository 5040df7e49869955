import { columnLetters } from '#shared/column-letters.ts';
import type { ColumnField } from '#shared/read-report.ts';
import type { ShownSheet } from '#shared/schemas/preview.ts';
import { GTIN, identify, PHARMACODE } from '../../../workbooks/values/identifiers.ts';
import { LAST_HEADING_ROW, type SeenSheet } from './find-table.ts';
import { isIdentifier, matchColumns, type SeenCell, type SeenRow } from './match-columns.ts';

type Guessed = { field: ColumnField; column: number };

const SHEETS = 20;
const ROWS = 20;
const COLUMNS = 1000;
const CELLS = 20_000;
const CHARACTERS = 80;
/** Of a wider sheet these are shown too: totals stand there. */
const LAST_COLUMNS = 10;

/** A shorter number is rather a quantity than a Pharmacode. */
const PHARMACODE_DIGITS = 5;

/** The filled sheets of a file that could not be read as it is; fewer rows of them where they are wide. */
export function shownSheets(sheets: SeenSheet[]): ShownSheet[] {
  let cells = 0;
  const hasRoom = (row: SeenRow) => {
    cells += Math.min(COLUMNS, row.cells.length);
    return cells <= CELLS;
  };
  return sheets
    .filter(({ rows }) => rows.length > 0)
    .slice(0, SHEETS)
    .map(({ name, rows }) => ({ sheet: name, rows: shownRows(rows, hasRoom), ...guess(rows) }));
}

/** Which columns of a sheet are shown: the first ones, the last ones, and what is named besides. */
export function shownColumns(rows: SeenRow[], first: number, besides: number[] = []) {
  const filled = new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)));
  const last = [...filled].sort((a, b) => a - b).slice(-LAST_COLUMNS);
  const shown = new Set([...last, ...besides]);
  return (column: number) => column < first || shown.has(column);
}

function shownRows(rows: SeenRow[], hasRoom: (row: SeenRow) => boolean): ShownSheet['rows'] {
  const isShown = shownColumns(rows, COLUMNS);
  return rows
    .slice(0, ROWS)
    .filter(hasRoom)
    .map((row) => shownRow(row, isShown));
}

function shownRow(
  { number, cells }: SeenRow,
  isShown: (column: number) => boolean,
): ShownSheet['rows'][number] {
  const values: string[] = [];
  for (const { column, text } of cells) {
    if (isShown(column)) values[column] = text.replace(/\s+/g, ' ').trim().slice(0, CHARACTERS);
  }
  return { row: number, values: Array.from(values, (value) => value ?? '') };
}

/** What the row with most known headings above the first article code says, and where the codes stand if it does not. */
function guess(rows: SeenRow[]): Pick<ShownSheet, 'headingRow' | 'columns'> {
  const code = firstCode(rows);
  const above = rows.filter(({ number }) => number < (code?.row ?? LAST_HEADING_ROW + 1));
  const [headed] = above
    .filter(({ cells }) => cells.length > 1)
    .map(({ number, cells }) => ({ number, columns: onePerField(matchColumns(cells)) }))
    .filter(({ columns }) => columns.length > 0)
    .sort((a, b) => b.columns.length - a.columns.length);
  const columns = headed?.columns ?? [];
  const unnamed = code && !columns.some(isIdentifier);
  const all = unnamed ? [code, ...columns.filter(({ column }) => column !== code.column)] : columns;
  return {
    headingRow: headed?.number ?? (code && above.at(-1)?.number) ?? 0,
    columns: all.map(({ field, column }) => ({ field, column: columnLetters(column) })),
  };
}

function onePerField(columns: Guessed[]): Guessed[] {
  return columns.filter(({ field }, i) => columns.findIndex((each) => each.field === field) === i);
}

function firstCode(rows: SeenRow[]): (Guessed & { row: number }) | undefined {
  for (const { number, cells } of rows) {
    const codes = cells.flatMap((cell) => codeIn(cell) ?? []);
    const code = codes.find(({ field }) => field === 'gtin') ?? codes[0];
    if (code) return { ...code, row: number };
  }
  return undefined;
}

function codeIn({ column, text }: SeenCell): Guessed | undefined {
  const { shape, digits } = identify(text);
  if (shape === GTIN) return { field: 'gtin', column };
  const isLong = digits.replace(/^0+/, '').length >= PHARMACODE_DIGITS;
  return shape === PHARMACODE && isLong ? { field: 'pharmacode', column } : undefined;
}
