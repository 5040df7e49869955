import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useParams } from 'react-router';
import { useKeptState } from '../../../components/hooks/use-kept-state.ts';
import { useWholeAnswers } from '../../../components/loading/use-whole-answers.ts';
import { useFindText } from '../../../components/tables/use-find-text.ts';
import { usePageChoice } from '../../../url-state/use-page-choice.ts';
import { findArticles } from './find-articles.ts';
import { pageSize, productsPage, productsQuery, productTotalsQuery } from './products-queries.ts';

/** The articles that the page's choices ask for, as many of them as are wanted, and those found among them. */
export function useProducts() {
  const { directLinkId = '' } = useParams();
  const used = usePageChoice(productsPage);
  const { choice } = used;
  const [wanted, setWanted] = useKeptState<number | null>('articles', pageSize);
  const { text, setText, isNear, approach, words, isSettled } = useFindText();
  const searched = useDeferredValue(text);

  const first = useQuery(productsQuery(directLinkId, choice, pageSize));
  const totals = useQuery(productTotalsQuery(directLinkId, choice));
  const isWhole = !first.isPlaceholderData && first.data !== undefined && first.data.rowCount < pageSize;
  const foundTotals = useQuery({
    ...productTotalsQuery(directLinkId, choice, words),
    enabled: words.length > 0,
  });
  const limit = isWhole ? pageSize : isNear || text ? null : wanted;
  const more = useQuery({
    ...productsQuery(directLinkId, choice, limit),
    enabled: limit !== pageSize,
  });

  const shown = useWholeAnswers(
    { first, more, totals, foundTotals },
    JSON.stringify([directLinkId, choice, words, limit]),
  );

  // The first rows of a new choice are there sooner than all of them.
  const isFresh = (query: typeof first) => query.data !== undefined && !query.isPlaceholderData;
  const source = limit === pageSize ? first : (([more, first] as const).find(isFresh) ?? more);
  const articles = (source === first ? shown.first : shown.more) ?? shown.first;
  const found = useMemo(() => articles && findArticles(articles, searched), [articles, searched]);
  const isFoundKnown = isSettled && !foundTotals.isPlaceholderData;
  const count = found?.length ?? Math.min(articles?.rowCount ?? 0, wanted ?? Number.POSITIVE_INFINITY);

  return {
    directLinkId,
    ...used,
    articles,
    /** Rows of the answer that were found; null when nothing is looked for. */
    found: found ?? null,
    /** Rows to show. */
    count,
    totals: shown.totals,
    /** Of the rows to show: of those found, where something is looked for; undefined until they are known. */
    shownTotals: found ? (isFoundKnown ? shown.foundTotals : undefined) : shown.totals,
    /** What they are asked. */
    asked: { ...choice, find: found ? words : [] },
    isStale: source.isPlaceholderData,
    /** Not all articles that are wanted are here yet. */
    isFilling: limit !== pageSize && !isFresh(more),
    error: first.error ?? more.error ?? totals.error ?? foundTotals.error,
    retry: () => {
      for (const query of [first, more, totals, foundTotals]) if (query.isError) query.refetch();
    },
    find: { text, setText, approach },
    showMore: () => setWanted(wanted === null ? null : wanted + pageSize),
    showAll: () => setWanted(null),
  };
}
