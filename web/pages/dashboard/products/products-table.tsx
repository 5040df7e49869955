import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type RefObject,
  type UIEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { product, type productTotals } from '#analytics/views/product.ts';
import type { Columns } from '../../../api/arrow.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import type { RowOf } from '../../../api/views.ts';
import { usePrinting } from '../../../components/hooks/use-printing.ts';
import { useSmallScreen, useTouch } from '../../../components/hooks/use-small-screen.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyPart } from '../../../components/loading/lazy-part.tsx';
import type { Cell } from '../../../components/tables/cell-range.ts';
import type { ListColumn, ListOrder } from '../../../components/tables/list-columns.ts';
import { ListGrid, ListRow } from '../../../components/tables/list-table.tsx';
import { useGridCells } from '../../../components/tables/use-grid-cells.ts';
import { WaitingRows } from '../../../components/tables/waiting-rows.tsx';
import { WindowRows } from '../../../components/tables/window-rows.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { useAskWhy, whySum } from '../explain/why-button.tsx';
import { type MemberColumn, memberTotals } from '../members/member-columns.tsx';
import { BadgeNote } from './badge-note.tsx';
import type { ColumnOption } from './column-options.ts';
import { SelectionToCart } from './selection-to-cart.tsx';
import { type ProductRow as Article, nameOf, type Order, tableColumns } from './table-columns.ts';
import { useBadgeNote } from './use-badge-note.ts';
import type { BadgeTexts } from './use-badge-texts.ts';
import { useProductColumns } from './use-product-columns.tsx';
import './products-table.css';

const SelectionToMatch = lazyComponent(() => import('./selection-to-match.tsx'));

interface ProductsTableProps {
  directLinkId: string;
  label: string;
  /** undefined while the first ones are loading. */
  articles: Columns<Article> | undefined;
  /** Rows of the answer to show, in their order; null for the first `count`. */
  found: readonly number[] | null;
  count: number;
  /** Which columns it has. */
  options: readonly ColumnOption[];
  /** What members of a combined statistic have of each article. */
  byMember: readonly MemberColumn[];
  totals: RowOf<typeof productTotals> | null | undefined;
  /** What the totals are asked, but for which of them. */
  totalsQuestion: Omit<FigureQuestion, 'figure'>;
  order: ListOrder & { current: Order };
  /** What the list depends on beside its length: another one is shown from its start. */
  listKey: string;
  isStale: boolean;
  /** It has articles that are not in the catalogue, which the caller may match. */
  canMatch: boolean;
  texts: BadgeTexts;
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
  totals,
  order,
  texts,
  ...props
}: ProductsTableProps) {
  const { t } = useTranslation('products');
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const withTouch = useTouch();
  const rowHeight = useSmallScreen() ? 74 : withTouch ? 44 : 42;
  const columns = useProductColumns(articles, {
    options: props.options,
    order: order.current,
    texts,
    byMember: props.byMember,
  });
  const least = leastWidth(columns);
  const fits = useFits(box, least);
  const rows = useRowWindow(box, { count, rowHeight, covered, withPage: fits });
  const rowAt = useCallback((place: number) => found?.[place] ?? place, [found]);
  const keyAt = useCallback(
    (place: number) =>
      articles ? identifiers.map((field) => articles.cell(field, rowAt(place))).join(' ') : '',
    [articles, rowAt],
  );
  const sums = useTotals(totals, props.totalsQuestion, props.byMember);
  const notes = useBadgeNote(keyAt, rowAt);
  const ask = useAskWhy();
  const cells = useGridCells({
    columns,
    count: articles ? count : 0,
    rowAt,
    keyAt,
    page: rows.page,
    reveal: ({ row, column }: Cell) => {
      rows.reveal(row);
      revealColumn(box.current, column);
    },
    notes,
    onAsk:
      articles &&
      ask &&
      (({ figure, heading }, row: number) =>
        ask(
          { view: product.name, figure: figure!, row: articles.cell('article', row) },
          labelled(nameOf(articles, row), heading),
        )),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its start.
  useLayoutEffect(() => {
    rows.toStart();
  }, [props.listKey]);

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    notes.close();
    const sideways = String(currentTarget.scrollLeft > 0);
    if (currentTarget.dataset.sideways !== sideways) currentTarget.dataset.sideways = sideways;
  }

  return (
    <>
      <div
        className="data-table dense products"
        ref={box}
        data-fits={fits}
        data-wide={isWide(columns)}
        onScroll={onScroll}
        style={{ '--row-height': `${rowHeight}px`, '--least-width': least } as CSSProperties}
      >
        <ListGrid
          label={props.label}
          {...{ columns, order, cells, hintId }}
          totals={sums}
          isStale={props.isStale || !articles}
          rowCount={count}
        >
          {articles ? (
            <WindowRows window={rows} places={rows.places(cells.selection?.active.row)}>
              {(place) => (
                <ListRow
                  row={rowAt(place)}
                  aria-rowindex={place + 2}
                  columns={columns}
                  sortedBy={order.current}
                  {...cells.ofRow(place)}
                />
              )}
            </WindowRows>
          ) : (
            <WaitingRows rows={14} cells={columns.length - 1} />
          )}
        </ListGrid>
      </div>
      <p className="note data-table__hint" id={hintId}>
        {t('why')}
      </p>
      {props.canMatch ? (
        <LazyPart>
          <SelectionToMatch
            {...{ articles, rowAt }}
            selection={cells.selection}
            directLinkId={props.directLinkId}
          />
        </LazyPart>
      ) : (
        <SelectionToCart
          {...{ articles, rowAt }}
          selection={cells.selection}
          directLinkId={props.directLinkId}
        />
      )}
      <BadgeNote
        note={notes.note}
        factsOf={articles && ((row) => (fact) => articles.cell(fact, row))}
        texts={texts}
      />
    </>
  );
}

/** What stands below the columns; which articles it is of below their names. */
function useTotals(
  totals: ProductsTableProps['totals'],
  question: ProductsTableProps['totalsQuestion'],
  byMember: readonly MemberColumn[],
): Record<string, React.ReactNode>[] {
  const { t } = useTranslation('products');
  return useMemo(() => {
    if (!totals) return [{ productName: t('totalWaiting') }];
    const sums = tableColumns.flatMap((column) => {
      if (column.kind !== 'figure') return [];
      const { field: figure, heading, format } = column;
      const label = labelled(t('totalWaiting'), t(heading));
      return [[figure, whySum(question, { figure, label, written: format(totals[figure]) })]];
    });
    const written = t('total', { count: totals.rowCount, articles: formatCount(totals.rowCount) });
    const productName = whySum(question, { figure: 'rowCount', label: t('articlesTotal'), written });
    return [{ productName, ...Object.fromEntries(sums), ...memberTotals(byMember) }];
  }, [totals, question, byMember, t]);
}

function leastWidth(columns: readonly ListColumn<number>[]): string {
  const { fixed, names } = shares(columns);
  return `calc(${fixed}px + ${names} * var(--least-name))`;
}

/** Whether it needs more than the width that is comfortable to read, where the window has more. */
function isWide(columns: readonly ListColumn<number>[]): boolean {
  const { fixed, names } = shares(columns);
  return fixed + names * 270 > 1438;
}

function shares(columns: readonly ListColumn<number>[]): { fixed: number; names: number } {
  return {
    fixed: columns.reduce((sum, { width }) => sum + Number(width ?? 0), 0),
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

/** Whether a table with this least width has room in its box, so that nothing need scroll sideways. */
function useFits(box: RefObject<HTMLElement | null>, leastWidth: string): boolean {
  const [fits, setFits] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the least width is read from the table's style.
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const look = () => setFits(Number.parseFloat(getComputedStyle(table).minWidth) <= element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, leastWidth]);
  return fits;
}

interface RowWindowOptions {
  count: number;
  /** Of every row, in pixels. */
  rowHeight: number;
  /** What the heading and the totals cover of the box, or of the window that it scrolls with, in pixels. */
  covered: number;
  /** It scrolls with the page, not in its box. */
  withPage?: boolean;
}

/** Which rows of equal height are in sight: a list need not have more of them in the document. On paper it has all. */
function useRowWindow(box: RefObject<HTMLElement | null>, options: RowWindowOptions) {
  const { count, rowHeight, covered, withPage = false } = options;
  const printing = usePrinting();
  const scrollMargin = useTopOnPage(box, withPage);
  const common = {
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingEnd: covered,
    // By a timer instead the end of scrolling would be told before a scroll that has begun since, which then drew nothing.
    useScrollendEvent: true,
    initialRect: { width: 0, height: 16 * rowHeight },
  };
  const inBox = useVirtualizer({ ...common, enabled: !withPage, getScrollElement: () => box.current });
  const onPage = useWindowVirtualizer({ ...common, enabled: withPage, scrollMargin });
  const rows = withPage ? onPage : inBox;

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand elsewhere.
  useLayoutEffect(() => rows.measure(), [rowHeight]);

  return {
    count,
    rowHeight,
    /** Places of the rows in the document, and of one more that stays there wherever it is. */
    places(also = -1): number[] {
      if (printing) return Array.from({ length: count }, (_, place) => place);
      const seen = rows.getVirtualIndexes();
      if (also < 0 || also >= count || seen.includes(also)) return seen;
      return [...seen, also].sort((one, other) => one - other);
    },
    /** Rows of a screenful. */
    page: Math.max(1, Math.floor(((rows.scrollRect?.height ?? 0) - covered) / rowHeight)),
    /** Shows the first row at the top, where the list was scrolled beyond it. */
    toStart(): void {
      if ((rows.scrollOffset ?? 0) > (withPage ? scrollMargin : 0)) rows.scrollToIndex(0, { align: 'start' });
    },
    /** Scrolls no further than needed to bring a row between heading and totals. */
    reveal: (place: number) => rows.scrollToIndex(place),
  };
}

/** How far below the top of the page it begins, in pixels, where that matters. */
function useTopOnPage(box: RefObject<HTMLElement | null>, matters: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (matters && box.current) setTop(Math.round(box.current.getBoundingClientRect().top + scrollY));
  });
  return top;
}
