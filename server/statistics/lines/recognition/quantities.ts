import { NUMBER } from '../../../workbooks/reading/row.ts';
import { parseQuantity } from '../../../workbooks/values/quantity.ts';
import { saysTotal, wordsBesideTotal } from '../../../workbooks/words/headings.ts';
import { words } from '../../../workbooks/words/vocabulary.ts';
import { being } from '../../../workbooks/words/word-patterns.ts';
import { cellAt, type Matched, type SeenCell, type SeenRow } from './match-columns.ts';
import { apart, isOneYear, isPeriodWord, type Period, periodOf } from './periods.ts';

const BRANCH = being(words.branch);
const OF_ALL = being(words.branch, words.ofAll);

/** Columns that show twelve numbers are numbered months. */
const MONTHS = 12;

export type Quantities = {
  /** Which is read; of several what they hold is added up. */
  read: Matched[];
  /** What the one that is read sums up. */
  parts: SeenColumn[];
  /** Any of them could be meant. */
  undecided: boolean;
};

type SeenColumn = { column: number };
/** What a column holds in each row: 0 where nothing stands, undefined where no quantity does. */
type ValuesOf = (of: SeenColumn) => (number | undefined)[];
type Told = { match: Matched; words: string[]; isTotal: boolean };

/**
 * Which of the columns of packs is read, best first: of those of the same kind the one that sums up the others, else periods within
 * a year or branches together, else the one that says least. A hidden one only where all are.
 */
export function chooseQuantities(
  matches: readonly Matched[],
  headings: readonly SeenCell[],
  below: readonly SeenRow[],
): Quantities {
  const valuesOf = memoize(below);
  const visible = matches.filter(({ hidden }) => !hidden);
  const pool = visible.length > 0 ? visible : matches;
  const best = Math.max(...pool.map(({ rank = 0 }) => rank));
  const alike = tellApart(pool.filter(({ rank = 0 }) => rank === best));
  const only = (match: Matched, parts: readonly SeenColumn[] = []): Quantities => ({
    read: [match],
    parts: [...parts],
    undecided: false,
  });
  if (alike.length === 1) {
    const { match } = alike[0]!;
    return only(match, saysTotal(match.heading) ? periodsBeside(match, headings, valuesOf) : []);
  }

  const totals = alike.filter(({ isTotal, words }) => isTotal && words.every((word) => OF_ALL.test(word)));
  const others = alike.filter((each) => !totals.includes(each));
  const sums = addable(others);
  if (totals.length === 1) {
    const { match } = totals[0]!;
    const parts = sums ?? others.map((each) => each.match);
    return only(match, parts.length > 1 && (sums || addsUp(match, parts, valuesOf)) ? parts : []);
  }
  const bare = alike.filter(({ isTotal, words }) => !isTotal && words.length === 0);
  if (totals.length === 0 && bare.length === 1) {
    const named = alike.filter(({ words }) => words.length > 0);
    const parts = addable(named) ?? named.map(({ match }) => match);
    return only(bare[0]!.match, addsUp(bare[0]!.match, parts, valuesOf) ? parts : []);
  }
  const unnamed = namedTotals(headings, pool).concat(pool);
  if (totals.length === 0 && bare.length === 0 && sums) {
    const total = unnamed.find(
      (each) => saysTotal(each.heading) && !sums.includes(each) && addsUp(each, sums, valuesOf),
    );
    if (total) return only(total, sums);
    return { read: sums, parts: [], undecided: false };
  }

  const columns = alike.map(({ match }) => match);
  const isSum = sumsOthers(columns, valuesOf);
  const proven = unnamed.find(isSum);
  if (proven) {
    return only(
      proven,
      columns.filter((column) => column !== proven),
    );
  }
  const filled = columns.filter((column) => isFilled(column, below));
  const [first = columns[0]!, second] = filled;
  if (second && filled.every((each) => isEqual(each, first, valuesOf))) return only(first, [second]);
  return { ...only(first), undecided: filled.length !== 1 };
}

/** What each heading says beyond what all of them say, words of periods aside. */
function tellApart(matches: readonly Matched[]): Told[] {
  const said = matches.map(({ heading }) => wordsBesideTotal(heading));
  const counts = new Map<string, number>();
  for (const word of said.flatMap((each) => [...new Set(each)]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const isCommon = (word: string) => !isPeriodWord(word) && counts.get(word) === said.length;
  const isTotalAll = matches.every(({ heading }) => saysTotal(heading));
  return matches.map((match, i) => ({
    match,
    words: said[i]!.filter((word) => !isCommon(word)),
    isTotal: !isTotalAll && saysTotal(match.heading),
  }));
}

/** Those that add up to one quantity: branches, or periods within a year of which none is inside another. */
function addable(told: readonly Told[]): Matched[] | undefined {
  const columns = told.map(({ match }) => match);
  if (
    told.length === MONTHS &&
    told.every(({ words }, i) => words.length === 1 && Number(words[0]) === i + 1)
  )
    return columns;
  const placed = told.map(({ match, words }) => ({ match, ...placeOf(words) }));
  const places = [...Map.groupBy(placed, ({ name }) => name).values()];
  const isBranch = ({ heading }: Matched) => wordsBesideTotal(heading).some((word) => BRANCH.test(word));
  if (places.length > 1 && !columns.every(isBranch)) return undefined;
  if (places.length === told.length && placed.every(({ period }) => !period)) return columns;
  const dated = placed.flatMap(({ period }) => (period ? [{ period }] : []));
  if (dated.length < told.length || !isOneYear(dated)) return undefined;
  const parts = places.map((place) => apart(place.map(({ match, period }) => ({ match, period: period! }))));
  return parts.includes(undefined) ? undefined : parts.flatMap((each) => each!.map(({ match }) => match));
}

/** The period that words begin or end with, and what they say besides. */
function placeOf(words: readonly string[]): { name: string; period?: Period } {
  for (let at = 0; at < words.length; at++) {
    const last = periodOf(words.slice(at));
    if (last) return { name: words.slice(0, at).join(' '), period: last };
    const first = periodOf(words.slice(0, words.length - at));
    if (first) return { name: words.slice(words.length - at).join(' '), period: first };
  }
  return { name: words.join(' ') };
}

/** Columns that are called a total and nothing else, which could be one of whatever stands beside them. */
function namedTotals(headings: readonly SeenCell[], quantities: readonly Matched[]): Matched[] {
  const known = new Set(quantities.map(({ column }) => column));
  return headings
    .filter(({ text, kind }) => kind !== NUMBER && saysTotal(text) && wordsBesideTotal(text).length === 0)
    .filter(({ column }) => !known.has(column))
    .map(({ column, text, hidden }) => ({
      ...quantities[0]!,
      column,
      heading: text.replace(/\s+/g, ' ').trim(),
      hidden: hidden ?? false,
    }))
    .filter(({ hidden }) => !hidden);
}

/** Columns that are called as periods and add up to a total, where that is all that they are called. */
function periodsBeside(total: Matched, headings: readonly SeenCell[], valuesOf: ValuesOf): SeenColumn[] {
  const periods = headings.flatMap(({ column, text }) => {
    const period = column === total.column ? undefined : periodOf(wordsBesideTotal(text));
    return period ? [{ column, period }] : [];
  });
  const parts = periods.length > 1 && isOneYear(periods) ? apart(periods) : undefined;
  return parts && addsUp(total, parts, valuesOf) ? parts : [];
}

/** Whether a column holds the sum of others, in most rows and in one where two of them hold something. */
function addsUp(total: SeenColumn, parts: readonly SeenColumn[], valuesOf: ValuesOf): boolean {
  return sumsOthers(parts, valuesOf)(total);
}

/** Tells of a column whether it holds the sum of these without itself, as `addsUp`. */
function sumsOthers(columns: readonly SeenColumn[], valuesOf: ValuesOf): (total: SeenColumn) => boolean {
  const own = new Set(columns.map(({ column }) => column));
  const values = columns.map(valuesOf);
  const rows = (values[0] ?? []).map((_, row) => {
    const inRow = values.map((each) => each[row]);
    const known = inRow.filter((value) => value !== undefined);
    return {
      sum: known.reduce((a, b) => a + b, 0),
      filled: known.filter((value) => value !== 0).length,
      unknown: inRow.length - known.length,
    };
  });
  return (total) => {
    const isOwn = own.has(total.column);
    if (columns.length - Number(isOwn) < 2) return false;
    const totals = valuesOf(total);
    let equal = 0;
    let different = 0;
    let telling = 0;
    rows.forEach(({ sum, filled, unknown }, row) => {
      const value = totals[row];
      if (value === undefined || unknown > 0) return;
      if (sum - (isOwn ? value : 0) !== value) different++;
      else {
        equal++;
        if (filled - Number(isOwn && value !== 0) > 1) telling++;
      }
    });
    return telling > 0 && equal > different;
  };
}

function isEqual(one: SeenColumn, other: SeenColumn, valuesOf: ValuesOf): boolean {
  const values = valuesOf(other);
  return valuesOf(one).every((value, row) => value === values[row]);
}

function isFilled({ column }: SeenColumn, below: readonly SeenRow[]): boolean {
  return below.some(({ cells }) => cellAt(cells, column) !== undefined);
}

function memoize(below: readonly SeenRow[]): ValuesOf {
  const known = new Map<number, (number | undefined)[]>();
  return ({ column }) => {
    const values = known.get(column) ?? below.map((row) => valueAt(row, column));
    known.set(column, values);
    return values;
  };
}

function valueAt({ cells }: SeenRow, column: number): number | undefined {
  const cell = cellAt(cells, column);
  if (!cell) return 0;
  const value = parseQuantity(cell.text, cell.kind === NUMBER);
  return typeof value === 'number' ? value : undefined;
}
