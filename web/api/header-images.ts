import { queryOptions } from '@tanstack/react-query';
import type { HeaderImage } from '#shared/schemas/portal.ts';
import { request, requestJson } from './client.ts';
import { recordCalls } from './records.ts';

export type { HeaderImage };

/** Images that may head a customer's dashboard. */
export const headerImages = recordCalls<HeaderImage>({
  path: '/templateimage',
  queryKey: ['header-images'],
  id: 'id',
  name: 'name',
});

export const headerImagesQuery = headerImages.query;

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
  return headerImages.changed(requestJson<HeaderImage>('/templateimage', { method: 'POST', form }));
}

/** The URL of a header image's stored path: without "Public", with forward slashes, from the root. */
export function headerImageUrl(path: string | null): string | null {
  if (!path) return null;
  const normalised = path.replace('Public', '').replaceAll('\\', '/').replace(/^\/+/, '');
  return `/${normalised}`;
}
