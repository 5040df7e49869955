import { atc, atcTotals } from './atc.ts';
import { duplicateProducts, duplicateProductsTotals } from './duplicate-products.ts';
import { listAtc, listFocusGroups, listManufacturers, listMolecules } from './filter-lists.ts';
import { manufacturers, manufacturersTotals } from './manufacturers.ts';
import { molecule, moleculeTotals } from './molecule.ts';
import { product, productTotals } from './product.ts';
import { shortSummary } from './short-summary.ts';
import { summary } from './summary.ts';
import { turnoverPotentialTotals, turnoverPotentialView } from './turnover-potential.ts';
import type { View } from './view.ts';

/** Every dashboard query. The server routes, the contract tests and the benchmark walk this list. */
export const views: readonly View[] = [
  summary,
  shortSummary,
  atc,
  atcTotals,
  manufacturers,
  manufacturersTotals,
  molecule,
  moleculeTotals,
  product,
  productTotals,
  duplicateProducts,
  duplicateProductsTotals,
  turnoverPotentialView,
  turnoverPotentialTotals,
  listMolecules,
  listAtc,
  listManufacturers,
  listFocusGroups,
];

/** The view of that wire name, if there is one. */
export function findView(name: string): View | undefined {
  return views.find((view) => view.name === name);
}
