import { foundRows } from '../../components/tables/find-rows.ts';

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

/** Rows whose names, numbers and manufacturer have all words of the text, whatever their case and accents. */
export function findRows<Row extends Searched>(rows: readonly Row[], text: string): readonly Row[] {
  const textsOf = (row: number) => fields.map((field) => rows[row]?.[field]);
  return foundRows(rows, rows.length, { text, textsOf })?.map((row) => rows[row]!) ?? rows;
}

/** How many products the rows are of: a product has one for each of its alternatives in some lists. */
export function productsOf(rows: readonly Searched[]): number {
  return new Set(rows.map(({ gtin }) => gtin)).size;
}
