import type { PooledConnection } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { FoundProduct } from '#shared/schemas/product.ts';
import { wordsOf } from '#shared/searched-text.ts';

/** Products that a search answers at most. */
export const MOST_FOUND = 20;

/** Products of a catalogue whose words contain all of `text`; one more than a search answers, where there are more. */
export async function findProductsOn({ rows }: PooledConnection, text: string): Promise<FoundProduct[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const { text: sql } = sqlFile('reference/find-products.sql');
  return (await rows(sql, { words, most: MOST_FOUND + 1 })) as FoundProduct[];
}
