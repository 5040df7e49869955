import type { Columns } from '../../../api/arrow.ts';
import { foundRows } from '../../../components/tables/find-rows.ts';
import type { ProductRow } from './table-columns.ts';

const fields = ['productName', 'gtin', 'pharmacode1'] as const;

/** Numbers of the rows whose name, GTIN and Pharmacode have all words of the text; null for a text without words: all. */
export function findArticles(articles: Columns<ProductRow>, text: string): number[] | null {
  const textsOf = (row: number) => fields.map((field) => articles.cell(field, row));
  return foundRows(articles, articles.rowCount, { text, textsOf });
}
