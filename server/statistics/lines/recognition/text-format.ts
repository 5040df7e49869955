import { type Decimal, SEPARATORS } from '#shared/read-report.ts';
import type { TextFormat } from '#shared/schemas/import-report.ts';
import type { TextChoice } from '#shared/schemas/preview.ts';
import type { TextFile } from '../../../workbooks/reading/text-file.ts';
import { findTable, type SeenSheet } from './find-table.ts';

/** 12,50 or 1.234,5; three decimals could be thousands, and 1.234.567 a code. */
const COMMA = /^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),(?:\d{1,2}|\d{4,})$/;
/** 12.50, 1'234.5 or 1,234.5. */
const POINT = /^[-+]?(?:\d+|\d{1,3}(?:[,'’]\d{3})+)\.(?:\d{1,2}|\d{4,})$/;
/** 10.2025, 2025.10, 31.12 or 12.25: a month, a week or a day as well as a number. */
const DATE =
  /^(?:\d{1,2}\.(?:19|20)\d\d|(?:19|20)\d\d\.\d{1,2}|\d{1,2}\.(?:0?[1-9]|1[0-2])|(?:[1-9]|1[0-2])\.[1-3]\d)$/;
/** 07.10, 01.2025 or 08.30: as codes, months and times are written, and no number. */
const LEADING_ZERO = /^0\d+\./;

/**
 * How a text is read: as chosen, else as it says itself, else by the separator that gives the best table, or where none
 * does the most regular rows. `look` gives its first rows as a separator parts them. How numbers are written is told by
 * decimalOf, once the table is known.
 */
export async function textFormatOf(
  { encoding, said }: TextFile,
  choice: TextChoice,
  look: (separator: TextFormat['separator']) => Promise<SeenSheet>,
): Promise<TextFormat> {
  const separator = choice.separator ?? said ?? (await recognised());
  return { separator, encoding, decimal: choice.decimal ?? null };

  async function recognised() {
    const seen: SeenSheet[] = [];
    for (const each of SEPARATORS) seen.push(await look(each));
    const found = findTable(seen)?.table.sheetIndex ?? mostRegular(seen);
    return SEPARATORS[found]!;
  }
}

/** Which has most rows with the same number of cells, more than one. */
function mostRegular(sheets: SeenSheet[]): number {
  const regular = sheets.map(({ rows }) => {
    const widths = new Map<number, number>();
    for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    return Math.max(0, ...[...widths].map(([width, count]) => (width > 1 ? count : 0)));
  });
  return regular.indexOf(Math.max(...regular));
}

/**
 * How numbers below the headings are written, by those that can only be meant in one way; null where none is there or they
 * contradict each other. A column of dates or codes says nothing.
 */
export function decimalOf({ rows }: SeenSheet, headingRow: number): Decimal | null {
  const columns = new Map<number, string[]>();
  for (const { number, cells } of rows) {
    if (number <= headingRow) continue;
    for (const { column, text } of cells) {
      const texts = columns.get(column);
      if (texts) texts.push(text.trim());
      else columns.set(column, [text.trim()]);
    }
  }
  const found = [...columns.values()];
  const comma = found.some((texts) => texts.some((text) => COMMA.test(text)));
  const point = found.some(
    (texts) =>
      texts.some((text) => POINT.test(text) && !DATE.test(text)) &&
      !texts.some((text) => LEADING_ZERO.test(text)),
  );
  if (comma === point) return null;
  return comma ? ',' : '.';
}
