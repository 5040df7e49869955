import type { ColumnField } from '#shared/read-report.ts';
import { NUMBER } from '../../../workbooks/reading/row.ts';
import { GTIN, identify, PHARMACODE } from '../../../workbooks/values/identifiers.ts';
import { decimalIn, parseQuantity, partsOf } from '../../../workbooks/values/quantity.ts';
import { matchHeading, matchUncertain } from '../../../workbooks/words/headings.ts';
import {
  cellAt,
  isIdentifier,
  type Matched,
  matchColumns,
  type SeenCell,
  type SeenRow,
  type TableColumn,
} from './match-columns.ts';
import { chooseQuantities } from './quantities.ts';
import { isWithin, type Range, saidBeyond, tablesBeside } from './tables-beside.ts';
import { type Units, unitsOf } from './units.ts';

/** A heading stands in one of the first 50 rows. */
export const LAST_HEADING_ROW = 50;

/** Rows looked at on every sheet: the headings and what stands below them. */
export const LAST_ROW_LOOKED_AT = 100;

const ENOUGH_EVIDENCE = 10;

/** The first rows of a sheet. */
export type SeenSheet = { name: string; hidden: boolean; rows: SeenRow[] };

/** Where the statistic stands: which sheet, below which row, in which columns (0-based). */
export type Table = {
  sheetIndex: number;
  headingRow: number;
  /** What several columns of quantities hold is added up. */
  columns: TableColumn[];
  /** What the column of quantities sums up. */
  parts: number[];
  /** Any of them could be meant. */
  undecided: TableColumn[];
  /** Tables of packs stand beside each other that can't be read together, with these columns of codes. */
  sideBySide: TableColumn[];
  /** Tables of the same kind beside this one. */
  beside: FurtherTable[];
  /** Columns of codes beside this table, of one that is none of packs. */
  codesLeft: TableColumn[];
  /** The table's columns where another one stands beside it. */
  range: Range | undefined;
  /** Columns that are hidden in the file: read all the same, for want of others, or left alone. */
  hiddenRead: TableColumn[];
  hiddenLeft: TableColumn[];
  /** Further quantity columns, not used, best first. */
  otherQuantities: (TableColumn & { kind: string })[];
  quantityKind: string;
  /** What the quantities count, by the file. */
  units: Units | undefined;
};

type Found = { table: Table; otherSheets: number[] };
type Candidate = Table & { evidence: number; score: number; hidden: boolean };

/**
 * The table to import: the sheet and row whose headings name an identifier and a quantity and below which such
 * values are found. Returns the best one and the other sheets that would have done; nothing when there is none.
 */
export function findTable(sheets: SeenSheet[]): Found | undefined {
  const found = bestTable(sheets, matchHeading) ?? bestTable(sheets, matchUncertain);
  if (!found || !isDecided(found.table)) return found;
  const sideBySide = tablesFurtherDown(sheets[found.table.sheetIndex]!, found.table);
  return { ...found, table: { ...found.table, sideBySide } };
}

/** The codes of a table and of one beside it whose headings stand in a row of articles; none where there is one table. */
function tablesFurtherDown({ rows }: SeenSheet, { headingRow, columns }: Table): TableColumn[] {
  const headings = rows.find(({ number }) => number === headingRow);
  for (const row of rows) {
    if (row.number > LAST_HEADING_ROW) break;
    const others = matchColumns(row.cells);
    const isTable = others.some(isIdentifier) && others.some(({ field }) => field === 'quantity');
    const isBelow = row.number > headingRow && hasCode(row, columns);
    const isAbove = row.number < headingRow && headings && hasCode(headings, others);
    if (isTable && (isBelow || isAbove))
      return [columns, others].map((each) => named(each.find(isIdentifier)!));
  }
  return [];
}

function bestTable(sheets: SeenSheet[], match: typeof matchHeading): Found | undefined {
  const best: Candidate[] = [];
  sheets.forEach((sheet, index) => {
    const oneRow = bestOnSheet(sheet, index, match);
    let candidate = oneRow;
    if (!oneRow) candidate = bestOnSheet(sheet, index, match, true);
    else if (isGroup(sheet, oneRow))
      candidate = bestOnSheet(sheet, index, match, oneRow.headingRow + 1) ?? oneRow;
    else {
      const { headingRow } = oneRow;
      const joined = bestOnSheet(sheet, index, match, headingRow);
      const [above, row] = [headingRow - 1, headingRow].map((number) =>
        sheet.rows.find((row) => row.number === number),
      );
      // What stands above headings that are alike may tell them apart.
      const isTold = !isDecided(oneRow) && joined && isDecided(joined);
      if (joined && (isTold || headsGroup(above!.cells, row!.cells))) candidate = joined;
    }
    const isRead = match === matchHeading || (candidate?.evidence && !isGroup(sheet, candidate));
    if (candidate && isRead) best.push(candidate);
  });
  const [table, ...others] = best.sort(compare);
  if (table === undefined) return undefined;
  const otherSheets = others.filter((c) => c.evidence > 0).map((c) => c.sheetIndex);
  return { table, otherSheets: otherSheets.sort((a, b) => a - b) };
}

function compare(a: Candidate, b: Candidate): number {
  const evidence = (candidate: Candidate) => Math.min(candidate.evidence, ENOUGH_EVIDENCE);
  const canBeRead = ({ evidence }: Candidate) => Number(evidence > 0);
  return (
    canBeRead(b) - canBeRead(a) ||
    Number(a.hidden) - Number(b.hidden) ||
    evidence(b) - evidence(a) ||
    b.score - a.score ||
    a.sheetIndex - b.sheetIndex
  );
}

/** `twoRows`: each heading is what stands in a row, any or this one, and the one above it, as under merged group headings. */
function bestOnSheet(
  sheet: SeenSheet,
  sheetIndex: number,
  match: typeof matchHeading,
  twoRows: boolean | number = false,
): Candidate | undefined {
  let best: Candidate | undefined;
  sheet.rows.forEach((row, i) => {
    if (row.number > LAST_HEADING_ROW || (typeof twoRows === 'number' && row.number !== twoRows)) return;
    const above = sheet.rows[i - 1];
    if (twoRows && above?.number !== row.number - 1) return;
    const cells = twoRows ? joinedCells(above!.cells, row.cells) : row.cells;
    const columns = matchColumns(cells, match);
    if (!columns.some((c) => c.field === 'quantity') || !columns.some(isIdentifier)) return;
    if (twoRows && (hasCode(above!, columns) || hasCode(row, columns))) return;
    const below = sheet.rows.slice(i + 1);
    const chosen = choose(columns, cells, below, sheet.rows.slice(0, twoRows ? i - 1 : i));
    const evidence = countEvidence(below, chosen.columns);
    const score = new Set(chosen.columns.map(({ field }) => field)).size;
    const candidate = {
      sheetIndex,
      headingRow: row.number,
      ...chosen,
      evidence,
      score,
      hidden: sheet.hidden,
    };
    // Of two with the same rows below, the nearer one is the heading and the other an explanation.
    if (!best || evidence > best.evidence || (evidence === best.evidence && score >= best.score))
      best = candidate;
  });
  return best;
}

export const YEAR = /^20\d\d$/;

/** Whether what is taken for the heading of packs stands over several columns, each with its own heading right below. */
function isGroup({ rows }: SeenSheet, { headingRow, columns }: Candidate): boolean {
  const at = rows.findIndex(({ number }) => number === headingRow);
  const below = rows[at + 1];
  return below?.number === headingRow + 1 && isDivided(rows[at]!.cells, below, columns);
}

/** The same of a row of headings, what it names, and the row right below. */
export function isDivided(headings: SeenCell[], below: SeenRow, columns: TableColumn[]): boolean {
  const { column: first } = columns.find((c) => c.field === 'quantity')!;
  if (hasCode(below, columns)) return false;
  const next = headings.find(({ column }) => column > first)?.column ?? Number.POSITIVE_INFINITY;
  const inGroup = below.cells.filter(({ column }) => column >= first && column < next);
  const isHeading = (cell: SeenCell) =>
    YEAR.test(cell.text.trim()) ||
    numbersMonths(inGroup, cell) ||
    (cell.kind !== NUMBER && typeof parseQuantity(cell.text, false) !== 'number');
  return inGroup.length > 1 && inGroup[0]!.column === first && inGroup.every(isHeading);
}

/** Whether a row above headings has one of packs over several of them that say nothing of packs themselves. */
export function headsGroup(above: SeenCell[], headings: SeenCell[]): boolean {
  return matchColumns(above).some(({ field, column }) => {
    const next = above.find((each) => each.column > column)?.column ?? Number.POSITIVE_INFINITY;
    const inGroup = headings.filter((each) => each.column >= column && each.column < next);
    const known = new Set(matchColumns(inGroup).map((each) => each.column));
    const parts = inGroup.filter((each) => !known.has(each.column));
    return field === 'quantity' && parts.length > 1 && parts[0]!.column === column;
  });
}

export type FurtherTable = Omit<
  Table,
  'sheetIndex' | 'headingRow' | 'undecided' | 'sideBySide' | 'beside' | 'codesLeft'
>;

/** What a row of headings further below says of the columns of its own table; undefined where it is none that is read. */
export function furtherTable(cells: SeenCell[], below: SeenRow[]): FurtherTable | undefined {
  const matched = matchColumns(cells);
  if (!matched.some(({ field }) => field === 'quantity') || !matched.some(isIdentifier)) return undefined;
  const { undecided, sideBySide, beside, codesLeft: _, ...table } = choose(matched, cells, below);
  return undecided.length + sideBySide.length + beside.length > 0 ? undefined : table;
}

/** Whether the file says which columns are read. */
export function isDecided({ undecided, sideBySide }: Pick<Table, 'undecided' | 'sideBySide'>): boolean {
  return undecided.length === 0 && sideBySide.length === 0;
}

/** Of tables beside each other those of packs are read, where all of them are of the same kind and nothing above tells them apart. */
function choose(matched: Matched[], headings: SeenCell[], below: SeenRow[], above: SeenRow[] = []) {
  const tables = tablesBeside(matched, headings, below);
  const ofPacks = tables.filter((range) =>
    matched.some((each) => each.field === 'quantity' && isWithin(range, each)),
  );
  const isLeft = (each: Matched) =>
    ofPacks.length > 0 && isIdentifier(each) && !ofPacks.some((range) => isWithin(range, each));
  const codesLeft = matched.filter(isLeft).map(named);
  const [front, ...others] = ofPacks;
  if (!front || others.length === 0) {
    const columns = matched.filter((each) => !isLeft(each));
    const chosen = chooseColumns(columns, headings, below);
    return { ...chosen, sideBySide: [], beside: [], codesLeft, range: undefined };
  }
  const chosen = ofPacks.map((range) => {
    const isOwn = (each: { column: number }) => isWithin(range, each);
    return { ...chooseColumns(matched.filter(isOwn), headings.filter(isOwn), below), range };
  });
  const said = ofPacks.map((range) => saidBeyond(range, matched, headings));
  const isTitled = above.some(({ cells }) => cells.some(({ column }) => column >= others[0]!.first));
  const isRead =
    !isTitled &&
    said.every((each) => each === said[0]) &&
    chosen.every(({ undecided, hiddenRead }) => undecided.length + hiddenRead.length === 0);
  const [table, ...beside] = chosen;
  return {
    ...table!,
    sideBySide: isRead ? [] : chosen.map(({ columns }) => columns.find(isIdentifier)!),
    beside: isRead ? beside.map(({ undecided: _, ...each }) => each) : [],
    codesLeft,
  };
}

function chooseColumns(columns: Matched[], headings: SeenCell[], below: SeenRow[]) {
  const byField = new Map<ColumnField, Matched[]>();
  for (const match of columns) byField.set(match.field, [...(byField.get(match.field) ?? []), match]);
  const taken: Matched[] = [];
  for (const [field, matches] of byField) {
    if (field === 'quantity') continue;
    const codes = new Map(matches.map((m) => [m, isIdentifier(m) ? countCodes(below, m.column) : 0]));
    const [first] = matches.toSorted(
      (a, b) =>
        codes.get(b)! - codes.get(a)! ||
        Number(a.hidden) - Number(b.hidden) ||
        b.score - a.score ||
        a.column - b.column,
    );
    taken.push(first!);
  }
  const quantities = (byField.get('quantity') ?? []).sort((a, b) => b.score - a.score || a.column - b.column);
  const { read, parts, undecided } = chooseQuantities(quantities, headings, below);
  taken.push(...read);
  const left = columns.filter((each) => !taken.some(({ column }) => column === each.column));
  const isRead = (each: Matched) => isIdentifier(each) || each.field === 'quantity';
  const otherQuantities = left.filter(({ field }) => field === 'quantity');
  return {
    columns: taken.map(named).sort((a, b) => a.column - b.column),
    parts: parts.map(({ column }) => column),
    undecided: undecided ? quantities.filter(({ rank }) => rank === read[0]!.rank).map(named) : [],
    hiddenRead: taken.filter((each) => each.hidden && isRead(each)).map(named),
    hiddenLeft: left.filter((each) => each.hidden && isRead(each)).map(named),
    otherQuantities: otherQuantities
      .filter(({ hidden }) => !hidden)
      .sort((a, b) => b.score - a.score || a.column - b.column)
      .map((each) => ({ ...named(each), kind: each.kind ?? 'plain' })),
    quantityKind: read[0]?.kind ?? 'plain',
    units: unitsOf(headings, below, taken, otherQuantities),
  };
}

function named({ field, column, heading }: TableColumn): TableColumn {
  return { field, column, heading };
}

/** What two rows of headings say together. */
export function joinedCells(above: SeenCell[], below: SeenCell[]): SeenCell[] {
  const columns = new Map<number, SeenCell>();
  const groups = pivotGroup(above, below) ?? above;
  for (const cell of groups) columns.set(cell.column, cell);
  // A merged group heading stands in its first column only.
  const groupOf = ({ column }: SeenCell) => groups.findLast((each) => each.column <= column);
  for (const cell of below) {
    const group = groupOf(cell);
    const inGroup = below.filter((each) => groupOf(each) === group);
    const isPeriod = YEAR.test(cell.text) || numbersMonths(inGroup, cell);
    const kind = group && isPeriod ? group.kind : isNumber(cell.text) ? NUMBER : cell.kind;
    columns.set(cell.column, { ...cell, kind, text: group ? `${group.text} ${cell.text}` : cell.text });
  }
  return [...columns.values()].sort((a, b) => a.column - b.column);
}

/**
 * A pivot table says what it sums up above its first column, which is none of packs, and above the first one that is, what
 * its columns are: “Summe von Menge” and “Monat”.
 */
function pivotGroup(cells: SeenCell[], below: SeenCell[]): SeenCell[] | undefined {
  const [caption, field] = cells;
  if (cells.length !== 2 || matchHeading(caption!.text)?.field !== 'quantity') return undefined;
  const first = below.find(({ column }) => column === caption!.column);
  const isOfRows = first && matchColumns([first], matchUncertain).some((each) => each.field !== 'quantity');
  return isOfRows ? [{ ...field!, text: caption!.text }] : undefined;
}

/** Whether a cell is one of the months of a group of headings that numbers them: 1, 2, 3. */
function numbersMonths(inGroup: SeenCell[], { text }: SeenCell): boolean {
  const numbers = inGroup.flatMap((each) => (/^\d\d?$/.test(each.text.trim()) ? [Number(each.text)] : []));
  const isSeries =
    numbers.length > 2 && numbers.every((number, i) => number === numbers[0]! + i && number < 13);
  return isSeries && numbers.includes(Number(text));
}

/** A number in a text is no heading either. */
function isNumber(text: string): boolean {
  if (/^\s*\d+\s*$/.test(text) || typeof parseQuantity(text, false) === 'number') return true;
  return decimalIn(partsOf(text).number) !== undefined;
}

/** Rows with a code and a quantity in the columns that are taken for them. */
function countEvidence(rows: SeenRow[], columns: TableColumn[]): number {
  const quantity = columns.find((c) => c.field === 'quantity')!.column;
  let found = 0;
  for (const row of rows) {
    const cell = cellAt(row.cells, quantity);
    if (!cell || !hasCode(row, columns)) continue;
    const read = parseQuantity(cell.text, cell.kind === NUMBER);
    if (typeof read === 'number' || read === 'quantity_ambiguous') found++;
  }
  return found;
}

export function hasCode({ cells }: SeenRow, columns: TableColumn[]): boolean {
  return columns.some((each) => isIdentifier(each) && isCode(cellAt(cells, each.column)?.text));
}

function countCodes(rows: SeenRow[], column: number): number {
  return rows.filter(({ cells }) => isCode(cellAt(cells, column)?.text)).length;
}

function isCode(text = ''): boolean {
  const { shape } = identify(text);
  return shape === GTIN || shape === PHARMACODE;
}
