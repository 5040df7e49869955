import type { MarketRows } from '#analytics/views/market-figure.ts';
import { portfolio } from '#analytics/views/portfolio.ts';
import { portfolioBackInStock } from '#analytics/views/portfolio-back-in-stock.ts';
import { portfolioCompetitor } from '#analytics/views/portfolio-competitor.ts';
import { portfolioFull } from '#analytics/views/portfolio-full.ts';
import { parametersOf } from '../../../api/views.ts';
import { writeChoice } from '../../../url-state/address.ts';

/** The pages that list rows of views, by the view. */
const listed = [
  { path: '/stockout-analyser', view: portfolio },
  { path: '/stockout-analyser-full', view: portfolioFull },
  { path: '/stockout-analyser-competitor', view: portfolioCompetitor },
  { path: '/stockout-back-in-stock', view: portfolioBackInStock },
];

/** Address of the rows behind a figure; null where no page lists them. */
export function addressOfRows({ view: name, parameters, having }: MarketRows): string | null {
  const page = listed.find(({ view }) => view.name === name);
  // A filter names what rows have: it can't leave those that lack a manufacturer or an amount.
  if (!page || Object.values(having).includes(null)) return null;
  // Rows whose alternative is deliverable are those that the filter of the same meaning leaves.
  const general = parameters.general as string[] | undefined;
  const narrowed =
    having.stockOut2 === false ? [...new Set([...(general ?? []), 'available_match'])] : general;
  // Said in full: an address that is silent takes what was chosen on the page before.
  const said = { ...page.view.parameters.parse({}), ...parameters, ...(narrowed && { general: narrowed }) };
  const search = writeChoice(page.view.parameters, parametersOf(page.view, said) as never);
  return search.size > 0 ? `${page.path}?${search}` : page.path;
}
