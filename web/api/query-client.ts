import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

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

/** No answer, or the server's own trouble: worth another try. What it refused, it will refuse again. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}
