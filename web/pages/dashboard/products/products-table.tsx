import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type UIEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { productTotals } from '#analytics/views/product.ts';
import type { Columns } from '../../../api/arrow.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import type { RowOf } from '../../../api/views.ts';
import { sayCopied } from '../../../components/feedback/say-copied.ts';
import { WaitingRows } from '../../../components/tables/waiting-rows.tsx';
import '../../../components/tables/data-table.css';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { type Cell, rangeOf, type Selection } from '../../../components/tables/cell-range.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { BadgeNote } from './badge-note.tsx';
import { copiedText } from './copied-text.ts';
import { ProductRow } from './product-row.tsx';
import './products-table.css';
import { usePrinting } from '../../../components/hooks/use-printing.ts';
import { useCellSelection } from '../../../components/tables/use-cell-selection.ts';
import { SelectionToCart } from './selection-to-cart.tsx';
import type { ProductRow as Article, Order, TableColumn } from './table-columns.ts';
import { TableHead } from './table-head.tsx';
import { useBadgeNote } from './use-badge-note.ts';
import { useBadgeTexts } from './use-badge-texts.ts';
import { useCellQuestions } from './use-cell-questions.ts';
import { useFits } from './use-fits.ts';
import { useRowWindow } from './use-row-window.ts';

interface ProductsTableProps {
  directLinkId: string;
  label: string;
  /** undefined while the first ones are loading. */
  articles: Columns<Article> | undefined;
  /** Rows of the answer to show, in their order; null for the first `count`. */
  found: readonly number[] | null;
  count: number;
  columns: readonly TableColumn[];
  totals: RowOf<typeof productTotals> | null | undefined;
  /** What the totals are asked, but for which of them. */
  totalsQuestion: Omit<FigureQuestion, 'figure'>;
  order: { current: Order; onChoose: (order: Order) => void; onConsider: (order: Order) => void };
  /** What the list depends on beside its length: another one is shown from its start. */
  listKey: string;
  isStale: boolean;
}

/** Heading and totals, which cover the box's ends, in pixels. */
const covered = 100;

/** What tells articles apart. */
const identifiers = ['gtin', 'pharmacode1', 'productName'] as const;

/** Articles, of which only those in sight are in the document; on paper all of them. */
export function ProductsTable({
  articles,
  found,
  count,
  columns,
  totals,
  totalsQuestion,
  order,
  ...props
}: ProductsTableProps) {
  const { t } = useTranslation('products');
  const box = useRef<HTMLDivElement>(null);
  const activeId = useId();
  const hintId = useId();
  const small = useSmallScreen();
  const rowHeight = small ? 74 : 42;
  const printing = usePrinting();
  const texts = useBadgeTexts();
  const rowAt = useCallback((place: number) => found?.[place] ?? place, [found]);
  const keyAt = useCallback(
    (place: number) =>
      articles ? identifiers.map((field) => articles.cell(field, rowAt(place))).join(' ') : '',
    [articles, rowAt],
  );

  const least = leastWidth(columns, small);
  const fits = useFits(box, least);
  const rows = useRowWindow(box, { count, rowHeight, covered });
  const reveal = ({ row, column }: Cell) => {
    rows.reveal(row);
    revealColumn(box.current, column);
  };
  const { selection, handlers } = useCellSelection({
    extent: { rows: count, columns: columns.length, page: rows.page },
    keyAt,
    reveal,
  });
  const badges = useBadgeNote(rowAt);
  const questions = useCellQuestions({ articles, columns, rowAt, active: selection?.active });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its start.
  useLayoutEffect(() => {
    rows.toStart();
  }, [props.listKey]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    badges.close();
    handlers.onKeyDown(event);
    if (questions.onKeyDown(event)) return;
    if (event.key === 'Enter' && event.target === event.currentTarget) {
      badges.showCell(document.getElementById(activeId));
    }
  }
  function onClick(event: MouseEvent<HTMLElement>) {
    badges.handlers.onClick(event);
    questions.onClick(event);
  }
  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    badges.close();
    const sideways = String(currentTarget.scrollLeft > 0);
    if (currentTarget.dataset.sideways !== sideways) currentTarget.dataset.sideways = sideways;
  }
  function onCopy(event: ClipboardEvent) {
    if (!selection || !articles) return;
    event.clipboardData.setData('text/plain', copiedText(articles, columns, selection, rowAt));
    event.preventDefault();
    sayCopied(t('copied', { count: countCells(selection) }));
  }

  const [first, last] = printing ? [0, count] : [rows.first, rows.last];
  const places = Array.from({ length: last - first }, (_, index) => first + index);
  const before = first * rowHeight;
  const after = (count - last) * rowHeight;
  const range = selection && rangeOf(selection);

  return (
    <>
      <div
        className="data-table products"
        ref={box}
        data-fits={fits}
        data-wide={isWide(columns)}
        onScroll={onScroll}
        style={{ '--row-height': `${rowHeight}px`, '--least-width': least } as CSSProperties}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved in is a grid.
          role="grid"
          aria-label={props.label}
          aria-busy={props.isStale || !articles}
          aria-multiselectable
          aria-rowcount={count + 2}
          aria-colcount={columns.length}
          aria-describedby={hintId}
          aria-activedescendant={selection && places.includes(selection.active.row) ? activeId : undefined}
          tabIndex={0}
          {...handlers}
          {...badges.handlers}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={questions.onDoubleClick}
          onCopy={onCopy}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.field} style={{ width: widthOf(column, small) }} />
            ))}
          </colgroup>
          <TableHead columns={columns} order={order} />
          <tbody>
            {before > 0 && <Gap height={before} />}
            {articles ? (
              places.map((place) => {
                const selected = range && place >= range.top && place <= range.bottom;
                return (
                  <ProductRow
                    key={place}
                    articles={articles}
                    row={rowAt(place)}
                    place={place}
                    columns={columns}
                    sortedBy={order.current}
                    texts={texts}
                    active={selection?.active.row === place ? selection.active.column : -1}
                    activeId={activeId}
                    left={selected ? range.left : -1}
                    right={selected ? range.right : -2}
                  />
                );
              })
            ) : (
              <WaitingRows rows={14} cells={columns.length - 1} />
            )}
            {after > 0 && <Gap height={after} />}
          </tbody>
          <tfoot>
            <tr aria-rowindex={count + 2}>
              {columns.map((column) =>
                column.field === 'productName' ? (
                  <th key={column.field} scope="row">
                    {totals ? (
                      <WhyButton
                        question={{ ...totalsQuestion, figure: 'rowCount' }}
                        label={t('articlesTotal')}
                      >
                        {t('total', { count: totals.rowCount, articles: formatCount(totals.rowCount) })}
                      </WhyButton>
                    ) : (
                      t('totalWaiting')
                    )}
                  </th>
                ) : (
                  <td key={column.field}>
                    {column.kind === 'figure' && totals && (
                      <WhyButton
                        question={{ ...totalsQuestion, figure: column.field }}
                        label={`${t('totalWaiting')}: ${t(column.heading)}`}
                      >
                        {column.format(totals[column.field])}
                      </WhyButton>
                    )}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="products__hint" id={hintId}>
        {t('why')}
      </p>
      <SelectionToCart {...{ articles, rowAt, selection }} directLinkId={props.directLinkId} />
      <BadgeNote
        note={badges.note}
        factsOf={articles && ((row) => (fact) => articles.cell(fact, row))}
        texts={texts}
      />
    </>
  );
}

/** Stands for the rows out of sight. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot be focused.
    <tr className="products__gap" aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}

function countCells(selection: Selection): number {
  const { top, bottom, left, right } = rangeOf(selection);
  return (bottom - top + 1) * (right - left + 1);
}

/** Pixels; names share what the others leave. On phones two figures have room beside a name. */
function widthOf(column: TableColumn, small: boolean): number | undefined {
  if (column.kind === 'name') return undefined;
  if (column.kind === 'figure' && small) return column.decimals === 0 ? 82 : 122;
  if (column.kind === 'figure') return column.decimals === 0 ? 104 : 152;
  return column.field.startsWith('pharmacode') ? 116 : 132;
}

function leastWidth(columns: readonly TableColumn[], small: boolean): string {
  const { fixed, names } = shares(columns, small);
  return `calc(${fixed}px + ${names} * var(--least-name))`;
}

/** Whether it needs more than the width that is comfortable to read, where the window has more. */
function isWide(columns: readonly TableColumn[]): boolean {
  const { fixed, names } = shares(columns, false);
  return fixed + names * 270 > 1438;
}

function shares(columns: readonly TableColumn[], small: boolean): { fixed: number; names: number } {
  return {
    fixed: columns.reduce((sum, column) => sum + (widthOf(column, small) ?? 0), 0),
    names: columns.filter(({ kind }) => kind === 'name').length,
  };
}

/** Scrolls sideways until a column stands free of the first one, which stays. */
function revealColumn(box: HTMLElement | null, column: number): void {
  const heads = box?.querySelectorAll<HTMLElement>('thead th');
  const head = heads?.[column];
  const first = heads?.[0];
  if (!box || !head || !first || column === 0) return;
  const sticks = getComputedStyle(first).left === '0px' ? first.offsetWidth : 0;
  const { offsetLeft: left, offsetWidth: width } = head;
  if (left - sticks < box.scrollLeft) box.scrollLeft = left - sticks;
  else if (left + width > box.scrollLeft + box.clientWidth) box.scrollLeft = left + width - box.clientWidth;
}
