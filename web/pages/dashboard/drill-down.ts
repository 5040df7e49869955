import type { FilterChoice } from './filter/filter-offer.ts';

/** Where a row of a list leads: a page of the dashboard, and what it is filtered by. */
export interface Target {
  path: 'products' | 'molecules';
  choices: Record<string, readonly string[]>;
}

/** The articles of a group, among those that the list was filtered by. */
export function toProducts(filters: FilterChoice, added: FilterChoice): Target {
  return { path: 'products', choices: { ...filters, ...added } };
}

/** The molecules of an ATC group; of the provider's own products, which molecules cannot be filtered by, the articles. */
export function behindAtcGroup(
  atcCategory: string,
  type: 'all' | 'provider' | 'provider_alternative',
): Target {
  const atc = [atcCategory];
  if (type === 'provider') return { path: 'products', choices: { atc, behind: ['provider'] } };
  return { path: 'molecules', choices: { atc, general: type === 'all' ? [] : ['match'] } };
}
