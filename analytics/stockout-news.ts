import type { PooledConnection } from './engine.ts';
import { sqlFile } from './sql.ts';

/** A product of which something is new among the stock-outs, see sql/alerts/news.sql. Dates YYYY-MM-DD. */
export type News = {
  kind: 'replaceable' | 'own' | 'back';
  gtin: string;
  productName: string;
  manufacturer: string | null;
  molecule: string | null;
  since: string;
  backOn: string | null;
  /** A date or words. */
  expectedDelivery: string | null;
  /** It is a date that stands for its calendar week. */
  expectedWeek: boolean;
  /** Day of the last list of the source that says so. */
  listDate: string | null;
  alternativeProductName: string | null;
};

/** The products that are missing and since when, as sql/alerts/missing.sql gives them. On a catalogue's connection, as all of these. */
export async function missingProducts({ rows }: PooledConnection): Promise<string> {
  const [found] = await rows(file('missing'));
  return (found as { missing: string }).missing;
}

/** What is new since the products of `missingBefore` were missing. */
export async function newsSince({ rows }: PooledConnection, missingBefore: string): Promise<News[]> {
  return (await rows(file('news'), { missingBefore })) as News[];
}

function file(name: string): string {
  return sqlFile(`alerts/${name}.sql`).text;
}
