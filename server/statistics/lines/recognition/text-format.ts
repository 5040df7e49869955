import { type Decimal, SEPARATORS } from '#shared/read-report.ts';
import type { TextFormat } from '#shared/schemas/import-report.ts';
import type { TextChoice } from '#shared/schemas/preview.ts';
import type { TextFile } from '../../../workbooks/reading/text-file.ts';
import { findTable, type SeenSheet } from './find-table.ts';

/** 12,50 or 1.234,5; three decimals could be thousands. */
const COMMA = /^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),(?:\d{1,2}|\d{4,})$|^[-+]?\d{1,3}(?:\.\d{3}){2,}$/;
/** 12.50, 1'234.5 or 1,234.5. */
const POINT = /^[-+]?(?:\d+|\d{1,3}(?:[,'’]\d{3})+)\.(?:\d{1,2}|\d{4,})$|^[-+]?\d{1,3}(?:,\d{3}){2,}$/;

/**
 * How a text is read: as chosen, else as it says itself, else by the separator that gives the best table, or where none
 * does the most regular rows. `look` gives its first rows as a separator parts them.
 */
export async function textFormatOf(
  { encoding, said }: TextFile,
  choice: TextChoice,
  look: (separator: TextFormat['separator']) => Promise<SeenSheet>,
): Promise<TextFormat> {
  const separator = choice.separator ?? said ?? (await recognised());
  return { separator, encoding, decimal: choice.decimal ?? decimalOf(await look(separator)) };

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

/** What most of the numbers say that can only be meant in one way; null where none or as many say otherwise. */
function decimalOf({ rows }: SeenSheet): Decimal | null {
  const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text.trim()));
  const comma = texts.filter((text) => COMMA.test(text)).length;
  const point = texts.filter((text) => POINT.test(text)).length;
  if (comma === point) return null;
  return comma > point ? ',' : '.';
}
