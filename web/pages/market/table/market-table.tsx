import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ListColumn, ListOrder } from '../../../components/tables/list-columns.ts';
import { ListGrid, ListRow } from '../../../components/tables/list-table.tsx';
import { partOfLargest } from '../../../components/tables/part-of-largest.ts';
import { drawAllRows, useWholeForReaders } from '../../../components/tables/rows-for-readers.ts';
import { type GridCells, useGridCells } from '../../../components/tables/use-grid-cells.ts';
import { WaitingRows } from '../../../components/tables/waiting-rows.tsx';
import { labelled } from '../../../i18n/labelled.ts';
import { BadgeNote } from '../../dashboard/products/badge-note.tsx';
import { useBadgeNote } from '../../dashboard/products/use-badge-note.ts';
import { type FactOf, useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import { type FigureRow, useMarketAsking } from '../why/market-why-button.tsx';
import { itemsOf, type MarketItem, type Repeats } from './market-columns.ts';
import './market-table.css';

/** Heads the rows that have the same `of`; `idOf` is where links to the section lead. */
interface MarketSection<Row> {
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

export interface MarketTableProps<Row> {
  label: string;
  columns: readonly ListColumn<Row>[];
  /** undefined while the first ones are loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  section?: MarketSection<Row> | undefined;
  repeats?: Repeats<Row>;
  /** What the marks of a row tell. */
  factsOf?: (row: Row) => FactOf;
  /** Below the columns with these keys; the first column says of what. */
  totals: Readonly<Record<string, ReactNode>>;
  order?: ListOrder;
  /** Shows the rows of an earlier choice. */
  isStale: boolean;
}

/** Rows of a screenful. */
const page = 12;

/** Pixels of a row that says when its product is expected. */
const rowHeight = 60;

const samePlace = (place: number) => place;

/** A list of the market: cells are moved in and copied as in a spreadsheet, headings and totals stay in sight. */
export function MarketTable<Row>(props: MarketTableProps<Row>) {
  const { label, rows, keyOf, section, repeats, factsOf, totals, order, isStale } = props;
  const { t } = useTranslation(['market', 'products', 'portal']);
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const texts = useBadgeTexts();
  const sectionOf = section?.of;
  const items = useMemo(() => rows && itemsOf(rows, sectionOf), [rows, sectionOf]);
  // Phones lay rows out as cards.
  const columns = useMemo(
    () =>
      props.columns.map((column): ListColumn<Row> => {
        const { figure, heading: label } = column;
        if (!figure || !rows) return { ...column, label };
        const readValue = (row: Row) => row[figure as keyof Row] as number | null;
        return { ...column, label, bar: partOfLargest(rows, readValue) };
      }),
    [props.columns, rows],
  );
  const keyAt = useCallback(
    (place: number) => {
      const row = rows?.[place];
      return row ? keyOf(row) : '';
    },
    [rows, keyOf],
  );
  const notes = useBadgeNote(rows, samePlace);
  const ask = useMarketAsking()?.ask;
  const nameOf = columns.find(({ kind }) => kind === 'name')?.copied;
  const cells = useGridCells({
    columns,
    count: rows?.length ?? 0,
    rowAt: (place) => rows?.[place] as Row,
    keyAt,
    page,
    reveal({ row }) {
      const find = () => box.current?.querySelector(`[data-place="${row}"]`);
      if (!find()) drawAllRows();
      find()?.scrollIntoView({ block: 'nearest' });
    },
    notes,
    onAsk:
      ask &&
      (({ figure, heading }, row) =>
        ask({ figure: figure!, label: labelled(nameOf?.(row) ?? '', heading), row: row as FigureRow })),
  });

  return (
    <>
      <div className="data-table cards cards--beside market-table" data-waiting={!rows} ref={box}>
        <ListGrid {...{ label, columns, order, cells, hintId }} totals={[totals]} isStale={isStale || !rows}>
          {rows?.length === 0 && (
            <tr className="market-table__nothing">
              <td colSpan={columns.length}>{t('portal:options.nothing')}</td>
            </tr>
          )}
          {rows && items ? (
            <MarketRows
              {...{ rows, items, keyOf, repeats, columns, section, rowHeight }}
              sortedBy={order?.current}
              ofRow={cells.ofRow}
              screenful={firstRows()}
            />
          ) : (
            <WaitingRows rows={firstRows()} cells={columns.length - 1} height={rowHeight} />
          )}
        </ListGrid>
      </div>
      <p className="note data-table__hint" id={hintId}>
        {factsOf ? t('hint') : t('hintCopy')}
        {ask && columns.some(({ figure }) => figure) && ` ${t('products:why')}`}
      </p>
      <BadgeNote
        note={notes.note}
        factsOf={rows && factsOf && ((row) => factsOf(rows[row] as Row))}
        texts={texts}
      />
    </>
  );
}

/** Rows of the window's height. */
function firstRows(): number {
  return Math.ceil(innerHeight / rowHeight);
}

/** The rows of a list of the market and the headings above them. */
function MarketRows<Row>(props: MarketRowsProps<Row>) {
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
