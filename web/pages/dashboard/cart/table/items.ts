import { isLate } from '#shared/delivery-day.ts';
import type { CartRow, CartSubRow } from '#shared/schemas/cart.ts';

/** The articles behind a row that was opened. */
export type ArticlesBehind = { articles: readonly CartSubRow[] } | 'loading' | { error: unknown };

/** A line of the table. All have the same height. */
export type Item =
  | { kind: 'row'; key: string; row: CartRow; isOpen: boolean; number: number }
  | { kind: 'late'; key: string; row: CartRow }
  | { kind: 'article'; key: string; row: CartRow; article: CartSubRow }
  | { kind: 'loading'; key: string; row: CartRow }
  | { kind: 'failed'; key: string; row: CartRow; error: unknown };

/** Rows with what stands below them. */
export function itemsOf(
  rows: readonly CartRow[],
  opened: ReadonlyMap<string, ArticlesBehind>,
  days: { day: string; today: string },
): Item[] {
  return rows.flatMap((row, number): Item[] => {
    const { gtin } = row;
    const behind = opened.get(gtin);
    const items: Item[] = [{ kind: 'row', key: gtin, row, isOpen: behind !== undefined, number }];
    if (isLate(row, days)) items.push({ kind: 'late', key: `${gtin} late`, row });
    if (behind === undefined) return items;
    if (behind === 'loading') return [...items, { kind: 'loading', key: `${gtin} loading`, row }];
    if ('error' in behind)
      return [...items, { kind: 'failed', key: `${gtin} failed`, row, error: behind.error }];
    return [
      ...items,
      ...behind.articles.map((article) => ({
        kind: 'article' as const,
        key: `${gtin} ${article.article}`,
        row,
        article,
      })),
    ];
  });
}
