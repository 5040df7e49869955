import { type ReactNode, useCallback, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn, ListOrder } from '../../../components/tables/list-columns.ts';
import { ListGrid } from '../../../components/tables/list-table.tsx';
import { drawAllRows } from '../../../components/tables/rows-for-readers.ts';
import { useGridCells } from '../../../components/tables/use-grid-cells.ts';
import { WaitingRows } from '../../../components/tables/waiting-rows.tsx';
import { BadgeNote } from '../../dashboard/products/badge-note.tsx';
import { useBadgeNote } from '../../dashboard/products/use-badge-note.ts';
import { type FactOf, useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import { type FigureRow, useMarketAsking } from '../why/market-why-button.tsx';
import { itemsOf, type Repeats } from './market-columns.ts';
import { MarketRows, type MarketSection } from './market-rows.tsx';
import './market-table.css';

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
    () => props.columns.map((column) => ({ ...column, label: column.heading })),
    [props.columns],
  );
  const keyAt = useCallback(
    (place: number) => {
      const row = rows?.[place];
      return row ? keyOf(row) : '';
    },
    [rows, keyOf],
  );
  const notes = useBadgeNote(samePlace);
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
        ask({ figure: figure!, label: `${nameOf?.(row) ?? ''}: ${heading}`, row: row as FigureRow })),
  });

  return (
    <>
      <div className="data-table market-table" data-waiting={!rows} ref={box}>
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
      <p className="data-table__hint" id={hintId}>
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
