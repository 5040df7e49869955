import { hashKey, type Query, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Stands for the market in query keys, in place of a direct link id. */
export const market = 'market';

/** Tells all tabs which statistics have changed, by direct link id. */
const otherTabs = new BroadcastChannel('statistics');
otherTabs.addEventListener('message', ({ data: directLinkId }) => refresh(directLinkId));

/**
 * Call after a change of a statistic or of the market was saved: all tabs of this browser refetch its data. Data of the
 * market too, since any statistic may be the reference statistic.
 */
export function announceChange(directLinkId: string): Promise<void> {
  otherTabs.postMessage(directLinkId);
  return refresh(directLinkId);
}

/** Versions of the newest answers by statistic; with "/data" those that ignore the reference statistic. */
const versions = new Map<string, string>();

/**
 * Records the version of an answer. If it differs from the one before, the statistic or the reference data have changed:
 * its other data are refetched, so that a page never shows old beside new. `ofDataOnly`: the version does not cover the
 * reference statistic.
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

/** Active queries are refetched and keep their data meanwhile; others are removed. */
function refresh(directLinkId: string, answered?: string): Promise<void> {
  // The first new answer must not trigger another refresh.
  for (const named of [directLinkId, market]) {
    versions.delete(named);
    versions.delete(`${named}/data`);
  }
  const predicate = (query: Query) => query.queryHash !== answered && concerns(query.queryKey, directLinkId);
  queryClient.removeQueries({ predicate, type: 'inactive' });
  return queryClient.invalidateQueries({ predicate });
}

/** Queries with their statistics in the key. */
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

/** Queries whose answers may contain any statistic. */
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
