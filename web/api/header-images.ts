import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';

export interface HeaderImage {
  id: number | string;
  name: string;
}

/** Images that may head a customer's dashboard. */
export const headerImagesQuery = queryOptions({
  queryKey: ['header-images'],
  queryFn: ({ signal }) => requestJson<HeaderImage[]>('/templateimage', { signal }),
});
