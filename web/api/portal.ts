import { queryOptions } from '@tanstack/react-query';
import type { Portal } from '#shared/schemas/portal.ts';
import { requestJson } from './client.ts';

export const portalQuery = queryOptions({
  queryKey: ['portal'],
  queryFn: ({ signal }) => requestJson<Portal>('/portal', { signal }),
});
