import { folded, wordsOf } from '#shared/searched-text.ts';

/** What of a row is searched, where it has it. */
export interface Searched {
  productName?: string | null;
  gtin?: string | null;
  pharmacode1?: string | null;
  swissmedicNo1?: string | null;
  hersteller1?: string | null;
  alternativeProductName?: string | null;
  alternativeGTIN?: string | null;
  pharmacode2?: string | null;
}

const fields = [
  'productName',
  'gtin',
  'pharmacode1',
  'swissmedicNo1',
  'hersteller1',
  'alternativeProductName',
  'alternativeGTIN',
  'pharmacode2',
] as const;

/** What of each row is searched, made once per answer of the server. */
const searchable = new WeakMap<readonly Searched[], string[]>();

/** Rows whose names, numbers and manufacturer have all words of the text, whatever their case and accents. */
export function findRows<Row extends Searched>(rows: readonly Row[], text: string): readonly Row[] {
  const words = wordsOf(text);
  if (words.length === 0) return rows;
  let texts = searchable.get(rows);
  if (!texts) {
    texts = rows.map((row) => folded(fields.map((field) => row[field] ?? '').join('\n')));
    searchable.set(rows, texts);
  }
  return rows.filter((_, place) => words.every((word) => texts[place]!.includes(word)));
}

/** How many products the rows are of: a product has one for each of its alternatives in some lists. */
export function productsOf(rows: readonly Searched[]): number {
  return new Set(rows.map(({ gtin }) => gtin)).size;
}
