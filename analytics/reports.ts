import { type Meaning, meaningsOf, type Pair } from './customers.ts';
import type { PooledConnection } from './engine.ts';
import { sqlFile } from './sql.ts';

/** Rows of a report, by the names of its SQL file's columns. */
export type ReportRow = Readonly<Record<string, string | number | boolean | null>>;

/** A product that the provider offers nothing for, and its molecule, by their numbers in this catalogue. */
export type Gap = { product: number; molecule: number };

/** What customers buy of gaps, one entry per product, and per molecule, with commas between. */
export type BoughtGaps = {
  products: string;
  customers: string;
  packs: string;
  molecules: string;
  moleculeCustomers: string;
};

/** Episodes of products not being deliverable, and how reliable companies are; `today` YYYY-MM-DD. On the market's tables. */
export async function shortageReport(
  { rows }: PooledConnection,
  today: string,
): Promise<{ episodes: ReportRow[]; companies: ReportRow[] }> {
  return {
    episodes: (await rows(file('shortage-episodes'), { today })) as ReportRow[],
    companies: (await rows(file('shortage-companies'), { today })) as ReportRow[],
  };
}

/** The products for which the provider offers nothing, those of a molecule together. */
export async function portfolioGaps({ rows }: PooledConnection): Promise<Gap[]> {
  return (await rows(file('scout-gaps'))) as Gap[];
}

/** Which of the gaps each pair of identifiers means. */
export function identifiersOfGaps(
  connection: PooledConnection,
  gaps: readonly Gap[],
  pairs: readonly Pair[],
): Promise<Meaning[]> {
  return meaningsOf(connection, gaps.map(({ product }) => product).join(','), pairs);
}

/** What customers buy and the provider offers nothing for, by product and by molecule. */
export async function scoutReport(
  { rows }: PooledConnection,
  { molecules, moleculeCustomers, customers, ...bought }: BoughtGaps,
): Promise<{ products: ReportRow[]; molecules: ReportRow[] }> {
  const ofMolecules = { ...bought, molecules, customers: moleculeCustomers };
  return {
    products: (await rows(file('scout-products'), { ...bought, customers })) as ReportRow[],
    molecules: (await rows(file('scout-molecules'), ofMolecules)) as ReportRow[],
  };
}

function file(name: string): string {
  return sqlFile(`reports/${name}.sql`).text;
}
