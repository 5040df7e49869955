import { ownColumns } from '#shared/catalogue-columns.ts';
import type { SourceKey } from '../rows.ts';
import { announces, type HeadedColumns, headedColumns, type TableKey } from './heading-words.ts';
import type { TableTop } from './table-file.ts';

/** Sources whose headings are nobody else's: who has them all is such a file. The more headings, the earlier. */
const UNMISTAKABLE: readonly TableKey[] = [
  'swissmedic-packs',
  'stockouts-engpassradar',
  'stockouts-drugshortage',
  'stockouts-national-supply',
  'stockouts-own',
  'stockouts-wholesaler',
  'portfolio',
  'customers',
];

/** A table with this many of the catalogue's columns is a catalogue, and not a list of prices or codes. */
const CATALOGUE_COLUMNS = 9;

/** A list of codes alone has no more columns than these. */
const CODE_COLUMNS = 3;

/** What a table looks like by its headings; undefined when like nothing we know. */
export function recogniseTable(tops: readonly TableTop[]): SourceKey | undefined {
  const unmistakable = UNMISTAKABLE.find((key) => fits(tops, key));
  if (unmistakable) return unmistakable;
  if (looksLikeCatalogue(tops)) return 'own-attributes';
  if (fits(tops, 'bag-sl-prices')) return 'bag-sl-prices';
  const codes = findHeadings(tops, 'pharmacodes');
  if (codes?.missing.length === 0 && codes.width <= CODE_COLUMNS) return 'pharmacodes';
  const own = findHeadings(tops, 'own-attributes');
  if (own?.missing.length === 0 && own.columns.size > 1) return 'own-attributes';
  return fits(tops, 'exclusives') ? 'exclusives' : undefined;
}

/** Which other source a table is that has all headings that `key` needs; undefined when it may well be the one of `key`. */
export function mistakenFor(tops: readonly TableTop[], key: TableKey): SourceKey | undefined {
  const other = UNMISTAKABLE.find((each) => fits(tops, each));
  if (UNMISTAKABLE.includes(key)) {
    return other && UNMISTAKABLE.indexOf(other) < UNMISTAKABLE.indexOf(key) ? other : undefined;
  }
  if (other) return other;
  if (key === 'own-attributes') return undefined;
  if (looksLikeCatalogue(tops)) return 'own-attributes';
  // Every list with codes names products that somebody could take for exclusive.
  if (key !== 'exclusives') return undefined;
  const like = recogniseTable(tops);
  return like === 'pharmacodes' || like === 'bag-sl-prices' ? like : undefined;
}

function fits(tops: readonly TableTop[], key: TableKey): boolean {
  return findHeadings(tops, key)?.missing.length === 0;
}

function looksLikeCatalogue(tops: readonly TableTop[]): boolean {
  const headings = findHeadings(tops, 'own-attributes');
  if (headings === undefined || headings.missing.length > 0) return false;
  return ownColumns.filter((column) => headings.columns.has(column)).length >= CATALOGUE_COLUMNS;
}

/** A row of headings: where each column of a source stands, counted from 0, and how the file calls it. */
export type FoundHeadings = {
  top: TableTop;
  /** The row's number. */
  row: number;
  columns: Map<string, { column: number; heading: string }>;
  missing: string[];
  /** Filled cells of the row, known or not. */
  width: number;
};

/**
 * The row with most of a source's headings, those that have to be there first and those of hidden sheets last; undefined where
 * no row has any.
 */
export function findHeadings(tops: readonly TableTop[], key: TableKey): FoundHeadings | undefined {
  let best: FoundHeadings | undefined;
  const rank = ({ missing, columns, top }: FoundHeadings) =>
    columns.size - 100 * missing.length - (top.hidden ? 50 : 0);
  for (const top of tops) {
    for (const { number, cells } of top.rows) {
      const columns = matchRow(cells, headedColumns[key]);
      if (columns.size === 0) continue;
      const missing = Object.entries(headedColumns[key])
        .filter(([field, { required }]) => required && !columns.has(field))
        .map(([, { name }]) => name);
      const width = cells.filter((cell) => cell.trim() !== '').length;
      const candidate = { top, row: number, columns, missing, width };
      if (best === undefined || rank(candidate) > rank(best)) best = candidate;
    }
  }
  return best;
}

/** How many further sheets have all headings that a source needs, and a row with all of that below them. */
export function countOthers(tops: readonly TableTop[], key: TableKey, { top: read }: FoundHeadings): number {
  // Of a CSV there is one top for each separator.
  const sheets = tops.filter((top) => top !== read && top.sheet !== '');
  return sheets.filter((top) => {
    const headings = findHeadings([top], key);
    if (headings === undefined || headings.missing.length > 0) return false;
    const needed = [...headings.columns].filter(([field]) => headedColumns[key][field]!.required);
    return top.rows.some(
      ({ number, cells }) =>
        number > headings.row && needed.every(([, { column }]) => (cells[column] ?? '').trim() !== ''),
    );
  }).length;
}

/** By our names of a source's columns where cells head them. */
export function matchRow(cells: readonly string[], wanted: HeadedColumns): FoundHeadings['columns'] {
  const columns: FoundHeadings['columns'] = new Map();
  const taken = new Set<number>();
  const filled = cells.flatMap((heading, column) => (heading.trim() === '' ? [] : [{ heading, column }]));
  for (const [field, each] of Object.entries(wanted)) {
    const match = filled.find(({ heading, column }) => !taken.has(column) && announces(each, heading));
    if (!match) continue;
    taken.add(match.column);
    columns.set(field, { column: match.column, heading: firstLine(match.heading) });
  }
  return columns;
}

function firstLine(heading: string): string {
  const line = heading.split(/[\r\n]+/).find((each) => each.trim() !== '') ?? heading;
  return line.replace(/[\s\u00a0]+/gu, ' ').trim();
}
