import type { LaidRow } from './table.ts';
import { HEAD_HEIGHT } from './table.ts';

/** Where pages after the first begin, and where rows end, in millimetres. */
export const PAGE_TOP = 12;
export const PAGE_BOTTOM = 283;

export type OrderPage = {
  /** Where the table's head stands. */
  top: number;
  rows: readonly LaidRow[];
  /** Where what follows the last row begins; null on all pages but the last. */
  closing: number | null;
};

/** Rows on pages, none cut in two; at least one stands together with what follows the last. */
export function pagesOf(rows: readonly LaidRow[], firstTop: number, closingHeight: number): OrderPage[] {
  const pages: OrderPage[] = [];
  let page = { top: firstTop, rows: [] as LaidRow[] };
  let y = firstTop + HEAD_HEIGHT;
  for (const row of rows) {
    if (y + row.height > PAGE_BOTTOM && (page.rows.length > 0 || page.top > PAGE_TOP)) turn();
    add(row);
  }
  if (y + closingHeight > PAGE_BOTTOM) {
    const last = page.rows.length > 1 ? page.rows.pop() : undefined;
    turn();
    if (last) add(last);
  }
  return [...pages, { ...page, closing: y }];

  function add(row: LaidRow): void {
    page.rows.push(row);
    y += row.height;
  }

  function turn(): void {
    pages.push({ ...page, closing: null });
    page = { top: PAGE_TOP, rows: [] };
    y = PAGE_TOP + HEAD_HEIGHT;
  }
}
