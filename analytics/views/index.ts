import { atc } from './atc.ts';
import { cart } from './cart.ts';
import { cartArticles } from './cart-articles.ts';
import { duplicateProducts } from './duplicate-products.ts';
import { listAtc, listFocusGroups, listManufacturers, listMolecules } from './filter-lists.ts';
import { manufacturers } from './manufacturers.ts';
import { molecule } from './molecule.ts';
import { notDeliverable } from './not-deliverable.ts';
import { portfolio } from './portfolio.ts';
import { portfolioBackInStock } from './portfolio-back-in-stock.ts';
import { portfolioCompetitor } from './portfolio-competitor.ts';
import { portfolioDeliveries, portfolioEpisodes } from './portfolio-episodes.ts';
import { portfolioFull } from './portfolio-full.ts';
import { portfolioAtc, portfolioManufacturers, portfolioMolecules } from './portfolio-lists.ts';
import { portfolioSummary } from './portfolio-summary.ts';
import { product } from './product.ts';
import { shortSummary } from './short-summary.ts';
import { stockoutDay, stockoutOpen, stockoutsOfGenerics, stockoutsOfProvider } from './stockoutstat.ts';
import { summary } from './summary.ts';
import { turnoverPotentialView } from './turnover-potential.ts';
import type { View } from './view.ts';
import { whatIf, whatIfSwitches } from './what-if.ts';

const defined: readonly View[] = [
  summary,
  shortSummary,
  atc,
  manufacturers,
  molecule,
  product,
  duplicateProducts,
  notDeliverable,
  cart,
  cartArticles,
  turnoverPotentialView,
  whatIf,
  whatIfSwitches,
  listMolecules,
  listAtc,
  listManufacturers,
  listFocusGroups,
  portfolio,
  portfolioSummary,
  portfolioCompetitor,
  portfolioFull,
  portfolioBackInStock,
  portfolioMolecules,
  portfolioAtc,
  portfolioManufacturers,
  portfolioEpisodes,
  portfolioDeliveries,
  stockoutsOfProvider,
  stockoutsOfGenerics,
  stockoutDay,
  stockoutOpen,
];

/** Every query of the API, lists with their totals. Routes, explanations, comparisons, tests and the benchmark follow it. */
export const views: readonly View[] = defined.flatMap((view) => (view.totals ? [view, view.totals] : [view]));

/** The view of that name, if there is one. */
export function findView(name: string): View | undefined {
  return views.find((view) => view.name === name);
}
