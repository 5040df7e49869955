import type { Language } from '#shared/languages.ts';
import { withoutBidiControls } from '#shared/plain-text.ts';
import type { ExpectedTexts } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissTime } from '../../platform/i18n/swiss.ts';

/**
 * What a cell holds. `text` never becomes a formula, not even when somebody edits it; `integer` counts, `packs` has two
 * decimals, `factor` two to four, `chf` two, `percent` is a share (0.25 is 25 %), `date` is YYYY-MM-DD, or words where
 * nobody knows the day; `barcode` is a GTIN drawn as EAN-13; `code` is a number whose digits are not grouped.
 */
export type CellKind =
  | 'text'
  | 'integer'
  | 'packs'
  | 'factor'
  | 'chf'
  | 'percent'
  | 'date'
  | 'barcode'
  | 'code';

export type Cell = string | number | boolean | null;

export type SheetColumn = {
  heading: string;
  kind: CellKind;
  /** Unit or meaning, for the sheet that explains the columns. */
  meaning?: string;
  /** What stands for a value, e.g. true or a code, in the reader's language. */
  words?: Readonly<Record<string, string>>;
  /** Of days on which deliveries are expected: what stands there of weeks, and of what has passed. */
  expected?: ExpectedTexts;
  /** Texts break into lines instead of being cut off by the next cell; a number: of so many characters at most. */
  wide?: true | number;
  /** Of a barcode: the column, by its place from 0, whose text stands there when its GTIN has none. */
  instead?: number;
};

/** A number or day among lines to read, where no column says what cells hold. */
export type Figure = { kind: 'integer' | 'chf' | 'date'; value: number | string | null };

/** A day that stands for its calendar week, in a column that says what stands for weeks. */
export type WeekCell = { weekOf: string };

export type Row = readonly (Cell | Figure | WeekCell)[];

/**
 * Rows, or an Arrow stream and what the sheet's columns read of it: a column of its own, one of days that stand for weeks
 * where another says so, or the words that a row deserves.
 */
export type SheetRows = readonly Row[] | ArrowRows;
export type ArrowRows = { arrow: Uint8Array; read: readonly (string | ExpectedDays | readonly Mark[])[] };
export type ExpectedDays = { days: string; areWeeks: string };

/** A word for a row that has something in `column` other than no; `unless`: and a no in this one. */
export type Mark = { word: string; column: string; unless?: string };

export type Sheet<Rows = SheetRows> = {
  /** Cut to what spreadsheets allow: 31 characters without []:*?/\ */
  name: string;
  columns: readonly SheetColumn[];
  rows: Rows;
  /** Stands below the rows of a list, outside its filter. */
  totals?: Row;
  /**
   * A list has headings that stay in sight, are printed on every page, and a filter; a `page` has lines to read; `input` is
   * a list to fill in: its columns have their formats below the rows too, and it has no filter.
   */
  form?: 'list' | 'page' | 'input';
};

export type Workbook<Rows = SheetRows> = {
  /** What the file says about itself. */
  title: string;
  author: string;
  /** ISO instant. */
  created: string;
  /** What printed pages say below, `&P` being the page and `&N` how many there are, e.g. `Seite &P von &N`. */
  pageOf: string;
  /** What they say below beside it where columns of a list have no room on them. */
  moreColumns: string;
  sheets: readonly Sheet<Rows>[];
};

export function isArrow(rows: SheetRows): rows is ArrowRows {
  return 'arrow' in rows;
}

/** What spreadsheets allow. */
const MOST_CHARACTERS = 31;

/** The names as spreadsheets allow them: of 31 characters, without []:*?/\, no apostrophe at an end, no two alike. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const allowed =
      withoutBidiControls(name)
        .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
        .trim() || 'Sheet';
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` ${number}`;
      const text = trimmed(`${allowed.slice(0, MOST_CHARACTERS - suffix.length)}${suffix}`);
      if (taken.has(text.toLowerCase())) continue;
      taken.add(text.toLowerCase());
      return text;
    }
  });
}

/** A sheet's name as it stands in references; not yet as XML. */
export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

function trimmed(name: string): string {
  return name.replace(/^'+|'+$/g, '').trim() || 'Sheet';
}

/** What printed pages say below in the reader's language. */
export function pageFoot(language: Language): Pick<Workbook, 'pageOf' | 'moreColumns'> {
  return {
    pageOf: translate(language, 'workbook.pageOf'),
    moreColumns: translate(language, 'workbook.moreColumns'),
  };
}

/** The sheet that says what a workbook is about, line by line, and when it was made. */
export function aboutPage(language: Language, title: string, lines: readonly Row[], made: Date): Sheet {
  return {
    name: translate(language, 'reports.about.sheet'),
    form: 'page',
    columns: [
      { heading: title, kind: 'text' },
      { heading: '', kind: 'text', wide: true },
    ],
    rows: [...lines, [translate(language, 'reports.about.made'), swissTime(made)]],
  };
}

/** The sheet that explains the columns of the others that say what they mean. */
export function columnsSheet(language: Language, sheets: readonly Sheet[]): Sheet {
  const word = (key: string) => translate(language, `workbook.columns.${key}`);
  return {
    name: word('sheet'),
    columns: [
      { heading: word('ofSheet'), kind: 'text' },
      { heading: word('column'), kind: 'text' },
      { heading: word('meaning'), kind: 'text', wide: true },
    ],
    rows: sheets.flatMap(({ name, columns }) =>
      columns.flatMap(({ heading, meaning }) => (meaning ? [[name, heading, meaning]] : [])),
    ),
  };
}
