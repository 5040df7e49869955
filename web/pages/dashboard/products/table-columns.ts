import type { ParseKeys } from 'i18next';
import type { product } from '#analytics/views/product.ts';
import type { RowOf } from '../../../api/views.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import type { ColumnOption } from './column-options.ts';

export type ProductRow = RowOf<typeof product>;
export type Order = 'alphabetical' | 'alphabetical_alternative' | NumberOrder;
type NumberOrder = 'qtySum' | 'efPreisSum' | 'pPreisSum' | 'turnoverPotential';

type Totals = 'qtySum1' | 'qtySum2' | 'efPreisSum' | 'pPreisSum' | 'turnoverPotential';

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
const tableColumns: readonly TableColumn[] = [
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
];

/**
 * The columns with the one that the list is in the order of right after the first, then potential and quantity: phones show
 * hardly more.
 */
export function orderedFirst(columns: readonly TableColumn[], order: Order): TableColumn[] {
  const [name, ...others] = columns;
  const ranks = [order, 'turnoverPotential', 'qtySum'];
  const rankOf = (column: TableColumn) => {
    const rank = ranks.indexOf(column.order ?? '');
    return rank < 0 ? ranks.length : rank;
  };
  return [...(name ? [name] : []), ...others.toSorted((one, other) => rankOf(one) - rankOf(other))];
}

/** The columns that these options leave. */
export function shownColumns(shown: readonly ColumnOption[]): TableColumn[] {
  return tableColumns.filter(({ options }) => options.every((option) => shown.includes(option)));
}
