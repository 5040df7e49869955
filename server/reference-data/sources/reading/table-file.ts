import type { Separator } from '#shared/read-report.ts';
import type { RowShape } from '../../../statistics/lines/recognition/row-shape.ts';
import { ERROR, NUMBER, type Row } from '../../../workbooks/reading/row.ts';

/** A row of a table, in whatever kind of file it stands; only valid while it is looked at. */
export type TableRow = {
  /** Counts from 1 as a spreadsheet shows it. */
  number: number;
  /** Some cell holds more than blanks. */
  filled: boolean;
  /** Text of a column counted from 0; '' beyond the last one. */
  text(column: number): string;
  /** Whether the cell holds a number as such, for example a date as Excel keeps it. */
  isNumber(column: number): boolean;
  /** Of a CSV: whether its cells stand under other headings than their own. */
  isShifted?(shape: RowShape): boolean;
};

/** A row of a workbook or of a CSV, which holds no numbers as such. */
export class ReadRow implements TableRow {
  private readonly row: Row;

  constructor(row: Row) {
    this.row = row;
  }

  get number(): number {
    return this.row.number;
  }

  get filled(): boolean {
    return this.row.filled;
  }

  text(column: number): string {
    return this.row.kind(column) === ERROR ? '' : this.row.text(column);
  }

  isNumber(column: number): boolean {
    return this.row.kind(column) === NUMBER;
  }

  isShifted(shape: RowShape): boolean {
    return shape.isShifted(this.row);
  }

  /** As it stands at the top of a file. */
  top(): TableTop['rows'][number] {
    const cells: string[] = [];
    for (let i = 0; i < this.row.count; i++) {
      const column = this.row.columns[i]!;
      if (column >= COLUMNS_OF_TOP) continue;
      cells[column] = this.row.text(column, CHARACTERS_OF_TOP);
    }
    const { number, width } = this.row;
    return { number, width, cells: Array.from(cells, (cell) => cell ?? '') };
  }
}

/** What stands at the top of a sheet, or of a CSV read with one of the delimiters. */
export type TableTop = {
  /** '' for CSV and pages. */
  sheet: string;
  hidden: boolean;
  /** Of a CSV alone. */
  separator?: Separator;
  /** `width`: of a CSV, how many cells a row has, empty ones too. */
  rows: { number: number; cells: string[]; width?: number }[];
  /** What a page says outside its tables. */
  said?: string[];
  /** Reads all rows of it, from the first one on. */
  read(take: (row: TableRow) => void): Promise<void>;
};

/** A file that holds one table or several. */
export type TableFile = {
  tops: TableTop[];
  /** Excel files of old Macs count days from 1904. */
  date1904: boolean;
  /** Other than UTF-8 and the workbook's own. */
  encoding: string | undefined;
};

/** Headings stand above this row, and what is said of the list as a whole above them. */
export const ROWS_OF_TOP = 60;
/** Of a source no column stands further right. */
const COLUMNS_OF_TOP = 256;
/** More of a cell than this is no heading. */
export const CHARACTERS_OF_TOP = 400;
