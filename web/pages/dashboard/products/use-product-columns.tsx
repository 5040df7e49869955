import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../api/arrow.ts';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { type ListColumn, useListColumns } from '../../../components/tables/list-columns.ts';
import { alternativeBadges, productBadges } from './badges.ts';
import type { ColumnOption } from './column-options.ts';
import { markedRow, nameOf } from './marked-row.ts';
import { RowBadges } from './row-badges.tsx';
import {
  copiedOf,
  firstFields,
  hiddenFields,
  type Order,
  type ProductRow,
  type TableColumn,
  tableColumns,
  widthOf,
} from './table-columns.ts';
import type { BadgeTexts, FactOf } from './use-badge-texts.ts';

type Articles = Columns<ProductRow>;

/** The columns shown, whose rows are their numbers in the answer. */
export function useProductColumns(
  articles: Articles | undefined,
  { options, order, texts }: { options: readonly ColumnOption[]; order: Order; texts: BadgeTexts },
): readonly ListColumn<number>[] {
  const { t } = useTranslation('products');
  const small = useSmallScreen();
  const hidden = useMemo(() => hiddenFields(options), [options]);
  const columns = useMemo(() => {
    const alternativeHidden = hidden.includes('alternativeProductName');
    return tableColumns.map(
      (column): ListColumn<number> => ({
        key: column.field,
        kind: column.kind,
        heading: t(column.heading),
        order: column.order,
        width: widthOf(column, small),
        ...(column.kind === 'figure' && { figure: column.field }),
        cell: (row) => articles && cellOf(articles, column, row, { alternativeHidden, texts }),
        copied: (row) => (articles ? copiedOf(articles, column, row) : null),
      }),
    );
  }, [articles, hidden, small, texts, t]);
  const firstOnPhones = useMemo(() => firstFields(order), [order]);
  return useListColumns(columns, { hidden, firstOnPhones });
}

interface CellOptions {
  alternativeHidden: boolean;
  texts: BadgeTexts;
}

function cellOf(
  articles: Articles,
  column: TableColumn,
  row: number,
  { alternativeHidden, texts }: CellOptions,
) {
  if (column.kind === 'figure') return column.format(articles.cell(column.field, row));
  if (column.kind === 'code') return articles.cell(column.field, row);
  const isProduct = column.field === 'productName';
  const marked = markedRow(articles, row);
  const name = isProduct ? nameOf(articles, row) : articles.cell(column.field, row);
  const badges = isProduct ? productBadges(marked, alternativeHidden) : alternativeBadges(marked);
  const factOf: FactOf = (fact) => articles.cell(fact, row);
  return (
    <span className="products__name">
      <span className="products__text" title={name ?? undefined}>
        {name}
      </span>
      <RowBadges {...{ badges, factOf, texts }} />
    </span>
  );
}
