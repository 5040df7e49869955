import { portfolio } from '#analytics/views/portfolio.ts';
import { portfolioBackInStock } from '#analytics/views/portfolio-back-in-stock.ts';
import { portfolioCompetitor } from '#analytics/views/portfolio-competitor.ts';
import { portfolioFull } from '#analytics/views/portfolio-full.ts';
import { type Feed, type FeedView, feedParameter, feedViews } from '../../api/feeds.ts';
import { readChoice, writeChoice } from '../../choice/address.ts';

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
  portfolio: { path: '/stockout-analyser', name: 'overview', view: portfolio },
  'portfolio/full': { path: '/stockout-analyser-full', name: 'full', view: portfolioFull },
  'portfolio/competitor': {
    path: '/stockout-analyser-competitor',
    name: 'competitor',
    view: portfolioCompetitor,
  },
  'portfolio/back-in-stock': {
    path: '/stockout-back-in-stock',
    name: 'backInStock',
    view: portfolioBackInStock,
  },
} as const satisfies Record<FeedView, object>;

/** Where the texts of the market have the title of a view's page. */
export function nameOfView(view: FeedView) {
  return pages[view].name;
}

/**
 * The page that shows the same as a feed; with its order, or an empty filter, so that the page does not begin with filters of
 * its own or with those of before.
 */
export function pageOfFeed({ view, parameters }: Pick<Feed, 'view' | 'parameters'>): string {
  const chosen = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
  const { path, view: of } = pages[view];
  const address = writeChoice(of.parameters, readChoice(of.parameters, chosen));
  if ([...address.keys()].every((name) => name === 'find')) address.set('general', '');
  return `${path}?${address}`;
}
