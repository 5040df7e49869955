import { request } from './client.ts';

/** Has an opening of a dashboard counted. That it fails is nobody's concern who looks at the dashboard. */
export async function countOpening(directLinkId: string): Promise<void> {
  await request(`/statistics/${encodeURIComponent(directLinkId)}/openings`, { method: 'POST' }).catch(
    () => undefined,
  );
}
