import { createHash } from 'node:crypto';
import { columnIndex, columnLetters } from '#shared/column-letters.ts';
import type { NoticeCode } from '#shared/read-report.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';
import type { ColumnChoice, LookedAt, TextChoice } from '#shared/schemas/preview.ts';
import { ImportError } from '../../../workbooks/reading/import-error.ts';
import { MAX_COLUMNS } from '../../../workbooks/reading/limits.ts';
import { LAST_HEADING_ROW, type SeenSheet, type Table } from './find-table.ts';
import type { SeenRow } from './match-columns.ts';
import { shownColumns, shownSheets } from './shown-sheets.ts';
import { unitsOf } from './units.ts';

const PREVIEW_ROWS = 10;
/** More would make lists of columns that nobody reads; those that are read are shown wherever they stand. */
const PREVIEW_COLUMNS = 1000;
const PREVIEW_CHARACTERS = 200;

/** Bytes: PostgreSQL indexes 2,704 of a pattern and a customer's number together, which may have 1,020 of them. */
const PATTERN_BYTES = 1600;

/** The table as chosen. @throws ImportError import_choice_invalid where the file has no such sheet, or that column is not read */
export function tableOfChoice(sheets: SeenSheet[], choice: ColumnChoice): Table {
  const sheetIndex = sheets.findIndex(({ name }) => name === choice.sheet);
  const sheet = sheets[sheetIndex];
  const columns = choice.columns.map(({ field, column }) => ({ field, column: columnIndex(column) }));
  const fields = columns.map(({ field }) => field);
  const complete =
    fields.includes('quantity') &&
    (fields.includes('gtin') || fields.includes('pharmacode')) &&
    fields.every((field, i) => field === 'quantity' || fields.indexOf(field) === i) &&
    new Set(columns.map(({ column }) => column)).size === columns.length &&
    columns.every(({ column }) => column < MAX_COLUMNS);
  if (!sheet || !complete) {
    throw new ImportError('import_choice_invalid', { sheet: choice.sheet }, shownSheets(sheets));
  }
  const headings = sheet.rows.find(({ number }) => number === choice.headingRow)?.cells ?? [];
  const chosen = columns
    .map(({ field, column }) => ({ field, column, heading: headingAt(headings, column) }))
    .sort((a, b) => a.column - b.column);
  return {
    sheetIndex,
    headingRow: choice.headingRow,
    columns: chosen,
    parts: [],
    undecided: [],
    sideBySide: [],
    beside: [],
    codesLeft: [],
    range: undefined,
    hiddenRead: [],
    hiddenLeft: [],
    otherQuantities: [],
    quantityKind: 'plain',
    units: unitsOf(headings, rowsBelow(sheet.rows, choice.headingRow), chosen),
  };
}

export function previewOf(sheets: SeenSheet[], table: Table): LookedAt {
  const { rows } = sheets[table.sheetIndex]!;
  const read = [table, ...table.beside]
    .flatMap(({ columns, otherQuantities }) => [...columns, ...otherQuantities])
    .map(({ column }) => column);
  const isShown = shownColumns(rows, PREVIEW_COLUMNS, read);
  return {
    sheets: sheets.map(({ name }) => name),
    headings: headingsIn(rows, table.headingRow, isShown),
    rows: rowsBelow(rows, table.headingRow).map(({ cells }) => {
      const shown: string[] = [];
      for (const { column, text } of cells) {
        if (isShown(column)) shown[column] = text.slice(0, PREVIEW_CHARACTERS);
      }
      return Array.from(shown, (text) => text ?? '');
    }),
  };
}

/** What a file was read with, as a choice. */
export function choiceOf({ sheet, headingRow, columns }: ReadReport): ColumnChoice {
  return { sheet, headingRow, columns: columns.map(({ field, column }) => ({ field, column })) };
}

const ELSEWHERE: readonly NoticeCode[] = ['row_names', 'cells_lacking', 'table_beside'];

/** Whether the choice of choiceOf reads all of what was read, and no other columns of another file with these headings. */
export function isReadAsHeaded({ notices }: ReadReport): boolean {
  return !notices.some(({ code }) => ELSEWHERE.includes(code));
}

/** What files with the same headings, or without any but in as many columns, have in common; of long headings their hash. */
export function headingPattern(headings: LookedAt['headings']): string {
  const first = headings.filter(({ column }) => columnIndex(column) < PREVIEW_COLUMNS);
  const named = first.filter(({ heading }) => heading !== '');
  const pattern = (named.length > 0 ? named : first)
    .map(({ column, heading }) => `${column} ${heading.toLowerCase()}`.trim())
    .join('\t');
  if (Buffer.byteLength(pattern) <= PATTERN_BYTES) return pattern;
  return `sha256 ${createHash('sha256').update(pattern).digest('hex')}`;
}

/** Whether a pattern names headings; else it only says which columns are filled. */
export function namesHeadings(pattern: string): boolean {
  return pattern.includes(' ');
}

function headingsIn(
  rows: SeenRow[],
  headingRow: number,
  isShown = (column: number) => column < PREVIEW_COLUMNS,
): LookedAt['headings'] {
  const heading = rows.find(({ number }) => number === headingRow)?.cells ?? [];
  const below = rowsBelow(rows, headingRow).flatMap(({ cells }) => cells);
  const columns = new Set([...heading, ...below].map(({ column }) => column));
  return [...columns]
    .filter(isShown)
    .sort((a, b) => a - b)
    .map((column) => ({ column: columnLetters(column), heading: headingAt(heading, column) }));
}

function rowsBelow(rows: SeenRow[], headingRow: number): SeenRow[] {
  return rows.filter(({ number }) => number > headingRow).slice(0, PREVIEW_ROWS);
}

function headingAt(cells: { column: number; text: string }[], column: number): string {
  const text = cells.find((cell) => cell.column === column)?.text ?? '';
  return text.replace(/\s+/g, ' ').trim().slice(0, PREVIEW_CHARACTERS);
}

/** A choice that was made for a file, what its headings were (see headingPattern), and how it was chosen to be read as a text. */
export type RememberedChoice = { headings: string; choice: ColumnChoice; text: TextChoice | null };

/**
 * The table read by the first remembered choice whose headings stand somewhere in the file, also in another row or on
 * another sheet than last time; for choices without a heading row, whose columns are filled on a sheet.
 */
export function rememberedTable(
  sheets: SeenSheet[],
  remembered: readonly RememberedChoice[],
): { table: Table; remembered: RememberedChoice } | undefined {
  if (remembered.length === 0) return undefined;
  const seen = sheets.map(({ name, rows }) => ({ name, patterns: patternsIn(rows) }));
  for (const each of remembered) {
    const { headings, choice } = each;
    const sameNameFirst = seen.toSorted(
      (a, b) => Number(b.name === choice.sheet) - Number(a.name === choice.sheet),
    );
    for (const { name, patterns } of sameNameFirst) {
      const headingRow = patterns.get(headings);
      if (headingRow === undefined) continue;
      return { table: tableOfChoice(sheets, { ...choice, sheet: name, headingRow }), remembered: each };
    }
  }
  return undefined;
}

/** By pattern the row in which it stands first; what the rows have without a heading, too, as row 0. */
function patternsIn(rows: SeenRow[]): Map<string, number> {
  const numbers = rows.map(({ number }) => number).filter((number) => number <= LAST_HEADING_ROW);
  return new Map(
    [...numbers.reverse(), 0].map((number) => [headingPattern(headingsIn(rows, number)), number]),
  );
}
