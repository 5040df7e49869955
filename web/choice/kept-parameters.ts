/** Direct link id of the statistic that stands beside the one of a dashboard. */
export const compareParameter = 'compare';

/** What goes along to every page: a language chosen by a link, and the layout without top bar and footer. */
export const keptParameters = ['lang', 'layout'] as const;

const anyOrigin = 'https://portal.example';

/** An address of the portal with what the current one's search part says of language and layout. */
export function keeping(to: string, search: string): string {
  const current = new URLSearchParams(search);
  const kept = keptParameters.filter((name) => current.has(name));
  if (kept.length === 0) return to;
  const url = new URL(to, anyOrigin);
  for (const name of kept) url.searchParams.set(name, current.get(name)!);
  return url.pathname + url.search + url.hash;
}
