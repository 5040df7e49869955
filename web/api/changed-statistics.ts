import { hashKey, type Query, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Stands in questions about the market where a direct link id does in those about a statistic. */
export const market = 'market';

/** All tabs of a browser tell each other which statistics were changed, by direct link id. */
const otherTabs = new BroadcastChannel('statistics');
otherTabs.addEventListener('message', ({ data: directLinkId }) => refresh(directLinkId));

/**
 * After a change of a statistic, or of the market, was saved: what any tab of this browser shows of it is asked again. Of
 * the market after every change, since any statistic may stand for it.
 */
export function announceChange(directLinkId: string): Promise<void> {
  otherTabs.postMessage(directLinkId);
  return refresh(directLinkId);
}

/** What the newest answer about a statistic was made from; "/data" after it: without regard to who feeds the market. */
const versions = new Map<string, string>();

/**
 * Takes note of what an answer was made from. Where that differs from the answer before, somebody has changed the
 * statistic or published reference data: everything else that is known of it is asked again, so that a page never
 * shows old beside new. `ofDataOnly`: the version says nothing of the statistic that feeds the market.
 */
export function noteVersion(
  directLinkId: string,
  version: string,
  answered: QueryKey,
  ofDataOnly = false,
): void {
  const kind = ofDataOnly ? `${directLinkId}/data` : directLinkId;
  const before = versions.get(kind);
  if (before !== undefined && before !== version) refresh(directLinkId, hashKey(answered));
  versions.set(kind, version);
}

/** What is on a page is asked again and stays until the answer is there; all else is forgotten. */
function refresh(directLinkId: string, answered?: string): Promise<void> {
  // The first answer of the new ones is no news.
  for (const named of [directLinkId, market]) {
    versions.delete(named);
    versions.delete(`${named}/data`);
  }
  const predicate = (query: Query) => query.queryHash !== answered && concerns(query.queryKey, directLinkId);
  queryClient.removeQueries({ predicate, type: 'inactive' });
  return queryClient.invalidateQueries({ predicate });
}

/** Queries that name in their key the statistics that they are about. */
const aboutNamed: unknown[] = [
  'view',
  'statistic',
  'comparison',
  'explanation',
  'cart',
  'cart-articles',
  'pack',
  'scenarios',
];

/** Queries in whose answer any statistic may stand. */
const aboutAny: unknown[] = [
  'statistics',
  'statistics-found',
  'combined-preview',
  'uploaded-customers',
  'team',
  'team-brought',
  'today',
  'customer-page',
  'customer-brought',
  'customer-last-order',
  'statistic-links',
  'preview',
  'feeding',
  'feeding-candidates',
  'call-list',
  'customer-counts',
  'customers-of-product',
  'named-product',
];

function concerns([kind, ...parts]: QueryKey, directLinkId: string): boolean {
  if (aboutAny.includes(kind)) return true;
  return aboutNamed.includes(kind) && (parts.includes(directLinkId) || parts.includes(market));
}
