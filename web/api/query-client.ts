import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from './client.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without this a request made offline waits in silence instead of failing with a reason.
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

/**
 * No answer, the server's own trouble, or figures that were changed while they were looked for: worth another try. What it
 * refused, it will refuse again.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (passing.includes(error.code) || error.status >= 500);
}

/** Placeholder: what a query showed before, while the first `length` parts of its key are the same. */
export function keepWhileSame(queryKey: readonly unknown[], length: number) {
  return <Data>(previous: Data | undefined, from?: { queryKey: readonly unknown[] }): Data | undefined =>
    queryKey.slice(0, length).every((part, index) => from?.queryKey[index] === part) ? previous : undefined;
}

/** What `change` gives, once all below `queryKey` is asked for anew; also where it fails: somebody else may have been faster. */
export async function invalidateAfter<T>(queryKey: QueryKey, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } finally {
    await queryClient.invalidateQueries({ queryKey });
  }
}
