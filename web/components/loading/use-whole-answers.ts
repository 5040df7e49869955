import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * The data of answers to one `question`, by name. While any is asked again, as all are when something is published, those
 * before stay: they come one after the other, and rows of one publication under totals of another are neither's. With
 * `holdsBefore` those of the question before stay too, as long as any of them is still shown for the next.
 */
export function useWholeAnswers<Data extends Record<string, unknown>>(
  queries: { [Name in keyof Data]: UseQueryResult<Data[Name]> },
  question: string,
  { holdsBefore = false } = {},
): { [Name in keyof Data]: Data[Name] | undefined } {
  const all = Object.entries(queries) as [keyof Data, UseQueryResult<Data[keyof Data]>][];
  const data = Object.fromEntries(all.map(([name, query]) => [name, query.data])) as Data;
  const last = useRef({ question, data });
  const isAwaited =
    last.current.question === question
      ? all.some(([, query]) => query.isFetching && query.isSuccess && !query.isPlaceholderData)
      : holdsBefore &&
        all.some(([, query]) => query.isPlaceholderData) &&
        !all.some(([, query]) => query.isError);
  if (!isAwaited) last.current = { question, data };
  return last.current.data;
}

/** The value, or while it is not settled the one that last was. */
export function useLastSettled<Value>(value: Value, isSettled: boolean): Value {
  const last = useRef(value);
  if (isSettled) last.current = value;
  return last.current;
}
