import type { Parameters } from './recomputed-answers.ts';

const none: Parameters = {};
const filtered = { general: ['match', 'sb20'], type: ['generika', 'original'] };
const product = {
  general: ['available_match', 'all_except_bio'],
  type: ['original', 'generika'],
  atc: ['C', 'N05', 'A02BC'],
  focusGroup: ['1', '2'],
};

/** What each SQL file is asked; what is not said here is the parameter's default. */
export const questions: Readonly<Record<string, readonly Parameters[]>> = {
  'v1/summary.sql': [none],
  'v1/short-summary.sql': [none],
  'v1/atc.sql': [
    none,
    { type: 'provider', sortBy: 'count' },
    { type: 'provider_alternative', sortBy: 'qtySum' },
  ],
  'v1/atc-totals.sql': [none, { type: 'provider' }, { type: 'provider_alternative' }],
  'v1/manufacturers.sql': [
    none,
    { ...filtered, sortBy: 'efPreisSum' },
    { type: ['others'], sortBy: 'pPreisSum' },
  ],
  'v1/manufacturers-totals.sql': [none, filtered],
  'v1/molecule.sql': [
    none,
    { ...filtered, sortBy: 'count' },
    { general: ['stock_out', 'co'] },
    { atc: ['C09'] },
  ],
  'v1/molecule-totals.sql': [none, filtered, { general: ['available_match'] }],
  'v1/product.sql': [
    none,
    { sortBy: 'alphabetical' },
    { sortBy: 'alphabetical_alternative', general: ['match'] },
    { sortBy: 'qtySum', ...product },
    { sortBy: 'efPreisSum', general: ['stock_out'] },
    { general: ['provider_exclusivities'] },
    { general: ['alternatives_with_provider_exclusivities'] },
    { sortBy: 'pPreisSum', limit: 50, offset: 100 },
  ],
  'v1/product-totals.sql': [none, product, { general: ['stock_out'] }],
  'v1/duplicate-products.sql': [none],
  'v1/duplicate-products-totals.sql': [none],
  'v1/turnover-potential.sql': [none, { groupField: 'atc' }, { groupField: 'manufacturer' }],
  'v1/turnover-potential-totals.sql': [none, { groupField: 'atc' }, { groupField: 'manufacturer' }],
  'v1/list-molecules.sql': [none],
  'v1/list-manufacturers.sql': [none],
  'v1/list-focus-groups.sql': [none],
  'v1/list-atc.sql': [none],
};
