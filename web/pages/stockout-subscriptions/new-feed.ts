import { type Feed, type FeedView, feedViews } from '../../api/feeds.ts';
import { feedParameter } from '../../components/feed-path.ts';

/** What an address asks to be saved; the overview without a filter where it asks for nothing. */
export function feedOfAddress(address: URLSearchParams): Pick<Feed, 'view' | 'parameters'> {
  const asked = address.get(feedParameter);
  const view: FeedView = feedViews.find((known) => known === asked) ?? 'portfolio';
  if (asked === null) return { view, parameters: {} };
  const names = [...new Set(address.keys())].filter(
    (name) => ![feedParameter, 'lang', 'layout'].includes(name),
  );
  return {
    view,
    parameters: Object.fromEntries(names.map((name) => [name, oneOrAll(address.getAll(name))])),
  };
}

function oneOrAll(values: string[]): string | string[] {
  return values.length === 1 ? values[0]! : values;
}

const pages = {
  portfolio: { path: '/stockout-analyser', name: 'overview' },
  'portfolio/full': { path: '/stockout-analyser-full', name: 'full' },
  'portfolio/competitor': { path: '/stockout-analyser-competitor', name: 'competitor' },
  'portfolio/back-in-stock': { path: '/stockout-back-in-stock', name: 'backInStock' },
} as const satisfies Record<FeedView, object>;

/** What a view is called, below the texts of views. */
export function nameOfView(view: FeedView) {
  return pages[view].name;
}

/** The page that shows the same as a feed. */
export function pageOfFeed({ view, parameters }: Pick<Feed, 'view' | 'parameters'>): string {
  const address = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
  const { path } = pages[view];
  return address.size > 0 ? `${path}?${address}` : path;
}
