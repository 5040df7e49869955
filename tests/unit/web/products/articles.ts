import { type Vector, vectorFromArray } from 'apache-arrow';
import { Columns } from '../../../../web/api/arrow.ts';
import type { ListColumn } from '../../../../web/components/tables/list-columns.ts';
import type { ColumnOption } from '../../../../web/pages/dashboard/products/column-options.ts';
import {
  copiedOf,
  type ProductRow,
  shownColumns,
} from '../../../../web/pages/dashboard/products/table-columns.ts';

/** Some columns of the product view, as the server's answer gives them. */
export function articles(columns: { [Name in keyof ProductRow]?: ProductRow[Name][] }): Columns<ProductRow> {
  const named = Object.entries(columns) as [string, unknown[]][];
  const vectors = new Map<string, Vector>(named.map(([name, values]) => [name, vectorFromArray(values)]));
  return new Columns<ProductRow>(named[0]?.[1].length ?? 0, vectors);
}

/** The columns that these options show, as they are copied. */
export function copiedColumns(
  list: Columns<ProductRow>,
  options: readonly ColumnOption[],
): Pick<ListColumn<number>, 'kind' | 'copied'>[] {
  return shownColumns(options).map((column) => ({
    kind: column.kind,
    copied: (row) => copiedOf(list, column, row),
  }));
}
