import { memo } from 'react';
import type { Columns } from '../../../api/arrow.ts';
import { WhyMark } from '../../../components/tables/why-mark.tsx';
import { alternativeBadges, productBadges } from './badges.ts';
import { markedRow, nameOf } from './marked-row.ts';
import { RowBadges } from './row-badges.tsx';
import type { ProductRow as Article, TableColumn } from './table-columns.ts';
import type { BadgeTexts, FactOf } from './use-badge-texts.ts';

interface ProductRowProps {
  articles: Columns<Article>;
  /** Row of the answer. */
  row: number;
  /** Place in the table. */
  place: number;
  columns: readonly TableColumn[];
  sortedBy: string;
  texts: BadgeTexts;
  /** Column of the active cell, and its id; -1 in other rows. */
  active: number;
  activeId: string;
  /** First and last selected column; -1 in rows without any. */
  left: number;
  right: number;
}

/** One article. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { articles, row, place, columns, texts } = props;
  const marked = markedRow(articles, row);
  const name = nameOf(articles, row);
  const factOf: FactOf = (fact) => articles.cell(fact, row);
  const alternative = articles.cell('alternativeProductName', row);
  const alternativeHidden = !columns.some(({ field }) => field === 'alternativeProductName');
  return (
    <tr data-place={place} aria-rowindex={place + 2}>
      {columns.map((column, index) => {
        const common = {
          id: index === props.active ? props.activeId : undefined,
          'data-kind': column.kind,
          'data-sorted': column.order === props.sortedBy,
          'aria-selected': index >= props.left && index <= props.right,
          'data-active': index === props.active,
        };
        if (column.field === 'productName') {
          return (
            <th key={column.field} scope="row" {...common}>
              <span className="products__name">
                <span className="products__text" title={name}>
                  {name}
                </span>
                <RowBadges badges={productBadges(marked, alternativeHidden)} {...{ factOf, texts }} />
              </span>
            </th>
          );
        }
        if (column.field === 'alternativeProductName') {
          return (
            <td key={column.field} {...common}>
              <span className="products__name">
                <span className="products__text" title={alternative ?? undefined}>
                  {alternative}
                </span>
                <RowBadges badges={alternativeBadges(marked)} {...{ factOf, texts }} />
              </span>
            </td>
          );
        }
        if (column.kind === 'figure') {
          return (
            <td key={column.field} {...common}>
              {index === props.active && <WhyMark />}
              {column.format(articles.cell(column.field, row))}
            </td>
          );
        }
        return (
          <td key={column.field} {...common}>
            {articles.cell(column.field, row)}
          </td>
        );
      })}
    </tr>
  );
});
