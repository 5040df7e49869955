import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { todayInZurich } from '#analytics/context.ts';
import { type SourceWord, sourceWord } from '#shared/source-words.ts';
import {
  displaced,
  displacementOf,
  placeOf,
  type ReadAs,
  RowShape,
  type ShapedTable,
} from '../../../statistics/lines/recognition/row-shape.ts';
import { serialDay } from '../../../workbooks/reading/date-styles.ts';
import { toDate } from '../../../workbooks/values/days.ts';
import type { SourceFile, SourceInput } from '../rows.ts';
import { clean } from './cells.ts';
import { DayColumns } from './day-columns.ts';
import { type HeadedColumns, headedColumns, type TableKey } from './heading-words.ts';
import { looksLike, refuseOther } from './looks-like.ts';
import { openSource, openTable } from './open-source.ts';
import { Clock } from './reader-clock.ts';
import {
  countOthers,
  type FoundHeadings,
  findHeadings,
  matchRow,
  mistakenFor,
  recogniseTable,
} from './recognise-table.ts';
import { RowCollector } from './row-collector.ts';
import { sourceKinds } from './source-limits.ts';
import type { TableRow, TableTop } from './table-file.ts';

/** A row of a source by our names of its columns; only valid while it is looked at. */
export type SourceRow = {
  number: number;
  /** The cell's text, '' where it is empty or the file has no such column. */
  text(field: string): string;
  /** The cell as YYYY-MM-DD; '' where it is empty, null where it is no day. */
  date(field: string): string | null;
  /** A text of the column as YYYY-MM-DD, in the column's order of day and month; as `date`. */
  dayIn(field: string, text: string): string | null;
  /** The column as the file calls it. */
  heading(field: string): string;
  has(field: string): boolean;
};

/** Of which day a list is. */
export type ListDays = {
  /** The one that it states; null where it states none. */
  stated: string | null;
  /** That one, else the newest one up to today on which it says anything, else today. */
  asOf: string;
};

/** What a source does with its rows, and what it knows in the end. */
export type RowReader<Key extends TableKey> = {
  take(row: SourceRow, rows: RowCollector<Key>): void;
  /** A row without a code that is one text in fixed words, such as the title of what stands below it; whether it is known. */
  title?(word: SourceWord): boolean;
  /** The list's day, given the one that it states; without it that one counts. */
  date?(stated: string | null): string | null;
};

export type TableOptions = {
  /** Headings without rows are a list too: of nothing. */
  mayBeEmpty?: boolean;
};

/**
 * Reads a source that comes as a table, row by row, columns by the words of their headings.
 * @throws ReferenceDataError, for the file as a whole
 */
export async function readTable<Key extends TableKey>(
  key: Key,
  input: SourceInput,
  openRows: (list: ListDays) => RowReader<Key>,
  { mayBeEmpty = false }: TableOptions = {},
): Promise<SourceFile<Key>> {
  const clock = new Clock(input);
  const opened = await openSource(key, input);
  if (!sourceKinds[key].kinds.includes(opened.kind)) {
    throw refuseOther(key, input, await looksLike(opened, input, clock));
  }
  const file = await openTable(opened, input, clock);
  const headings = headingsOf(key, input, file.tops);
  const { shape, fact } = shapeOf(headings);
  const days = await lookOverDays(key, headings, file.date1904);
  const stated = statedDate(saidAbove(headings, file.date1904), days);
  const reader = openRows({ stated, asOf: stated ?? days.newestDay() ?? todayInZurich() });
  const rows = new RowCollector<Key>();
  for (const { field, row, value, monthFirst } of days.undecided()) {
    const { heading } = headings.columns.get(field)!;
    rows.doubt(row, heading, value, monthFirst ? 'date_month_first' : 'date_day_first');
  }
  if (file.encoding !== undefined) rows.count(file.encoding === 'windows-1252' ? 'windows1252' : 'utf16');
  if (headings.top.hidden) rows.count('hiddenSheet');
  const others = countOthers(file.tops, key, headings);
  if (others > 0) rows.count('otherSheets', others);
  let firstRow = 0;
  let lastRow = 0;
  let filledRows = 0;
  const row = new HeadedRow(headings.columns, file.date1904, days);
  const tables = new TablesBelow(key, headings.columns, headings.row);
  await headings.top.read((each) => {
    if (each.number <= headings.row) return;
    lastRow = Math.max(lastRow, each.number);
    if (!each.filled) return;
    if (filledRows++ === 0) firstRow = each.number;
    row.become(each);
    if (tables.lacksCode(each)) {
      const word = titleIn(each);
      if (word && reader.title?.(word)) return;
      const table = tables.begunBy(each);
      if (table) {
        row.columns = table;
        return;
      }
    }
    if (row.repeatsHeadings()) return;
    rows.find();
    if (tables.isElse) {
      rows.leaveOut(each.number, '', textsOf(each)[0] ?? '', 'other_table');
      return;
    }
    if (fact) rows.count(fact);
    if (shape && row.columns === headings.columns && each.isShifted?.(shape)) row.refuseShifted(rows);
    else reader.take(row, rows);
  });
  const emptyRows = lastRow - firstRow + 1 - filledRows;
  if (filledRows > 0 && emptyRows > 0) rows.count('emptyRows', emptyRows);
  clock.advance(1);
  const columns = [...headings.columns.keys()];
  const date = reader.date ? reader.date(stated) : stated;
  return rows.finish(input, { date, columns }, mayBeEmpty);
}

/** Columns of days are read once before, since the days of a column show together which number is the month. */
async function lookOverDays(
  key: TableKey,
  { columns, top, row: headed }: FoundHeadings,
  date1904: boolean,
): Promise<DayColumns> {
  const above = top.rows.filter(({ number }) => number <= headed).flatMap(({ cells }) => cells);
  const days = new DayColumns(columns.keys(), above.join(' '), date1904);
  const row = new HeadedRow(columns, date1904, days);
  const tables = new TablesBelow(key, columns, headed);
  if (days.some) {
    await top.read((each) => {
      if (each.number <= headed || !each.filled) return;
      row.become(each);
      const table = tables.lacksCode(each) && tables.begunBy(each);
      if (table) row.columns = table;
      else if (!tables.isElse && !row.repeatsHeadings()) days.see(row);
    });
  }
  return days;
}

function headingsOf(key: TableKey, input: SourceInput, tops: readonly TableTop[]): FoundHeadings {
  const headings = findHeadings(tops, key);
  if (headings && headings.missing.length === 0) {
    const other = mistakenFor(tops, key);
    if (other) throw refuseOther(key, input, other);
    return headings;
  }
  const other = recogniseTable(tops);
  // Every list with codes could be one of exclusive products; where more is like what was asked for, it lacks a column.
  const lacksColumn = other === 'exclusives' && headings !== undefined && headings.columns.size > 1;
  if (other && !lacksColumn) throw refuseOther(key, input, other);
  const isEmpty = tops.every(({ rows }) =>
    rows.every(({ cells }) => cells.every((cell) => cell.trim() === '')),
  );
  if (isEmpty) throw new ReferenceDataError('source_no_rows', { file: input.fileName });
  const missing = (headings?.missing ?? neededBy(key)).join(', ');
  throw new ReferenceDataError('source_columns_missing', { file: input.fileName, wanted: key, missing });
}

function neededBy(key: TableKey): string[] {
  return Object.values(headedColumns[key]).flatMap(({ name, required }) => (required ? [name] : []));
}

function* saidAbove({ top, row }: FoundHeadings, date1904: boolean): Iterable<string> {
  yield* top.said ?? [];
  // What a list is of may stand in one cell and the day in the next, which Excel keeps as a number.
  const words = (cell: string) => (/^\d{5}(\.\d+)?$/.test(cell) && serialDay(Number(cell), date1904)) || cell;
  for (const { number, cells } of top.rows) if (number < row) yield cells.map(words).join(' ');
}

const READ_AS: Record<string, ReadAs> = {
  gtin: 'code',
  alternativeGtin: 'code',
  pharmacode: 'code',
  exFactoryPrice: 'price',
  publicPrice: 'price',
};

/**
 * How rows of a CSV have to look; where all begin with a name that no heading is of, or lack a cell, headings are moved above
 * their columns. `fact`: what is to be counted of every row then.
 */
function shapeOf({ top, row, columns }: FoundHeadings): { shape?: RowShape; fact?: string } {
  if (!top.separator) return {};
  const records = top.rows.map(({ number, width = 0, cells }) => ({
    number,
    width,
    cells: cells.flatMap((text, column) => (text.trim() === '' ? [] : [{ column, text }])),
  }));
  const { width, cells } = records.find(({ number }) => number === row)!;
  const shaped: ShapedTable = {
    headings: { width, last: cells.at(-1)!.column },
    rows: records.filter((record) => record.number > row && record.cells.length > 0),
    columns: [...columns].map(([field, { column }]) => ({ column, as: READ_AS[field] ?? 'text' })),
    separator: top.separator,
  };
  const displacement = displacementOf(shaped);
  if (!displacement || displacement === 'unknown')
    return { shape: new RowShape(shaped, displacement === 'unknown') };
  for (const [field, each] of columns) {
    const column = placeOf(each.column, displacement);
    if (column === undefined) columns.delete(field);
    else each.column = column;
  }
  const shape = new RowShape(displaced(shaped, displacement));
  return { shape, fact: displacement.by > 0 ? 'rowNames' : 'cellsLacking' };
}

/** Cells of a row that may be one of headings. */
const LOOKED_AT = 50;

/** Tables that stand below the first one, told by rows that have no code where one belongs. */
class TablesBelow {
  /** Below headings that lack a column which has to be there. */
  isElse = false;
  private readonly wanted: HeadedColumns;
  private columns: FoundHeadings['columns'];
  private codes: number[];
  private headingRow: number;

  constructor(key: TableKey, columns: FoundHeadings['columns'], headingRow: number) {
    this.wanted = headedColumns[key];
    this.columns = columns;
    this.codes = codesAmong(columns);
    this.headingRow = headingRow;
  }

  /** Whether no code stands where one belongs, as in headings and titles. */
  lacksCode(row: TableRow): boolean {
    return this.codes.length > 0 && this.codes.every((column) => !/\d/.test(row.text(column)));
  }

  /** The columns of the table that a row without a code begins, if it is one of headings. */
  begunBy(row: TableRow): FoundHeadings['columns'] | undefined {
    const columns = matchRow(cellsOf(row), this.wanted);
    if (columns.size < 2 || !CODES.some((field) => columns.has(field))) return undefined;
    // Right below headings they are said again, in another language.
    const isAgain = row.number === this.headingRow + 1;
    this.headingRow = row.number;
    if (isAgain) return this.columns;
    this.isElse = Object.entries(this.wanted).some(
      ([field, { required }]) => required && !columns.has(field),
    );
    const isSame = [...this.columns].every(([field, { column }]) => columns.get(field)?.column === column);
    if (!isSame && !this.isElse) {
      this.columns = columns;
      this.codes = codesAmong(columns);
    }
    return this.columns;
  }
}

const CODES = ['gtin', 'pharmacode'] as const;

function codesAmong(columns: FoundHeadings['columns']): number[] {
  return CODES.flatMap((field) => columns.get(field)?.column ?? []);
}

/** The fixed words that are all that a row has: "Wieder lieferbare Artikel:". */
function titleIn(row: TableRow): SourceWord | null {
  const [text = '', ...others] = textsOf(row);
  if (others.length > 0) return null;
  return sourceWord(text.replace(/(?:e? (?:artikel|produkte|präparate))?:?$/i, ''));
}

function cellsOf(row: TableRow): string[] {
  return Array.from({ length: LOOKED_AT }, (_, column) => row.text(column));
}

function textsOf(row: TableRow): string[] {
  return cellsOf(row).map(clean).filter(Boolean);
}

class HeadedRow implements SourceRow {
  columns: FoundHeadings['columns'];
  private readonly date1904: boolean;
  private readonly days: DayColumns;
  private row: TableRow | undefined;

  constructor(columns: FoundHeadings['columns'], date1904: boolean, days: DayColumns) {
    this.columns = columns;
    this.date1904 = date1904;
    this.days = days;
  }

  become(row: TableRow): void {
    this.row = row;
  }

  get number(): number {
    return this.row!.number;
  }

  text(field: string): string {
    const place = this.columns.get(field);
    return place === undefined ? '' : clean(this.row!.text(place.column));
  }

  date(field: string): string | null {
    return this.dayIn(field, this.text(field));
  }

  dayIn(field: string, text: string): string | null {
    if (text === '') return '';
    const isNumber = this.isNumber(field) && text === this.text(field);
    const monthFirst = this.days.isMonthFirst(field, text);
    return toDate(text, { isNumber, date1904: this.date1904, monthFirst });
  }

  isNumber(field: string): boolean {
    const place = this.columns.get(field);
    return place !== undefined && this.row!.isNumber(place.column);
  }

  heading(field: string): string {
    return this.columns.get(field)?.heading ?? '';
  }

  has(field: string): boolean {
    return this.columns.has(field);
  }

  /** Named by its first column that is read, whatever stands there. */
  refuseShifted(rows: RowCollector<TableKey>): void {
    const [field = ''] = [...this.columns.keys()];
    rows.refuse(this.number, this.heading(field), this.text(field), 'row_shifted');
  }

  /** As on every page of a list that was put together from pages. */
  repeatsHeadings(): boolean {
    for (const { column, heading } of this.columns.values()) {
      if (clean(this.row!.text(column)) !== heading) return false;
    }
    return true;
  }
}

const WORDS =
  /(?<![\p{L}\d])(?:stand|etat|état|stato|datum der liste|date de la liste|data della lista|as of|status date|list date)(?![\p{L}\d])[^\d]{0,40}(\d{4}-\d{2}-\d{2}|\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{4}|\d{2})(?!\d)|\d{1,2}(?:\.|er|°|º|st|nd|rd|th)? ?\p{L}{3,10}\.? \d{4}|(?<!\p{L})\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?, \d{4})/iu;

/** The day that a list says it is of, as in "Stand / Etat au: 31.12.2025"; null where it says none. */
function statedDate(texts: Iterable<string>, days: DayColumns): string | null {
  for (const text of texts) {
    const words = WORDS.exec(clean(text));
    const date = words && days.stated(words[1]!);
    if (date) return date;
  }
  return null;
}
