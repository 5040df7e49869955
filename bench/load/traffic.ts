import { openRandom } from '#fixtures/random.ts';

/** What people look at, as paths below a statistic, by how often out of a hundred: pages ask for several at once. */
const calls: readonly [share: number, path: string][] = [
  [16, 'summary'],
  [14, 'short-summary'],
  [12, 'atc'],
  [4, 'atc?type=provider_alternative&sortBy=count'],
  [12, 'manufacturers'],
  [5, 'manufacturers?general=match&type=generika'],
  [4, 'manufacturers/totals'],
  [7, 'molecule'],
  [4, 'molecule/totals'],
  [6, 'product?limit=500'],
  [3, 'product/totals'],
  [3, 'duplicate_products'],
  [4, 'turnover_potential?groupField=manufacturer'],
  [3, 'list/molecules'],
  [3, 'list/manufacturers'],
];

/** Every path there is for these statistics. */
export function allPaths(directLinkIds: readonly string[]): string[] {
  return directLinkIds.flatMap((id) => calls.map(([, path]) => pathOf(id, path)));
}

/** An endless walk through those paths: any statistic as likely as another, its calls by their share. */
export function drawPaths(directLinkIds: readonly string[], seed: number): () => string {
  const random = openRandom(seed, 'traffic');
  const hundred = calls.flatMap(([share, path]) => Array<string>(share).fill(path));
  return () => pathOf(random.pick(directLinkIds), random.pick(hundred));
}

function pathOf(id: string, path: string): string {
  return `/api/statistics/${id}/${path}`;
}
