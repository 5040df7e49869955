import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CartSubRow } from '#shared/schemas/cart.ts';
import { requestJson } from '../../../../api/client.ts';
import { type CartFilter, cartPath } from '../cart-queries.ts';
import type { ArticlesBehind } from './items.ts';

/** Which rows are opened, and the articles behind them. Another filter closes all. */
export function useArticlesBehind(directLinkId: string, cartKey: string, filter: CartFilter) {
  const list = JSON.stringify([cartKey, filter]);
  const [opened, setOpened] = useState<{ list: string; gtins: readonly string[] }>({ list, gtins: [] });
  const gtins = opened.list === list ? opened.gtins : [];
  const behind = useQueries({
    queries: gtins.map((gtin) => ({
      queryKey: ['cart-articles', directLinkId, list, gtin],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        requestJson<CartSubRow[]>(`${cartPath(directLinkId, cartKey)}/${gtin}`, {
          method: 'POST',
          json: filter,
          signal,
        }),
      // Closing removes them.
      gcTime: 0,
    })),
    combine: (queries) =>
      queries.map(
        ({ data, error }): ArticlesBehind => (data ? { articles: data } : error ? { error } : 'loading'),
      ),
  });
  return {
    opened: useMemo(
      () => new Map(gtins.map((gtin, place) => [gtin, behind[place] ?? 'loading'] as const)),
      [gtins, behind],
    ),
    toggle: (gtin: string) =>
      setOpened({
        list,
        gtins: gtins.includes(gtin) ? gtins.filter((each) => each !== gtin) : [...gtins, gtin],
      }),
  };
}
