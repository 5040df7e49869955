import { folded, wordsOf } from '#shared/searched-text.ts';
import type { Columns } from '../../../api/arrow.ts';
import type { ProductRow } from './table-columns.ts';

type Articles = Columns<ProductRow>;

/** What of each row is searched, made once per answer of the server. */
const searchable = new WeakMap<Articles, string[]>();

/**
 * Numbers of the rows whose name, GTIN and Pharmacode have all words of the text, whatever their case and accents, in
 * their order; null for a text without words: all rows.
 */
export function findArticles(articles: Articles, text: string): number[] | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  const found: number[] = [];
  for (const [index, row] of searchableRows(articles).entries()) {
    if (words.every((word) => row.includes(word))) found.push(index);
  }
  return found;
}

function searchableRows(articles: Articles): string[] {
  const known = searchable.get(articles);
  if (known) return known;
  const rows = Array.from({ length: articles.rowCount }, (_, row) =>
    folded(
      `${articles.cell('productName', row) ?? ''}\n${articles.cell('gtin', row) ?? ''}\n${articles.cell('pharmacode1', row) ?? ''}`,
    ),
  );
  searchable.set(articles, rows);
  return rows;
}
