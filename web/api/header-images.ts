import { queryOptions } from '@tanstack/react-query';
import type { HeaderImage } from '#server/answers/portal.ts';
import { requestJson } from './client.ts';

/** Images that may head a customer's dashboard. */
export const headerImagesQuery = queryOptions({
  queryKey: ['header-images'],
  queryFn: ({ signal }) => requestJson<HeaderImage[]>('/templateimage', { signal }),
});
