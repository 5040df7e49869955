import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from './client.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    // Otherwise an offline request waits silently instead of failing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
  },
});

const passing = ['network', 'statistic_changed'];

/** Whether a retry may help: no answer, a server error, or data that changed while they were read. Refusals are final. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (passing.includes(error.code) || error.status >= 500);
}

/** Placeholder data: the previous data, while the first `length` parts of the key are the same. */
export function keepWhileSame(queryKey: readonly unknown[], length: number) {
  return <Data>(previous: Data | undefined, from?: { queryKey: readonly unknown[] }): Data | undefined =>
    queryKey.slice(0, length).every((part, index) => from?.queryKey[index] === part) ? previous : undefined;
}

/**
 * The result of `change`, after invalidating `queryKey`; also after a failure, because somebody else may have been
 * faster.
 */
export async function invalidateAfter<T>(queryKey: QueryKey, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } finally {
    await queryClient.invalidateQueries({ queryKey });
  }
}
