import type { View } from './view.ts';

/** The view's path below /api: of the statistic with this direct link id, or of the market. */
export function viewPath({ subject, name }: Pick<View, 'subject' | 'name'>, directLinkId: string): string {
  return subject === 'market' ? `/${name}` : `/statistics/${directLinkId}/${name}`;
}
