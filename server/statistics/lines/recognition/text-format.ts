import { type Decimal, SEPARATORS } from '#shared/read-report.ts';
import type { TextFormat } from '#shared/schemas/import-report.ts';
import type { TextChoice } from '#shared/schemas/preview.ts';
import { STRING } from '../../../workbooks/reading/row.ts';
import type { TextFile } from '../../../workbooks/reading/text-file.ts';
import { decimalIn, partsOf } from '../../../workbooks/values/quantity.ts';
import { findTable, type SeenSheet, type Table } from './find-table.ts';

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
 * How numbers below the headings are written, by texts that can only be meant in one way: those of the quantity's column,
 * and where none is there those beside it; null where none is anywhere or they contradict each other. A column of dates or
 * codes says nothing, nor does what a workbook stores as a number.
 */
export function decimalOf({ rows }: SeenSheet, { headingRow, columns: fields }: Table): Decimal | null {
  const quantityColumn = fields.find(({ field }) => field === 'quantity')!.column;
  const own = new Set<Decimal>();
  const columns = new Map<number, string[]>();
  for (const { number, cells } of rows) {
    if (number <= headingRow) continue;
    for (const { column, text, kind } of cells) {
      if (kind !== STRING) continue;
      const decimal = column === quantityColumn && decimalIn(partsOf(text).number);
      if (decimal) own.add(decimal);
      const texts = columns.get(column);
      if (texts) texts.push(text.trim());
      else columns.set(column, [text.trim()]);
    }
  }
  const beside = [...columns.values()].flatMap((texts) => {
    const found = texts.map(decimalIn);
    const isOfCodes = texts.some((text) => LEADING_ZERO.test(text));
    return found.filter((decimal) => decimal === ',' || (decimal === '.' && !isOfCodes));
  });
  const [decimal, ...others] = own.size > 0 ? own : new Set(beside);
  return others.length > 0 ? null : (decimal ?? null);
}
