import { readFile } from 'node:fs/promises';
import { Parser } from 'htmlparser2';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { SourceInput } from '../rows.ts';
import { clean } from './cells.ts';
import type { Clock } from './reader-clock.ts';
import {
  CHARACTERS_OF_TOP,
  ROWS_OF_TOP,
  type TableFile,
  type TableRow,
  type TableTop,
} from './table-file.ts';

const PIECE_CHARACTERS = 256 * 1024;
const MOST_CELLS = 2_000_000;
/** Elements inside each other; some pages forget to end theirs, but not that many. */
const MOST_OPEN = 5_000;
const CHARACTERS_OF_CELL = 4_000;
/** A cell may span more columns than this only in a file that wants to do harm. */
const MOST_SPANNED = 100;
const CHARACTERS_OUTSIDE = 200_000;
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'select', 'textarea', 'svg', 'head']);
const BREAKS = new Set(['br', 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table']);

/**
 * Opens a page that a browser saved: its tables, with everything else left aside. Nothing in it is run or fetched.
 * A grid with its headings in a table of their own is put together with the rows that follow.
 */
export async function openHtml(input: SourceInput, clock: Clock): Promise<TableFile> {
  const bytes = await readFile(input.path);
  const text = decoded(bytes);
  const tables = new TableGatherer(input);
  const parser = new Parser(tables, { decodeEntities: true, lowerCaseTags: true });
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    parser.write(text.slice(at, at + PIECE_CHARACTERS));
    clock.advance(at / text.length);
  }
  parser.end();
  return { tops: [topOf(tables)], date1904: false, encoding: undefined };
}

/** All rows of all tables as one sheet, in the order in which they end: a heading's rows come before those below it. */
function topOf({ rows, outside }: TableGatherer): TableTop {
  return {
    sheet: '',
    hidden: false,
    said: outside.split('\n'),
    rows: rows.slice(0, 10 * ROWS_OF_TOP).map((cells, index) => ({
      number: index + 1,
      cells: cells.map((cell) => cell.slice(0, CHARACTERS_OF_TOP)),
    })),
    async read(take) {
      rows.forEach((cells, index) => {
        take(new PageRow(index + 1, cells));
      });
    },
  };
}

class PageRow implements TableRow {
  readonly number: number;
  private readonly cells: string[];

  constructor(number: number, cells: string[]) {
    this.number = number;
    this.cells = cells;
  }

  get filled(): boolean {
    return this.cells.some((cell) => cell !== '');
  }

  text(column: number): string {
    return this.cells[column] ?? '';
  }

  isNumber(): boolean {
    return false;
  }
}

/** Cells and rows close themselves where a page forgets to; what stands in a table inside a cell is the cell's too. */
class TableGatherer {
  readonly rows: string[][] = [];
  /** What stands outside the cells of tables, and in one before the first table inside it; a line for each block. */
  outside = '';
  private readonly input: SourceInput;
  private readonly tables: OpenTable[] = [];
  private silent = 0;
  private cells = 0;
  private depth = 0;

  constructor(input: SourceInput) {
    this.input = input;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (++this.depth > MOST_OPEN) throw this.tooMuch();
    if (SILENT.has(name)) this.silent++;
    if (this.silent > 0) return;
    const table = this.tables.at(-1);
    if (BREAKS.has(name)) this.say('\n');
    if (name === 'table') {
      const cell = table?.cell;
      if (cell && !cell.holdsTable) this.sayOutside(`\n${cell.text}\n`);
      if (cell) cell.holdsTable = true;
      this.tables.push({ row: undefined, rowsBefore: 0, cell: undefined });
    } else if (name === 'tr' && table) {
      this.endRow(table);
      this.beginRow(table);
    } else if ((name === 'td' || name === 'th') && table) {
      this.endCell(table);
      if (!table.row) this.beginRow(table);
      table.cell = {
        text: '',
        spanned: Math.min(MOST_SPANNED, Number(attributes.colspan) || 1),
        holdsTable: false,
      };
    }
  }

  ontext(text: string): void {
    if (this.silent === 0) this.say(blanks(text));
  }

  onclosetag(name: string): void {
    this.depth--;
    if (SILENT.has(name)) {
      this.silent = Math.max(0, this.silent - 1);
      return;
    }
    const table = this.tables.at(-1);
    if (this.silent > 0) return;
    if (BREAKS.has(name)) this.say('\n');
    if (!table) return;
    if (name === 'td' || name === 'th') this.endCell(table);
    else if (name === 'tr') this.endRow(table);
    else if (name === 'table') {
      this.endRow(table);
      this.tables.pop();
    }
  }

  onend(): void {
    for (const table of this.tables.toReversed()) this.endRow(table);
  }

  private say(text: string): void {
    const cell = this.tables.at(-1)?.cell;
    if (!cell) this.sayOutside(text);
    else if (cell.text.length < CHARACTERS_OF_CELL) cell.text += text;
  }

  private sayOutside(text: string): void {
    if (this.outside.length < CHARACTERS_OUTSIDE) this.outside += text;
  }

  private endCell(table: OpenTable): void {
    const { cell } = table;
    if (!cell) return;
    const text = clean(cell.text);
    this.cells += cell.spanned;
    if (this.cells > MOST_CELLS) throw this.tooMuch();
    table.row!.push(text);
    for (let i = 1; i < cell.spanned; i++) table.row!.push('');
    table.cell = undefined;
    // The headings of some grids are little tables, with an arrow for sorting beside the word.
    const outer = this.tables[this.tables.indexOf(table) - 1]?.cell;
    if (outer && outer.text.length < CHARACTERS_OF_CELL) outer.text += ` ${text}`;
  }

  private endRow(table: OpenTable): void {
    this.endCell(table);
    const { row, rowsBefore } = table;
    table.row = undefined;
    // A row around whole tables is there for the looks of the page.
    if (row && row.length > 0 && this.rows.length - rowsBefore <= 2 * row.length + 2) this.rows.push(row);
  }

  private beginRow(table: OpenTable): void {
    table.row = [];
    table.rowsBefore = this.rows.length;
  }

  private tooMuch(): ReferenceDataError {
    return new ReferenceDataError('source_page_too_large', { file: this.input.fileName });
  }
}

type OpenTable = {
  row: string[] | undefined;
  /** Rows of all tables when this one began. */
  rowsBefore: number;
  cell: { text: string; spanned: number; holdsTable: boolean } | undefined;
};

/** An end of line in the file is a blank on the page. */
function blanks(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

/** Browsers save UTF-8; older pages keep the Windows-1252 that they were sent in. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
