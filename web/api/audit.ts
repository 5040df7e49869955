import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditChoices, AuditEntry } from '#shared/schemas/audit.ts';
import { request, requestJson } from './client.ts';

export type { AuditChoices, AuditEntry };

/** Filter of the list and its downloads; '': any. */
export interface AuditFilter {
  /** A user's id, or `none` for commands and the portal itself. */
  person: string;
  kind: string;
  /** YYYY-MM-DD */
  from: string;
  to: string;
  text: string;
}

/** Administrative changes, newest first. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) => {
      const response = await request('/audit', { query: { ...filter, before: pageParam }, signal });
      return {
        entries: (await response.json()) as AuditEntry[],
        hasNextPage: response.headers.get('x-has-next-page') === 'true',
      };
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasNextPage ? last.entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}

/** The people and kinds to filter by. */
export const auditChoicesQuery = queryOptions({
  queryKey: ['audit-choices'],
  queryFn: ({ signal }) => requestJson<AuditChoices>('/audit/choices', { signal }),
});
