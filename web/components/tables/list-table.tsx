import { type ComponentProps, type CSSProperties, type HTMLAttributes, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn, ListOrder } from './list-columns.ts';
import { RowsInSteps } from './rows-in-steps.tsx';
import { ScrollingTable } from './scrolling-table.tsx';
import type { GridCells } from './use-grid-cells.ts';
import { WaitingRows } from './waiting-rows.tsx';
import './data-table.css';

interface AnyTableProps<Row> {
  label: string;
  /** Those shown. */
  columns: readonly ListColumn<Row>[];
  order?: ListOrder | undefined;
  /** A row below the list, or several, by the keys of columns. */
  totals?: readonly Readonly<Record<string, ReactNode>>[];
  /** Shows the rows of an earlier choice. */
  isStale?: boolean;
}

interface ListTableProps<Row> extends AnyTableProps<Row> {
  /** undefined while the first ones are loading. */
  rows?: readonly Row[] | undefined;
  keyOf?: (row: Row) => string;
  /** Rows that are shaded. */
  isRetired?: (row: Row) => boolean;
  /** Of the rows' body. */
  body?: HTMLAttributes<HTMLElement>;
  /** Columns as wide with rows as without, so that nothing moves when they come: names, then figures. */
  isFixed?: boolean;
  /** Bodies of its own instead of one of `rows`. */
  children?: ReactNode;
}

/** A list, all rows of which are in the document. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, order, rows, keyOf = String, body, isStale = false, isFixed = false } = props;
  const sortedBy = order?.current;
  return (
    <ScrollingTable {...{ label, isStale, isFixed }}>
      <Head columns={columns} order={order} />
      {props.children ?? (
        <tbody {...body}>
          {rows ? (
            <RowsInSteps rows={rows}>
              {(row) => {
                const key = keyOf(row);
                const retired = props.isRetired?.(row);
                return (
                  <ListRow key={key} data-row={key} data-retired={retired} {...{ row, columns, sortedBy }} />
                );
              }}
            </RowsInSteps>
          ) : (
            <WaitingRows cells={columns.length - 1} />
          )}
        </tbody>
      )}
      <Totals {...props} />
    </ScrollingTable>
  );
}

interface ListGridProps<Row> extends AnyTableProps<Row> {
  cells: GridCells;
  /** Id of what says how its cells are moved in. */
  hintId: string;
  /** Rows of the list, where not all are in the document. */
  rowCount?: number;
  /** Its rows. */
  children: ReactNode;
}

/** A list whose cells are moved in, selected and copied as in a spreadsheet. */
export function ListGrid<Row>(props: ListGridProps<Row>) {
  const { label, columns, order, isStale = false, cells, hintId, rowCount, children } = props;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved in is a grid.
      role="grid"
      className="data-table__grid"
      aria-label={label}
      aria-busy={isStale}
      aria-multiselectable
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 2}
      aria-colcount={rowCount === undefined ? undefined : columns.length}
      aria-describedby={hintId}
      tabIndex={0}
      {...cells.ofGrid}
    >
      {/* Chromium follows other widths of the same columns only frames later. */}
      <colgroup key={columns.map(({ key }) => key).join()}>
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <Head columns={columns} order={order} isGrid rowCount={rowCount} />
      <tbody>{children}</tbody>
      <Totals {...props} isGrid />
    </table>
  );
}

interface HeadProps<Row> extends Pick<AnyTableProps<Row>, 'columns' | 'order'> {
  isGrid?: boolean;
  rowCount?: number | undefined;
}

/** Headings, of which some put the list in their order. */
function Head<Row>({ columns, order, isGrid = false, rowCount }: HeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={rowCount === undefined ? undefined : 1}>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-kind={isGrid ? column.kind : undefined}
            data-figure={isGrid || column.kind !== 'figure' ? undefined : column.key}
            aria-sort={sortOf(column, order)}
          >
            {column.order && order?.onChoose ? (
              <button
                type="button"
                className="plain-button data-table__sort"
                onClick={() => order.onChoose?.(column.order!)}
              >
                {column.heading}
              </button>
            ) : (
              headingOf(column)
            )}
            {column.unit}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function headingOf<Row>({ heading, isUnheaded }: ListColumn<Row>): ReactNode {
  return isUnheaded ? <span className="visually-hidden">{heading}</span> : heading;
}

function sortOf<Row>({ kind, order: own, sorted }: ListColumn<Row>, order: ListOrder | undefined) {
  if (own === undefined || own !== order?.current) return undefined;
  return sorted ?? (kind === 'name' ? 'ascending' : 'descending');
}

interface ListRowProps<Row> extends ComponentProps<'tr'> {
  row: Row;
  columns: readonly ListColumn<Row>[];
  /** The order of the list. */
  sortedBy?: string | undefined;
  headScope?: 'row' | 'rowgroup';
  /** Of a grid: column of the active cell and its id, first and last selected column; beyond all where there is none. */
  active?: number;
  activeId?: string;
  left?: number;
  right?: number;
  /** Keys of columns that say the same as in the row above, and as in the one below. */
  repeated?: readonly string[];
  goesOn?: readonly string[];
}

/** A row of a list, drawn anew only where something of it is another. */
export const ListRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>(props: ListRowProps<Row>) {
  const { row, columns, sortedBy, headScope = 'row', ...others } = props;
  const { active = -1, activeId, left, right = -1, repeated, goesOn, ...attributes } = others;
  const head = headOf(columns);
  return (
    <tr {...attributes}>
      {columns.map((column, index) => {
        const { key, kind, order, className, label } = column;
        const isSorted = order !== undefined && order === sortedBy;
        const repeats = repeated?.includes(key) ?? false;
        const common = left !== undefined && {
          id: index === active ? activeId : undefined,
          'data-kind': kind,
          'data-column': key,
          'data-repeats': repeats || undefined,
          'data-goes-on': goesOn?.includes(key) || undefined,
          'aria-selected': index >= left && index <= right,
          'data-active': index === active,
        };
        if (column === head) {
          return (
            <th key={key} scope={headScope} className={className} {...common}>
              {column.cell(row, repeats)}
            </th>
          );
        }
        return (
          <td
            key={key}
            className={className}
            title={column.title?.(row)}
            data-label={label}
            data-sorted={isSorted || undefined}
            style={isSorted ? lengthOf(column.bar?.(row)) : undefined}
            {...common}
          >
            {column.figure && index === active && <WhyMark />}
            {column.cell(row, repeats)}
          </td>
        );
      })}
    </tr>
  );
}

/** Of the bar behind a figure. */
function lengthOf(part = 0): CSSProperties | undefined {
  return part === 0 ? undefined : ({ '--bar': part } as CSSProperties);
}

interface TotalsProps<Row> extends Pick<AnyTableProps<Row>, 'columns' | 'totals'> {
  isGrid?: boolean;
  rowCount?: number;
}

function Totals<Row>({ columns, totals = [], isGrid = false, rowCount }: TotalsProps<Row>) {
  if (totals.length === 0) return null;
  const head = headOf(columns);
  // Words at the end have no sums: one cell stands below them.
  const words = isGrid ? 0 : columns.length - 1 - columns.findLastIndex(({ kind }) => kind !== 'text');
  return (
    <tfoot>
      {totals.map((total, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places.
        <tr key={place} aria-rowindex={rowCount === undefined ? undefined : rowCount + 2}>
          {columns.slice(0, columns.length - words).map((column) => {
            const { key, kind, label } = column;
            if (column === head) {
              return (
                <th key={key} scope="row">
                  {total[key]}
                </th>
              );
            }
            return (
              <td
                key={key}
                data-kind={isGrid ? kind : undefined}
                data-label={label}
                data-empty={label === undefined ? undefined : total[key] === undefined}
              >
                {total[key]}
              </td>
            );
          })}
          {words > 0 && <td colSpan={words} />}
        </tr>
      ))}
    </tfoot>
  );
}

/** What heads a row. */
function headOf<Row>(columns: readonly ListColumn<Row>[]): ListColumn<Row> | undefined {
  return columns.find(({ kind }) => kind === 'name');
}

/** Stands in the active cell where it holds a figure, and asks why when it is pressed; the table listens. */
function WhyMark() {
  const { t } = useTranslation('why');
  return (
    <button
      type="button"
      tabIndex={-1}
      className="why-mark"
      data-why
      aria-label={t('short')}
      title={t('hint')}
    />
  );
}
