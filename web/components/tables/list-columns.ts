import {
  columnOrderingFeature,
  columnVisibilityFeature,
  metaHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { useSmallScreen } from '../hooks/use-small-screen.ts';

/** A column of a list. A row is what its cells are read from: of a long list its number in the answer. */
export interface ListColumn<Row> {
  key: string;
  /** The first one of kind `name` heads its row. */
  kind: 'name' | 'code' | 'text' | 'figure';
  heading: string;
  /** Only screen readers are told. */
  isUnheaded?: boolean;
  /** Stands below the heading. */
  unit?: ReactNode;
  /** Names share what the others leave. */
  width?: number | string | undefined;
  /** The order that a press on the heading asks for. */
  order?: string | undefined;
  /** Which way `order` goes, where it is not the usual one: names up, all else down. */
  sorted?: 'ascending' | 'descending' | undefined;
  /** Wire name of the figure that its cells hold, where the table asks why of them. */
  figure?: string;
  /** How long the bar behind its figure is where the list is in this column's order: see `partOfLargest`. */
  bar?: (row: Row) => number;
  /** Stands beside its cells where rows are laid out as cards. */
  label?: string;
  className?: string;
  /** What stands in a cell; of one that repeats the row above only screen readers are told. */
  cell: (row: Row, repeats: boolean) => ReactNode;
  title?: (row: Row) => string | undefined;
  /** What is copied of a cell: text, or a number with its digits behind the point. */
  copied?: (row: Row) => string | null;
}

/** What a list is in the order of, and the ways to another order where headings have them. */
export interface ListOrder {
  current: string;
  onChoose?(order: string): void;
}

interface Arrangement {
  /** Keys of columns that are not shown. */
  hidden?: readonly string[];
  /** Keys of the columns that stand right after the first one on phones, which show hardly more. */
  firstOnPhones?: readonly string[];
}

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<{ place: number }>(),
});
// Rows of its own would be an object each, and one more for every cell: 20,000 take longer than the whole answer.
const noRows: never[] = [];
const none: readonly string[] = [];

/** The columns that are shown, in their order. */
export function useListColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { hidden = none, firstOnPhones = none }: Arrangement = {},
): readonly ListColumn<Row>[] {
  const small = useSmallScreen();
  const defined = useMemo(() => columns.map(({ key }, place) => ({ id: key, meta: { place } })), [columns]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((key) => [key, false])), [hidden]);
  const first = columns[0]?.key;
  const columnOrder = useMemo(
    () => (small && first !== undefined ? [first, ...firstOnPhones] : []),
    [small, first, firstOnPhones],
  );
  const table = useTable({
    features,
    columns: defined,
    data: noRows,
    state: { columnVisibility, columnOrder },
  });
  const shown = table.getVisibleLeafColumns();
  return useMemo(() => shown.map(({ columnDef }) => columns[columnDef.meta!.place]!), [shown, columns]);
}
