import type { Language } from '#shared/languages.ts';
import { withoutBidiControls } from '#shared/plain-text.ts';
import type { ExpectedTexts } from '../../platform/i18n/expected-delivery.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { swissTime } from '../../platform/i18n/swiss.ts';

/**
 * Kind of a cell. `text` never becomes a formula, not even when edited; `integer` is a count, `packs` has two decimals,
 * `factor` two to four, `chf` two, `percent` is a share (0.25 is 25 %), `date` is YYYY-MM-DD, or words where the day is
 * unknown; `barcode` is a GTIN drawn as EAN-13; `code` is a number without grouping.
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
  /** Words for values, e.g. for true or a code, in the reader's language. */
  words?: Readonly<Record<string, string>>;
  /** Of expected deliveries: texts for weeks and past days. */
  expected?: ExpectedTexts;
  /** Texts wrap instead of being cut off; a number: after so many characters. */
  wide?: true | number;
  /** Of a barcode: the column (from 0) whose text is shown where the GTIN has no barcode. */
  instead?: number;
};

/** A number or day among lines of text, in a column without a kind. */
export type Figure = { kind: 'integer' | 'chf' | 'date'; value: number | string | null };

/** A day that stands for its calendar week, in a column with texts for weeks. */
export type WeekCell = { weekOf: string };

export type Row = readonly (Cell | Figure | WeekCell)[];

/**
 * Rows, or an Arrow stream and how its columns map to the sheet's: a column, one of days that stand for weeks where
 * another column says so, or marks.
 */
export type SheetRows = readonly Row[] | ArrowRows;
export type ArrowRows = { arrow: Uint8Array; read: readonly (string | ExpectedDays | readonly Mark[])[] };
export type ExpectedDays = { days: string; areWeeks: string };

/** A word for rows where `column` is other than no; `unless`: and this column is no. */
export type Mark = { word: string; column: string; unless?: string };

export type Sheet<Rows = SheetRows> = {
  /** Cut to what spreadsheets allow: 31 characters without []:*?/\ */
  name: string;
  columns: readonly SheetColumn[];
  rows: Rows;
  /** Below the rows of a list, outside its filter. */
  totals?: Row;
  /**
   * A list has frozen headings, repeated on every printed page, and a filter; a `page` has lines of text; `input` is a
   * list to fill in: its columns have their formats below the rows too, and it has no filter.
   */
  form?: 'list' | 'page' | 'input';
};

export type Workbook<Rows = SheetRows> = {
  /** Document properties. */
  title: string;
  author: string;
  /** ISO instant. */
  created: string;
  /** Footer of printed pages, `&P` being the page and `&N` their number, e.g. `Seite &P von &N`. */
  pageOf: string;
  /** Addition to the footer where not all columns of a list are printed. */
  moreColumns: string;
  sheets: readonly Sheet<Rows>[];
};

export function isArrow(rows: SheetRows): rows is ArrowRows {
  return 'arrow' in rows;
}

/** Most characters in a sheet's name. */
const MOST_CHARACTERS = 31;

/** Names valid in spreadsheets: 31 characters, without []:*?/\, no apostrophe at an end, unique. */
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

/** A sheet's name quoted for references; not yet escaped for XML. */
export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

function trimmed(name: string): string {
  return name.replace(/^'+|'+$/g, '').trim() || 'Sheet';
}

/** The footer in the reader's language. */
export function pageFoot(language: Language): Pick<Workbook, 'pageOf' | 'moreColumns'> {
  return {
    pageOf: translate(language, 'workbook.pageOf'),
    moreColumns: translate(language, 'workbook.moreColumns'),
  };
}

/** The sheet with facts about a workbook, line by line, and when it was made. */
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

/** The sheet that explains the columns of the other sheets. */
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
