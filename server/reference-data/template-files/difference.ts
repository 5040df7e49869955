import type { SlPack, SlPrice, SourceKey } from '../sources/rows.ts';
import { canonicalLine, readLines, rowKey, type StoredRow } from './canonical-rows.ts';

/** A row that differs: what tells it apart, how it is called, and of a changed one the fields with both values. */
export type RowSample = {
  key: string;
  name: string;
  fields: { name: string; before: string; after: string }[];
};

export type CountedRows = { count: number; samples: RowSample[] };

/** What a version has that the one before had not, and so on, by what tells its rows apart. */
export type RowDifference = { before: number; new: CountedRows; gone: CountedRows; changed: CountedRows };

/** Rows listed of each kind; all are counted. */
const MOST_SAMPLES = 50;
const MOST_FIELDS = 8;
const LONGEST_VALUE = 200;

/** Compares the rows of a version with those of the one before, which are read twice rather than held. */
export async function differenceOf(
  source: SourceKey,
  rows: Iterable<StoredRow> | AsyncIterable<StoredRow>,
  before: Uint8Array,
): Promise<RowDifference> {
  const known = new Map<string, number>();
  let count = 0;
  for await (const lines of readLines(before)) {
    for (const line of lines) {
      known.set(rowKey(source, JSON.parse(line)), hashOf(line));
      count++;
    }
  }
  const seen = new Set<string>();
  const added: CountedRows = { count: 0, samples: [] };
  const changed: CountedRows = { count: 0, samples: [] };
  const changedRows = new Map<string, StoredRow>();
  for await (const row of rows) {
    const key = rowKey(source, row);
    if (seen.has(key)) continue;
    seen.add(key);
    const hash = known.get(key);
    if (hash === undefined) {
      if (added.count++ < MOST_SAMPLES) added.samples.push({ key, name: nameOf(row), fields: [] });
    } else if (hash !== hashOf(canonicalLine(row))) {
      if (changed.count++ < MOST_SAMPLES) changedRows.set(key, row);
    }
  }
  const gone: CountedRows = { count: 0, samples: [] };
  const goneKeys = new Set<string>();
  for (const key of known.keys()) {
    if (seen.has(key)) continue;
    if (gone.count++ < MOST_SAMPLES) goneKeys.add(key);
  }
  if (changedRows.size + goneKeys.size > 0) {
    for await (const lines of readLines(before)) {
      for (const line of lines) {
        const row: StoredRow = JSON.parse(line);
        const key = rowKey(source, row);
        const now = changedRows.get(key);
        if (now) changed.samples.push({ key, name: nameOf(now), fields: changedFieldsOf(row, now) });
        if (goneKeys.has(key)) gone.samples.push({ key, name: nameOf(row), fields: [] });
        changedRows.delete(key);
        goneKeys.delete(key);
      }
    }
  }
  return { before: count, new: added, gone, changed };
}

function nameOf(row: StoredRow): string {
  if ('description' in row) return row.description;
  if ('name' in row) return row.name;
  if ('alternativeGtin' in row) return row.alternativeGtin;
  return 'pharmacode' in row ? row.pharmacode : '';
}

function changedFieldsOf(before: StoredRow, after: StoredRow): RowSample['fields'] {
  const [was, is] = [flat(before), flat(after)];
  return Object.keys({ ...was, ...is })
    .filter((name) => was[name] !== is[name])
    .slice(0, MOST_FIELDS)
    .map((name) => ({ name, before: was[name] ?? '', after: is[name] ?? '' }));
}

/** Fields as text; those of own attributes stand beside the GTIN, and prices and days of a list each for itself. */
function flat(row: StoredRow): Record<string, string> {
  const { values, prices, listed, ...fields } = row as Record<string, unknown> & Partial<SlPack>;
  const all = { ...fields, ...(values as object | undefined), ...(prices && pricesOf(prices)) };
  const days =
    listed === undefined ? {} : { listedFrom: listed?.from ?? '', listedUntil: listed?.until ?? '' };
  return Object.fromEntries(
    Object.entries({ ...all, ...days }).map(([name, value]) => [
      name,
      (value === null ? '' : String(value)).slice(0, LONGEST_VALUE),
    ]),
  );
}

/** By the day from which they count. */
function pricesOf(prices: readonly SlPrice[]): Record<string, string> {
  const of = (kind: SlPrice['kind']) =>
    prices
      .filter((price) => price.kind === kind)
      .sort((a, b) => (a.from < b.from ? -1 : 1))
      .map(({ chf, from }) => `${chf} ${from}`.trim())
      .join(', ');
  return { exFactoryPrice: of('exFactory'), publicPrice: of('public') };
}

/** 53 bits of a text (cyrb53): enough to tell that a row has changed. */
function hashOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
