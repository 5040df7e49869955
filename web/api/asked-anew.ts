import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** What `change` gives, once all below `queryKey` is asked for anew; also where it fails: somebody else may have been faster. */
export async function askedAnew<T>(queryKey: QueryKey, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } finally {
    await queryClient.invalidateQueries({ queryKey });
  }
}
