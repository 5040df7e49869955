import type { ColumnChoice } from '#shared/schemas/preview.ts';
import { headingPattern, headingsIn, tableOfChoice } from './column-choice.ts';
import { LAST_HEADING_ROW, type SeenRow, type SeenSheet, type Table } from './find-table.ts';

/** A choice that was made for a file, and what its headings were (see headingPattern). */
export type RememberedChoice = { headings: string; choice: ColumnChoice };

/**
 * The table read by the first remembered choice whose headings stand somewhere in the file, also in another row or on
 * another sheet than last time; for choices without a heading row, whose columns are filled on a sheet.
 */
export function rememberedTable(
  sheets: SeenSheet[],
  remembered: readonly RememberedChoice[],
): Table | undefined {
  if (remembered.length === 0) return undefined;
  const seen = sheets.map(({ name, rows }) => ({ name, patterns: patternsIn(rows) }));
  for (const { headings, choice } of remembered) {
    const sameNameFirst = seen.toSorted(
      (a, b) => Number(b.name === choice.sheet) - Number(a.name === choice.sheet),
    );
    for (const { name, patterns } of sameNameFirst) {
      const headingRow = patterns.get(headings);
      if (headingRow !== undefined) return tableOfChoice(sheets, { ...choice, sheet: name, headingRow });
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
