import { views } from '#analytics/views/index.ts';
import type { Parameters } from '#tests/support/recompute/answers.ts';
import { listedValues } from '#tests/support/view-parameters.ts';

export type { Parameters };

const none: Parameters = {};
const filtered = { general: ['match', 'sb20'], type: ['generika', 'original'] };
const product = {
  general: ['available_match', 'all_except_bio'],
  type: ['original', 'generika'],
  atc: ['C', 'N05', 'A02BC'],
  focusGroup: ['1', '2'],
};

const whatIf = [
  none,
  { chosen: ['none'], benchmark: 59 },
  { chosen: ['none'], benchmark: 80, share: '0.5' },
  { chosen: ['all', '0.3333@molecule:Metoprolol'], share: '0.75' },
];

/** What a SQL file is asked; what is not said is the parameter's default. */
export function questionsOf(file: string): readonly Parameters[] {
  return chosen[file] ?? plainQuestions(file);
}

/** Nothing in particular, then the first choices of each list of options together with the last order. */
function plainQuestions(file: string): Parameters[] {
  const view = views.find(({ sql }) => sql === file);
  const filters: Parameters = Object.fromEntries(
    Object.keys(view?.parameters.shape ?? {}).flatMap((name) => {
      const values = listedValues(view!, name);
      if (values.length === 0) return [];
      return [[name, name === 'sortBy' ? values.at(-1)! : values.slice(0, 1)]];
    }),
  );
  return Object.keys(filters).length > 0 ? [none, filters] : [none];
}

/** Files that are asked something of their own. */
const chosen: Readonly<Record<string, readonly Parameters[]>> = {
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
  'v1/portfolio-summary.sql': [
    none,
    { general: ['match'], type: ['generika'], sortBy: 'turnoverPotential' },
    { sortBy: 'productName' },
  ],
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
  'v1/cart.sql': [
    none,
    { general: ['available_match'], type: ['original'] },
    { ...product, also: ['7680000000019'] },
  ],
  'v1/cart-totals.sql': [none, product],
  'v1/cart-articles.sql': [none, product],
  'v1/cart-articles-totals.sql': [none, product],
  'v1/stockoutstat-day.sql': [none, { series: 'PROVIDER' }, { date: '2026-03-02' }],
  'v1/stockoutstat-open.sql': [none, { series: 'PROVIDER' }, { date: '2026-03-02' }],
  'v1/what-if.sql': whatIf,
  'v1/what-if-switches.sql': [...whatIf, { limit: 20 }],
  'v1/turnover-potential.sql': [
    none,
    { groupField: 'atc', sortBy: 'customersGainSum' },
    { groupField: 'manufacturer', general: ['available_match'], type: ['original'] },
  ],
  'v1/turnover-potential-totals.sql': [
    none,
    { groupField: 'atc' },
    { groupField: 'manufacturer', general: ['available_match'], type: ['original'] },
  ],
};
