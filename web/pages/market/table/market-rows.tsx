import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListColumn } from '../../../components/tables/list-columns.ts';
import { ListRow } from '../../../components/tables/list-table.tsx';
import { useWholeForReaders } from '../../../components/tables/rows-for-readers.ts';
import type { GridCells } from '../../../components/tables/use-grid-cells.ts';
import type { MarketItem, Repeats } from './market-columns.ts';

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
  columns: readonly ListColumn<Row>[];
  /** What orders the list: on a phone that column stands first. */
  sortedBy: string | undefined;
  section: MarketSection<Row> | undefined;
  ofRow: GridCells['ofRow'];
  /** Rows of the window's height. */
  screenful: number;
  /** Pixels. */
  rowHeight: number;
}

const nothing: readonly string[] = [];

/** The rows of a list of the market and the headings above them. */
export function MarketRows<Row>(props: MarketRowsProps<Row>) {
  const { rows, items, keyOf, repeats, columns, sortedBy, section, ofRow, screenful, rowHeight } = props;
  const { count, room } = useRowsAhead(items, { first: screenful, rowHeight });
  const missing = items.length - count;
  const repeatedIn = (row: Row | undefined, above: Row | undefined) =>
    (row !== undefined && above !== undefined && repeats?.(row, above)) || nothing;
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
        return (
          <ListRow
            key={keyOf(row)}
            {...{ row, columns, sortedBy }}
            repeated={repeatedIn(row, rows[place - 1])}
            goesOn={repeatedIn(rows[place + 1], row)}
            {...ofRow(place)}
          />
        );
      })}
      {missing > 0 && <tr className="data-table__room" style={{ height: missing * rowHeight }} ref={room} />}
    </>
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
