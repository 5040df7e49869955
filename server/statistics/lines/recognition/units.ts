import { unitOf } from '../../../workbooks/values/quantity.ts';
import { fold } from '../../../workbooks/words/fold.ts';
import { has, words } from '../../../workbooks/words/vocabulary.ts';
import { pattern } from '../../../workbooks/words/word-patterns.ts';
import type { SeenCell, SeenRow, TableColumn } from './match-columns.ts';

/** A column that says what quantities count. `isBeside`: their own one; else of contents nothing is said by it. */
export type Units = { column: number; isBeside: boolean };

/** Einheit, ME, Unité de mesure. */
const UNIT = new RegExp(`^(?:${pattern(words.unitHeading)} ?)+$`);

/** The column of units of the quantities that are read; undefined where there is none. */
export function unitsOf(
  headings: readonly SeenCell[],
  below: readonly SeenRow[],
  read: readonly TableColumn[],
  otherQuantities: readonly TableColumn[] = [],
): Units | undefined {
  const candidates = headings.filter(
    ({ column, text }) =>
      UNIT.test(fold(text)) && !read.some((each) => each.column === column) && holdsUnits(column, below),
  );
  if (candidates.length === 0) return undefined;
  const quantities = new Set(
    [...read.filter(({ field }) => field === 'quantity'), ...otherQuantities].map(({ column }) => column),
  );
  let [first = 0] = [...quantities];
  let last = first;
  while (quantities.has(last + 1)) last++;
  while (quantities.has(first - 1)) first--;
  const at = (column: number) => candidates.find((each) => each.column === column);
  const before = at(first - 1);
  const inFront = headings.find(({ column }) => column === first - 2);
  const own = at(last + 1) ?? (inFront && has.sizeOfPack.test(fold(inFront.text)) ? undefined : before);
  return own ? { column: own.column, isBeside: true } : { column: candidates[0]!.column, isBeside: false };
}

function holdsUnits(column: number, below: readonly SeenRow[]): boolean {
  const filled = below.flatMap(({ cells }) => cells.filter((cell) => cell.column === column));
  return 2 * filled.filter(({ text }) => unitOf(text)).length > filled.length;
}
