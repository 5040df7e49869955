import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useId,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { sayCopied } from '../../../components/feedback/say-copied.ts';
import { type Cell, rangeOf } from '../../../components/tables/cell-range.ts';
import { drawAllRows } from '../../../components/tables/rows-for-readers.ts';
import { useCellSelection } from '../../../components/tables/use-cell-selection.ts';
import { WaitingRows } from '../../../components/tables/waiting-rows.tsx';
import { BadgeNote } from '../../dashboard/products/badge-note.tsx';
import { useBadgeNote } from '../../dashboard/products/use-badge-note.ts';
import { type FactOf, useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import { type FigureRow, useMarketAsking } from '../why/ask-market-why.ts';
import { copiedCells, itemsOf, type MarketColumn, type Repeats } from './market-columns.ts';
import { MarketRows, type MarketSection } from './market-rows.tsx';
import '../../../components/tables/data-table.css';
import './market-table.css';

export interface MarketTableProps<Row> {
  label: string;
  columns: readonly MarketColumn<Row>[];
  /** undefined while the first ones are loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  section?: MarketSection<Row> | undefined;
  repeats?: Repeats<Row>;
  /** What the marks of a row tell. */
  factsOf?: (row: Row) => FactOf;
  /** Below the columns with these keys; the first column says of what. */
  totals: Readonly<Record<string, ReactNode>>;
  order?: { current: string; onChoose: (order: string) => void; onConsider: (order: string) => void };
  /** Shows the rows of an earlier choice. */
  isStale: boolean;
}

/** Rows of a screenful. */
const page = 12;

/** Pixels of a row that says when its product is expected. */
const rowHeight = 60;

/** A list of the market: cells are moved in and copied as in a spreadsheet, headings and totals stay in sight. */
export function MarketTable<Row>(props: MarketTableProps<Row>) {
  const { label, columns, rows, keyOf, section, repeats, factsOf, totals, order, isStale } = props;
  const { t } = useTranslation(['market', 'products', 'portal']);
  const table = useRef<HTMLTableElement>(null);
  const activeId = useId();
  const hintId = useId();
  const texts = useBadgeTexts();
  const sectionOf = section?.of;
  const items = useMemo(() => rows && itemsOf(rows, sectionOf), [rows, sectionOf]);
  const keyAt = useCallback(
    (place: number) => {
      const row = rows?.[place];
      return row ? keyOf(row) : '';
    },
    [rows, keyOf],
  );
  const { selection, handlers } = useCellSelection({
    extent: { rows: rows?.length ?? 0, columns: columns.length, page },
    keyAt,
    reveal: ({ row }: Cell) => {
      const find = () => table.current?.querySelector(`[data-place="${row}"]`);
      if (!find()) drawAllRows();
      find()?.scrollIntoView({ block: 'nearest' });
    },
  });
  const badges = useBadgeNote((place) => place);
  const questions = useMarketQuestions({ columns, rows, active: selection?.active });

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    badges.close();
    handlers.onKeyDown(event);
    if (questions.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    const cell = document.getElementById(activeId);
    const opens = cell?.querySelector<HTMLElement>('[data-opens]');
    if (opens) opens.click();
    else badges.showCell(cell);
  }
  function onClick(event: MouseEvent<HTMLElement>) {
    badges.handlers.onClick(event);
    questions.onClick(event);
  }
  function onCopy(event: ClipboardEvent) {
    // What is copied in a dialog that a cell has opened is none of the table's.
    const isInside = event.currentTarget.contains(event.target as Node);
    if (!selection || !rows || !isInside) return;
    event.clipboardData.setData('text/plain', copiedCells(rows, columns, selection));
    event.preventDefault();
    const { top, bottom, left, right } = rangeOf(selection);
    sayCopied(t('products:copied', { count: (bottom - top + 1) * (right - left + 1) }));
  }

  return (
    <>
      <div className="data-table market-table">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved in is a grid.
          role="grid"
          aria-label={label}
          aria-busy={isStale || !rows}
          aria-multiselectable
          aria-describedby={hintId}
          aria-activedescendant={selection ? activeId : undefined}
          tabIndex={0}
          {...handlers}
          {...badges.handlers}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={questions.onDoubleClick}
          onCopy={onCopy}
        >
          {/* Chromium follows other widths of the same columns only frames later. */}
          <colgroup key={columns.map(({ key }) => key).join()}>
            {columns.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ key, kind, heading, order: own }) => (
                <th
                  key={key}
                  scope="col"
                  data-kind={kind}
                  aria-sort={
                    own && own === order?.current ? (kind === 'name' ? 'ascending' : 'descending') : undefined
                  }
                >
                  {own && order ? (
                    <button
                      type="button"
                      className="data-table__sort"
                      onClick={() => order.onChoose(own)}
                      onPointerEnter={() => order.onConsider(own)}
                    >
                      {heading}
                    </button>
                  ) : (
                    heading
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.length === 0 && (
              <tr className="market-table__nothing">
                <td colSpan={columns.length}>{t('portal:options.nothing')}</td>
              </tr>
            )}
            {rows && items ? (
              <MarketRows
                rows={rows}
                items={items}
                keyOf={keyOf}
                repeats={repeats}
                columns={columns}
                sortedBy={order?.current}
                section={section}
                selection={selection}
                activeId={activeId}
                screenful={firstRows()}
                rowHeight={rowHeight}
              />
            ) : (
              <WaitingRows rows={firstRows()} cells={columns.length - 1} height={rowHeight} />
            )}
          </tbody>
          <tfoot>
            <tr>
              {columns.map(({ key, kind, heading }) =>
                kind === 'name' ? (
                  <th key={key} scope="row">
                    {totals[key]}
                  </th>
                ) : (
                  <td key={key} data-kind={kind} data-label={heading} data-empty={totals[key] === undefined}>
                    {totals[key]}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="market-table__hint" id={hintId}>
        {factsOf ? t('hint') : t('hintCopy')}
        {questions.isAnswered && columns.some(({ figure }) => figure) && ` ${t('products:why')}`}
      </p>
      <BadgeNote
        note={badges.note}
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

interface MarketQuestionsOptions<Row> {
  columns: readonly MarketColumn<Row>[];
  rows: readonly Row[] | undefined;
  active: Cell | undefined;
}

/** Asks why of the active cell: with Enter, with a double click, or with the mark that stands in it. */
function useMarketQuestions<Row>({ columns, rows, active }: MarketQuestionsOptions<Row>) {
  const ask = useMarketAsking()?.ask ?? null;

  /** False where the cell holds no figure. */
  function askOf(grid: HTMLElement): boolean {
    const column = active && columns[active.column];
    const row = active && rows?.[active.row];
    if (!ask || !row || !column?.figure) return false;
    // The focus comes back to the cells, not to the mark among them.
    grid.focus({ preventScroll: true });
    const name = columns.find(({ kind }) => kind === 'name')?.copied(row) ?? '';
    ask({ figure: column.figure, label: `${name}: ${column.heading}`, row: row as FigureRow });
    return true;
  }

  return {
    /** Whether anything is answered here. */
    isAnswered: ask !== null,
    /** True when the key was a question. */
    onKeyDown(event: KeyboardEvent<HTMLElement>): boolean {
      const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      if (event.key !== 'Enter' || !plain || event.target !== event.currentTarget) return false;
      if (!askOf(event.currentTarget)) return false;
      event.preventDefault();
      return true;
    },
    onClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
      if ((target as Element).closest('[data-why]')) askOf(currentTarget);
    },
    onDoubleClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
      if ((target as Element).closest('tbody td[data-active="true"]')) askOf(currentTarget);
    },
  };
}
