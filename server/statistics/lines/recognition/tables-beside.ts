import { identify, NONE } from '../../../workbooks/values/identifiers.ts';
import { fold } from '../../../workbooks/words/fold.ts';
import { words } from '../../../workbooks/words/vocabulary.ts';
import { being } from '../../../workbooks/words/word-patterns.ts';
import { cellAt, isIdentifier, type Matched, type SeenCell, type SeenRow } from './match-columns.ts';

/** Columns of a table that stands beside others, the last one included. */
export type Range = { first: number; last: number };

/** More columns of codes are those of no tables. */
const MOST_CODES = 50;

/** Others may be of something else than the table in front. */
const PACKS = being(words.packsAlone);

/**
 * The tables that stand beside each other below a row of headings, those of something else than packs too: where a code is
 * headed again, behind an empty column, with packs of its own or in the same word, and is of another article in the same
 * rows. None where there is one table.
 */
export function tablesBeside(
  matched: readonly Matched[],
  headings: readonly SeenCell[],
  below: readonly SeenRow[],
): Range[] {
  const headed = matched.filter(isIdentifier);
  if (headed.length < 2 || headed.length > MOST_CODES) return [];
  const filled = new Set([headings, ...below.map(({ cells }) => cells)].flat().map(({ column }) => column));
  const hasPacks = (range: Range) =>
    matched.some((each) => each.field === 'quantity' && isWithin(range, each));
  const tables: Range[] = [{ first: 0, last: Number.POSITIVE_INFINITY }];
  let own: Matched[] = [];
  for (const code of headed) {
    const current = tables.at(-1)!;
    const same = own.find(({ field }) => field === code.field);
    if (same && areOthers(same, code, below)) {
      const gap = gapBetween(own.at(-1)!.column, code.column, filled);
      const first = gap ? gap + 1 : repeatedFrom(same, code, current.first, headings);
      const next = { ...current, first };
      const front = { ...current, last: first - 1 };
      if (gap || (hasPacks(front) && hasPacks(next)) || fold(same.heading) === fold(code.heading)) {
        tables.splice(-1, 1, front, next);
        own = [];
      }
    }
    own.push(code);
  }
  return tables.length > 1 ? tables : [];
}

export function isWithin({ first, last }: Range, { column }: { column: number }): boolean {
  return column >= first && column <= last;
}

/** What headings of a table say beyond single words for what is read. Where it is the same, tables are of the same kind. */
export function saidBeyond(range: Range, matched: readonly Matched[], headings: readonly SeenCell[]): string {
  const isWord = ({ column, text }: SeenCell) => {
    const match = matched.find((each) => each.column === column);
    const said = fold(text);
    return match?.field === 'quantity' ? PACKS.test(said) : match !== undefined && !said.includes(' ');
  };
  const beyond = headings.filter((each) => isWithin(range, each) && !isWord(each));
  return beyond
    .map(({ text }) => fold(text))
    .sort()
    .join('\t');
}

/** The last column between two that holds nothing and has no heading. */
function gapBetween(one: number, other: number, filled: ReadonlySet<number>): number | undefined {
  for (let column = other - 1; column > one; column--) if (!filled.has(column)) return column;
  return undefined;
}

/** Where headings begin that are the same in front of a code as in front of an earlier one in a table from `least` on. */
function repeatedFrom(
  earlier: Matched,
  { column }: Matched,
  least: number,
  headings: readonly SeenCell[],
): number {
  const by = column - earlier.column;
  const textAt = (at: number) => fold(cellAt(headings, at)?.text ?? '');
  let first = column;
  while (first - 1 - by >= least && textAt(first - 1) !== '' && textAt(first - 1) === textAt(first - 1 - by))
    first--;
  return first;
}

/** Whether two columns have codes of different articles in most rows that have both. */
function areOthers(one: Matched, other: Matched, below: readonly SeenRow[]): boolean {
  let different = 0;
  let equal = 0;
  for (const row of below) {
    const [first, second] = [codeAt(row, one), codeAt(row, other)];
    if (first === '' || second === '') continue;
    if (first === second) equal++;
    else different++;
  }
  return different > equal;
}

function codeAt({ cells }: SeenRow, { column }: { column: number }): string {
  const text = cellAt(cells, column)?.text ?? '';
  const { shape, digits } = identify(text);
  return shape === NONE ? '' : digits || text.trim();
}
