import type { ParseKeys } from 'i18next';
import type { product } from '#analytics/views/product.ts';
import type { Columns } from '../../../api/arrow.ts';
import type { RowOf } from '../../../api/views.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import type { ColumnOption } from './column-options.ts';

export type ProductRow = RowOf<typeof product>;
export type Order = 'alphabetical' | 'alphabetical_alternative' | NumberOrder;
type NumberOrder = 'qtySum' | Exclude<Totals, 'qtySum1' | 'qtySum2'>;

type Totals =
  | 'qtySum1'
  | 'qtySum2'
  | 'efPreisSum'
  | 'pPreisSum'
  | 'turnoverPotential'
  | 'customersGain'
  | 'publicPriceDifference'
  | 'deductibleBefore'
  | 'deductibleAfter'
  | 'distributionShareBefore'
  | 'distributionShareAfter';

interface AnyColumn {
  heading: ParseKeys<'products'>;
  /** Options that all have to be on; none: always shown. */
  options: readonly ColumnOption[];
  /** The order that a press on the heading asks for. */
  order?: Order;
}

export interface TextColumn extends AnyColumn {
  kind: 'name' | 'code';
  field:
    | 'productName'
    | 'alternativeProductName'
    | 'gtin'
    | 'alternativeGTIN'
    | 'pharmacode1'
    | 'pharmacode2';
}

export interface FigureColumn extends AnyColumn {
  kind: 'figure';
  field: Totals;
  format: (value: number | null | undefined) => string;
  /** Digits behind the point when copied. */
  decimals: 0 | 2;
}

export type TableColumn = TextColumn | FigureColumn;

const packs = { kind: 'figure', format: formatCount, decimals: 0 } as const;
const francs = { kind: 'figure', format: formatAmount, decimals: 2 } as const;

/** Every column there is: what was bought, then what the provider offers instead. */
export const tableColumns: readonly TableColumn[] = [
  { kind: 'name', field: 'productName', heading: 'column.product', options: [], order: 'alphabetical' },
  { kind: 'code', field: 'gtin', heading: 'column.gtin', options: ['gtin'] },
  { kind: 'code', field: 'pharmacode1', heading: 'column.pharmacode', options: ['pharmacode'] },
  { ...packs, field: 'qtySum1', heading: 'column.quantity', options: ['quantity'], order: 'qtySum' },
  {
    ...francs,
    field: 'efPreisSum',
    heading: 'column.exFactory',
    options: ['exFactory'],
    order: 'efPreisSum',
  },
  { ...francs, field: 'pPreisSum', heading: 'column.public', options: ['public'], order: 'pPreisSum' },
  {
    kind: 'name',
    field: 'alternativeProductName',
    heading: 'column.alternative',
    options: ['alternative'],
    order: 'alphabetical_alternative',
  },
  {
    kind: 'code',
    field: 'alternativeGTIN',
    heading: 'column.alternativeGtin',
    options: ['alternative', 'gtin'],
  },
  {
    kind: 'code',
    field: 'pharmacode2',
    heading: 'column.alternativePharmacode',
    options: ['alternative', 'pharmacode'],
  },
  { ...packs, field: 'qtySum2', heading: 'column.existing', options: ['existing'] },
  {
    ...francs,
    field: 'turnoverPotential',
    heading: 'column.potential',
    options: [],
    order: 'turnoverPotential',
  },
  {
    ...francs,
    field: 'customersGain',
    heading: 'column.gain',
    options: ['gain'],
    order: 'customersGain',
  },
  {
    ...francs,
    field: 'publicPriceDifference',
    heading: 'column.publicDifference',
    options: ['publicDifference'],
    order: 'publicPriceDifference',
  },
  {
    ...francs,
    field: 'deductibleBefore',
    heading: 'column.deductibleBefore',
    options: ['deductible'],
    order: 'deductibleBefore',
  },
  {
    ...francs,
    field: 'deductibleAfter',
    heading: 'column.deductibleAfter',
    options: ['deductible'],
    order: 'deductibleAfter',
  },
  {
    ...francs,
    field: 'distributionShareBefore',
    heading: 'column.distributionShareBefore',
    options: ['distributionShare'],
    order: 'distributionShareBefore',
  },
  {
    ...francs,
    field: 'distributionShareAfter',
    heading: 'column.distributionShareAfter',
    options: ['distributionShare'],
    order: 'distributionShareAfter',
  },
];

/** The columns that these options leave. */
export function shownColumns(shown: readonly ColumnOption[]): TableColumn[] {
  return tableColumns.filter(({ options }) => options.every((option) => shown.includes(option)));
}

/** Fields of those that they do not. */
export function hiddenFields(shown: readonly ColumnOption[]): TableColumn['field'][] {
  const left = shownColumns(shown);
  return tableColumns.filter((column) => !left.includes(column)).map(({ field }) => field);
}

/** Of the column that the list is in the order of, then of potential and quantity: phones show hardly more. */
export function firstFields(current: Order): TableColumn['field'][] {
  const ranks: readonly Order[] = [...new Set<Order>([current, 'turnoverPotential', 'qtySum'])];
  return ranks
    .flatMap((rank) => tableColumns.filter(({ order }) => order === rank))
    .map(({ field }) => field);
}

/** Pixels; names share what the others leave. On phones two figures have room beside a name. */
export function widthOf(column: TableColumn, small: boolean): number | undefined {
  if (column.kind === 'name') return undefined;
  if (column.kind === 'figure' && small) return column.decimals === 0 ? 82 : 122;
  if (column.kind === 'figure') return column.decimals === 0 ? 104 : 152;
  return column.field.startsWith('pharmacode') ? 116 : 132;
}

/** What an article is called: an unknown one by its number. */
export function nameOf(articles: Columns<ProductRow>, row: number): string {
  return articles.cell('productName', row) ?? articles.cell('article', row);
}

/** What is copied of a cell: what stands there. */
export function copiedOf(articles: Columns<ProductRow>, column: TableColumn, row: number): string | null {
  if (column.field === 'productName') return nameOf(articles, row);
  if (column.kind !== 'figure') return articles.cell(column.field, row);
  return articles.cell(column.field, row)?.toFixed(column.decimals) ?? null;
}
