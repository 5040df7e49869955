import { queryOptions } from '@tanstack/react-query';
import type { HeaderImage } from '#shared/schemas/portal.ts';
import { request, requestJson } from './client.ts';
import { invalidateAfter } from './query-client.ts';

export type { HeaderImage };

/** Images that may head a customer's dashboard. */
export const headerImagesQuery = queryOptions({
  queryKey: ['header-images'],
  queryFn: ({ signal }) => requestJson<HeaderImage[]>('/templateimage', { signal }),
});

/** The picture, for administrators. */
export const headerImageQuery = (id: number) =>
  queryOptions({
    queryKey: ['header-image', id],
    queryFn: async ({ signal }) => (await request(`/templateimage/${id}`, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function addHeaderImage(name: string, file: File): Promise<HeaderImage> {
  const form = new FormData();
  form.set('name', name);
  form.set('file', file);
  return invalidateAfter(
    headerImagesQuery.queryKey,
    requestJson<HeaderImage>('/templateimage', { method: 'POST', form }),
  );
}

export function renameHeaderImage(id: number, name: string): Promise<HeaderImage> {
  return invalidateAfter(
    headerImagesQuery.queryKey,
    requestJson<HeaderImage>(`/templateimage/${id}`, { method: 'PUT', json: { name } }),
  );
}

export async function deleteHeaderImage(id: number): Promise<void> {
  await invalidateAfter(headerImagesQuery.queryKey, request(`/templateimage/${id}`, { method: 'DELETE' }));
}

/** The stored path of a header image as an address: without "Public", with forward slashes, from the root. */
export function headerImageUrl(path: string | null): string | null {
  if (!path) return null;
  const normalised = path.replace('Public', '').replaceAll('\\', '/').replace(/^\/+/, '');
  return `/${normalised}`;
}
