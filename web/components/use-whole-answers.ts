import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * The data of answers to one `question`, by name. While any is asked again, as all are when something is published, those
 * before stay: they come one after the other, and rows of one publication under totals of another are neither's. Of another
 * question too those before stay as long as something of it is still shown.
 */
export function useWholeAnswers<Data extends Record<string, unknown>>(
  queries: { [Name in keyof Data]: UseQueryResult<Data[Name]> },
  question: string,
): { [Name in keyof Data]: Data[Name] | undefined } {
  const all = Object.entries(queries) as [keyof Data, UseQueryResult<Data[keyof Data]>][];
  const data = Object.fromEntries(all.map(([name, query]) => [name, query.data])) as Data;
  const isFailed = all.some(([, query]) => query.isError);
  const last = useRef({ question, data });
  const isAnother = last.current.question !== question;
  const isAwaited = all.some(([, query]) =>
    isAnother ? query.isPlaceholderData : query.isFetching && query.isSuccess && !query.isPlaceholderData,
  );
  if (!isAwaited || (isAnother && isFailed)) last.current = { question, data };
  return last.current.data;
}
