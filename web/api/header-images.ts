import { queryOptions } from '@tanstack/react-query';
import type { HeaderImage } from '#server/answers/portal.ts';
import { request, requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type { HeaderImage };

/** Images that may head a customer's dashboard. */
export const headerImagesQuery = queryOptions({
  queryKey: ['header-images'],
  queryFn: ({ signal }) => requestJson<HeaderImage[]>('/templateimage', { signal }),
});

/** Where the picture is. */
export function headerImageAddress(id: number): string {
  return `/api/templateimage/${id}`;
}

export async function addHeaderImage(name: string, file: File): Promise<HeaderImage> {
  const form = new FormData();
  form.set('name', name);
  form.set('file', file);
  const added = await requestJson<HeaderImage>('/templateimage', { method: 'POST', form });
  await askAnew();
  return added;
}

export async function renameHeaderImage(id: number, name: string): Promise<HeaderImage> {
  const renamed = await requestJson<HeaderImage>(`/templateimage/${id}`, { method: 'PUT', json: { name } });
  await askAnew();
  return renamed;
}

export async function deleteHeaderImage(id: number): Promise<void> {
  await request(`/templateimage/${id}`, { method: 'DELETE' });
  await askAnew();
}

function askAnew(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: headerImagesQuery.queryKey });
}
