import { type Vector, vectorFromArray } from 'apache-arrow';
import { Columns } from '../../../../web/api/arrow.ts';
import type { ProductRow } from '../../../../web/pages/dashboard/products/table-columns.ts';

/** Some columns of the product view, as the server's answer gives them. */
export function articles(columns: { [Name in keyof ProductRow]?: ProductRow[Name][] }): Columns<ProductRow> {
  const named = Object.entries(columns) as [string, unknown[]][];
  const vectors = new Map<string, Vector>(named.map(([name, values]) => [name, vectorFromArray(values)]));
  return new Columns<ProductRow>(named[0]?.[1].length ?? 0, vectors);
}
