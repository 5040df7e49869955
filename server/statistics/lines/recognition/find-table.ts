import type { ColumnField } from '#shared/read-report.ts';
import { type CellKind, NUMBER } from '../../../workbooks/reading/row.ts';
import { type HeadingMatch, matchHeading, matchUncertain } from './headings.ts';
import { GTIN, identify, PHARMACODE } from './identifiers.ts';
import { parseQuantity } from './quantity.ts';

/** A heading stands in one of the first 50 rows. */
export const LAST_HEADING_ROW = 50;

/** Rows looked at on every sheet: the headings and what stands below them. */
export const LAST_ROW_LOOKED_AT = 100;

const ENOUGH_EVIDENCE = 10;

export type SeenCell = { column: number; text: string; kind: CellKind };
/** `width`: of a text, how many cells it has, empty ones too. */
export type SeenRow = { number: number; cells: SeenCell[]; width?: number };

/** The first rows of a sheet. */
export type SeenSheet = { name: string; hidden: boolean; rows: SeenRow[] };

export type TableColumn = { field: ColumnField; column: number; heading: string };

/** Where the statistic stands: which sheet, below which row, in which columns (0-based). */
export type Table = {
  sheetIndex: number;
  headingRow: number;
  columns: TableColumn[];
  /** Further quantity columns, not used, best first. */
  otherQuantities: (TableColumn & { kind: string })[];
  quantityKind: string;
};

type Found = { table: Table; otherSheets: number[] };
type Candidate = Table & { evidence: number; score: number; hidden: boolean };

/**
 * The table to import: the sheet and row whose headings name an identifier and a quantity and below which such
 * values are found. Returns the best one and the other sheets that would have done; nothing when there is none.
 */
export function findTable(sheets: SeenSheet[]): Found | undefined {
  return bestTable(sheets, matchHeading) ?? bestTable(sheets, matchUncertain);
}

function bestTable(sheets: SeenSheet[], match: typeof matchHeading): Found | undefined {
  const best: Candidate[] = [];
  sheets.forEach((sheet, index) => {
    const oneRow = bestOnSheet(sheet, index, match, false);
    const twoRows = oneRow && !isGroup(sheet, oneRow) ? undefined : bestOnSheet(sheet, index, match, true);
    const isBelow = !oneRow || twoRows?.headingRow === oneRow.headingRow + 1;
    const candidate = (isBelow && twoRows) || oneRow;
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
  return (
    evidence(b) - evidence(a) ||
    Number(a.hidden) - Number(b.hidden) ||
    b.score - a.score ||
    a.sheetIndex - b.sheetIndex
  );
}

/** `twoRows`: each heading is what stands in a row and the one above it, as under merged group headings. */
function bestOnSheet(
  sheet: SeenSheet,
  sheetIndex: number,
  match: typeof matchHeading,
  twoRows: boolean,
): Candidate | undefined {
  let best: Candidate | undefined;
  sheet.rows.forEach((row, i) => {
    if (row.number > LAST_HEADING_ROW) return;
    const above = sheet.rows[i - 1];
    if (twoRows && (above === undefined || above.number !== row.number - 1)) return;
    const cells = twoRows ? joinedCells(above!, row) : row.cells;
    const columns = matchColumns(cells, match);
    if (!columns.some((c) => c.field === 'quantity') || !columns.some(isIdentifier)) return;
    const below = sheet.rows.slice(i + 1);
    const { chosen, otherQuantities, quantityKind } = choose(columns, below);
    const evidence = countEvidence(below, chosen);
    const score = chosen.length;
    const candidate = {
      sheetIndex,
      headingRow: row.number,
      columns: chosen,
      otherQuantities,
      quantityKind,
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

const YEAR = /^20\d\d$/;

/** Whether what is taken for the heading of packs stands over several columns, each with its own heading right below. */
function isGroup({ rows }: SeenSheet, { headingRow, columns }: Candidate): boolean {
  const { column: first } = columns.find((c) => c.field === 'quantity')!;
  const at = rows.findIndex(({ number }) => number === headingRow);
  const below = rows[at + 1];
  const isData = columns.filter(isIdentifier).some(({ column }) => below && countCodes([below], column) > 0);
  if (below?.number !== headingRow + 1 || isData) return false;
  const next = rows[at]!.cells.find(({ column }) => column > first)?.column ?? Number.POSITIVE_INFINITY;
  const inGroup = below.cells.filter(({ column }) => column >= first && column < next);
  const isHeading = ({ text, kind }: SeenCell) =>
    YEAR.test(text.trim()) || (kind !== NUMBER && typeof parseQuantity(text, false) !== 'number');
  return inGroup.length > 1 && inGroup[0]!.column === first && inGroup.every(isHeading);
}

type Matched = TableColumn & HeadingMatch;

/** Columns whose heading is known. */
export function matchColumns(cells: SeenCell[], matching = matchHeading): Matched[] {
  const matched: Matched[] = [];
  for (const { column, text, kind } of cells) {
    const match = kind === NUMBER ? undefined : matching(text);
    if (match) matched.push({ ...match, column, heading: text.replace(/\s+/g, ' ').trim() });
  }
  return matched;
}

export type FurtherTable = Pick<Table, 'columns' | 'otherQuantities' | 'quantityKind'>;

/** What a row of headings further below says of the columns of its own table; undefined where it is none that is read. */
export function furtherTable(cells: SeenCell[], below: SeenRow[]): FurtherTable | undefined {
  const matched = matchColumns(cells);
  if (!matched.some(({ field }) => field === 'quantity') || !matched.some(isIdentifier)) return undefined;
  const { chosen, ...others } = choose(matched, below);
  return { columns: chosen, ...others };
}

function choose(columns: Matched[], below: SeenRow[]) {
  const byField = new Map<ColumnField, Matched[]>();
  for (const match of columns) byField.set(match.field, [...(byField.get(match.field) ?? []), match]);
  const chosen: TableColumn[] = [];
  let otherQuantities: (TableColumn & { kind: string })[] = [];
  let quantityKind = 'plain';
  for (const [field, matches] of byField) {
    const codes = new Map(matches.map((m) => [m, isIdentifier(m) ? countCodes(below, m.column) : 0]));
    const [first, ...rest] = matches.sort(
      (a, b) => codes.get(b)! - codes.get(a)! || b.score - a.score || a.column - b.column,
    );
    chosen.push({ field, column: first!.column, heading: first!.heading });
    if (field !== 'quantity') continue;
    quantityKind = first!.kind ?? 'plain';
    otherQuantities = rest.map(({ column, heading, kind }) => ({
      field,
      column,
      heading,
      kind: kind ?? 'plain',
    }));
  }
  chosen.sort((a, b) => a.column - b.column);
  return { chosen, otherQuantities, quantityKind };
}

function joinedCells(above: SeenRow, row: SeenRow): SeenCell[] {
  const columns = new Map<number, SeenCell>();
  for (const cell of above.cells) columns.set(cell.column, cell);
  let next = 0;
  for (const cell of row.cells) {
    // A merged group heading stands in its first column only.
    while (next < above.cells.length && above.cells[next]!.column <= cell.column) next++;
    const group = above.cells[next - 1];
    const kind = group && YEAR.test(cell.text) ? group.kind : cell.kind;
    columns.set(cell.column, { ...cell, kind, text: group ? `${group.text} ${cell.text}` : cell.text });
  }
  return [...columns.values()].sort((a, b) => a.column - b.column);
}

/** Rows with a code and a quantity in the columns that are taken for them. */
export function countEvidence(rows: SeenRow[], columns: TableColumn[]): number {
  const identifiers = columns.filter(isIdentifier).map((c) => c.column);
  const quantity = columns.find((c) => c.field === 'quantity')!.column;
  let found = 0;
  for (const { cells } of rows) {
    const at = (column: number) => cells.find((c) => c.column === column);
    const identified = identifiers.some((column) => isCode(at(column)?.text));
    const cell = at(quantity);
    if (identified && cell && typeof parseQuantity(cell.text, cell.kind === NUMBER) === 'number') found++;
  }
  return found;
}

function countCodes(rows: SeenRow[], column: number): number {
  return rows.filter(({ cells }) => isCode(cells.find((c) => c.column === column)?.text)).length;
}

function isCode(text = ''): boolean {
  const { shape } = identify(text);
  return shape === GTIN || shape === PHARMACODE;
}

export function isIdentifier({ field }: { field: ColumnField }): boolean {
  return field === 'gtin' || field === 'pharmacode';
}
