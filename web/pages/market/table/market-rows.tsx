import { memo, type ReactNode, startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { rangeOf, type Selection } from '../../../components/tables/cell-range.ts';
import { useWholeForReaders } from '../../../components/tables/rows-for-readers.ts';
import { WhyMark } from '../../../components/tables/why-mark.tsx';
import type { MarketColumn, MarketItem, Repeated, Repeats } from './market-columns.ts';

/** Heads the rows that have the same `of`; `idOf` is where links to the section lead. */
export interface MarketSection<Row> {
  of: (row: Row) => string;
  idOf: (row: Row) => string;
  head: (row: Row) => ReactNode;
}

interface MarketRowsProps<Row> {
  rows: readonly Row[];
  items: readonly MarketItem[];
  keyOf: (row: Row) => string;
  repeats: Repeats<Row> | undefined;
  columns: readonly MarketColumn<Row>[];
  /** What orders the list: on a phone that column stands first. */
  sortedBy: string | undefined;
  section: MarketSection<Row> | undefined;
  selection: Selection | null;
  /** Id of the active cell. */
  activeId: string;
  /** Rows of the window's height. */
  screenful: number;
  /** Pixels. */
  rowHeight: number;
}

const nothing: Repeated = [];

/** The rows of a list of the market and the headings above them; drawn anew only where one of these is another. */
export const MarketRows = memo(PlainRows) as typeof PlainRows;

function PlainRows<Row>(props: MarketRowsProps<Row>) {
  const { rows, items, keyOf, repeats, columns, sortedBy, section, selection, activeId } = props;
  const { screenful, rowHeight } = props;
  const range = selection && rangeOf(selection);
  const { count, room } = useRowsAhead(items, { first: screenful, rowHeight });
  const missing = items.length - count;
  return (
    <>
      {items.slice(0, count).map(({ kind, place }) => {
        const row = rows[place] as Row;
        if (kind === 'section') {
          return (
            <tr key={`section ${section?.of(row)}`} className="market-table__section">
              <th scope="colgroup" colSpan={columns.length} id={section?.idOf(row)} tabIndex={-1}>
                {section?.head(row)}
              </th>
            </tr>
          );
        }
        const selected = range && place >= range.top && place <= range.bottom;
        return (
          <Row
            key={keyOf(row)}
            row={row}
            place={place}
            above={rows[place - 1]}
            below={rows[place + 1]}
            repeats={repeats}
            columns={columns}
            sortedBy={sortedBy}
            active={selection?.active.row === place ? selection.active.column : -1}
            activeId={activeId}
            left={selected ? range.left : -1}
            right={selected ? range.right : -2}
          />
        );
      })}
      {missing > 0 && <tr className="data-table__room" style={{ height: missing * rowHeight }} ref={room} />}
    </>
  );
}

interface RowProps<Row> {
  row: Row;
  place: number;
  above: Row | undefined;
  below: Row | undefined;
  repeats: Repeats<Row> | undefined;
  columns: readonly MarketColumn<Row>[];
  sortedBy: string | undefined;
  /** Column of the active cell, and its id; -1 in other rows. */
  active: number;
  activeId: string;
  /** First and last selected column; -1 in rows without any. */
  left: number;
  right: number;
}

const Row = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>(props: RowProps<Row>) {
  const { row, place, above, below, repeats, columns, sortedBy, active, activeId, left, right } = props;
  const repeated = (above !== undefined && repeats?.(row, above)) || nothing;
  const goesOn = (below !== undefined && repeats?.(below, row)) || nothing;
  return (
    <tr data-place={place}>
      {columns.map(({ key, kind, heading, figure, order, cell }, index) => {
        const common = {
          id: index === active ? activeId : undefined,
          'data-kind': kind,
          'data-column': key,
          'data-repeats': repeated.includes(key),
          'data-goes-on': goesOn.includes(key),
          'aria-selected': index >= left && index <= right,
          'data-active': index === active,
        };
        if (kind === 'name') {
          return (
            <th key={key} scope="row" {...common}>
              {cell(row, repeated.includes(key))}
            </th>
          );
        }
        return (
          <td
            key={key}
            data-label={heading}
            data-sorted={(order !== undefined && order === sortedBy) || undefined}
            {...common}
          >
            {figure && index === active && <WhyMark />}
            {cell(row, repeated.includes(key))}
          </td>
        );
      })}
    </tr>
  );
}

interface RowsAheadOptions {
  /** Rows of the first screen, drawn at once. */
  first: number;
  /** Pixels of a row. */
  rowHeight: number;
}

/** Screens below what is seen for which rows are drawn. */
const screensAhead = 2;

/** Rows that are drawn at once, at least. */
const step = 20;

/**
 * How many of the rows to draw now: at first a screenful, then more as the room that stands for the others comes near.
 * Rows that nobody has looked at would have to be taken away again with the next choice, which takes the browser longer
 * than to draw the new ones. Print and search find every row.
 */
function useRowsAhead<Row>(rows: readonly Row[], options: RowsAheadOptions) {
  const { first, rowHeight } = options;
  const [drawn, setDrawn] = useState<{ rows: readonly Row[]; count: number }>({ rows, count: first });
  const [room, setRoom] = useState<Element | null>(null);
  // Who is further down stays there when the rows are read anew.
  const before = scrollY > innerHeight ? drawn.count : first;
  const count = Math.min(rows.length, drawn.rows === rows ? Math.max(first, drawn.count) : before);

  useEffect(() => {
    if (!room) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        const { top } = seen.boundingClientRect;
        const more = Math.max(step, Math.ceil(((screensAhead + 1) * innerHeight - top) / rowHeight));
        const draw = () => setDrawn({ rows, count: count + more });
        if (top < innerHeight) flushSync(draw);
        else startTransition(draw);
      },
      { rootMargin: `0px 0px ${screensAhead * 100}%` },
    );
    observer.observe(room);
    return () => observer.disconnect();
  }, [room, rows, count, rowHeight]);

  useWholeForReaders(count === rows.length, () => setDrawn({ rows, count: rows.length }));
  return {
    count,
    /** Of the row that stands for those that are missing. */
    room: setRoom,
  };
}
