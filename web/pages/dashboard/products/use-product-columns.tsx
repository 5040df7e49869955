import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../api/arrow.ts';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { type ListColumn, useListColumns } from '../../../components/tables/list-columns.ts';
import { partOfLargest } from '../../../components/tables/part-of-largest.ts';
import { listColumnsOf, type MemberColumn } from '../members/member-columns.tsx';
import { alternativeBadges, type MarkedRow, productBadges } from './badges.ts';
import type { ColumnOption } from './column-options.ts';
import { RowBadges } from './row-badges.tsx';
import {
  copiedOf,
  type FigureColumn,
  firstFields,
  hiddenFields,
  nameOf,
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
  {
    options,
    order,
    texts,
    byMember,
  }: {
    options: readonly ColumnOption[];
    order: Order;
    texts: BadgeTexts;
    byMember: readonly MemberColumn[];
  },
): readonly ListColumn<number>[] {
  const { t } = useTranslation('products');
  const small = useSmallScreen();
  const hidden = useMemo(() => hiddenFields(options), [options]);
  const columns = useMemo(() => {
    const alternativeHidden = hidden.includes('alternativeProductName');
    const own = tableColumns.map(
      (column): ListColumn<number> => ({
        key: column.field,
        kind: column.kind,
        heading: t(column.heading),
        order: column.order,
        width: widthOf(column, small),
        ...(column.kind === 'figure' && { figure: column.field }),
        ...(column.kind === 'figure' && articles && { bar: barsOf(articles, column.field) }),
        cell: (row) => articles && cellOf(articles, column, row, { alternativeHidden, texts }),
        copied: (row) => (articles ? copiedOf(articles, column, row) : null),
      }),
    );
    const keyOf = (row: number) => articles?.cell('article', row) ?? '';
    // Beside what was bought, before what is offered instead.
    const place = own.findIndex(({ key }) => key === 'alternativeProductName');
    return own.toSpliced(place, 0, ...listColumnsOf(byMember, keyOf, 152));
  }, [articles, hidden, small, texts, t, byMember]);
  const firstOnPhones = useMemo(
    () => [...byMember.map(({ key }) => key), ...firstFields(order)],
    [byMember, order],
  );
  return useListColumns(columns, { hidden, firstOnPhones });
}

function barsOf(articles: Articles, field: FigureColumn['field']): (row: number) => number {
  return partOfLargest(Array(articles.rowCount).keys(), (row) => articles.cell(field, row));
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
    <span className="row row--tight row--apart products__name">
      <span className="dense__name" title={name ?? undefined}>
        {name}
      </span>
      <RowBadges {...{ badges, factOf, texts }} />
    </span>
  );
}

/** Of one row what its badges depend on. */
function markedRow(articles: Columns<ProductRow>, row: number): MarkedRow {
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
