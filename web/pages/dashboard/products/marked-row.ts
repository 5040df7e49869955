import type { Columns } from '../../../api/arrow.ts';
import type { MarkedRow } from './badges.ts';
import type { ProductRow } from './table-columns.ts';

/** What an article is called: an unknown one by its number. */
export function nameOf(articles: Columns<ProductRow>, row: number): string {
  return articles.cell('productName', row) ?? articles.cell('article', row);
}

/** Of one row what its badges depend on. */
export function markedRow(articles: Columns<ProductRow>, row: number): MarkedRow {
  const cell = <Name extends keyof ProductRow & string>(name: Name) => articles.cell(name, row);
  return {
    sB20: cell('sB20'),
    providerExclusive1: cell('providerExclusive1'),
    providerExclusive2: cell('providerExclusive2'),
    coMarketing: cell('coMarketing'),
    coMarketing2: cell('coMarketing2'),
    sL1: cell('sL1'),
    sL2: cell('sL2'),
    stockOut1: cell('stockOut1'),
    discontinued1: cell('discontinued1'),
    stockOut2: cell('stockOut2'),
    newStockout1: cell('newStockout1'),
    newStockout2: cell('newStockout2'),
    backInStock2: cell('backInStock2'),
    alternativeGTIN: cell('alternativeGTIN'),
  };
}
