import * as z from 'zod/mini';
import { integer } from '#shared/figures.ts';
import { day } from '#shared/parameters.ts';
import { reckoned } from './market-figure.ts';
import { defineList } from './view.ts';

/** A choice of a filter of the market, and how many stock-outs it has. */
const choice = z.strictObject({
  id: z.string().with(z.describe('what a filter takes')),
  name: z.string(),
  count: integer.with(
    z.describe('products that are missing, as the overview lists them under this filter alone; 0: none'),
  ),
});

const list = {
  subject: 'market',
  feeding: false,
  parameters: z.strictObject({
    stockOutSince: day().with(z.describe('counts those reported on that day or later; all when absent')),
  }),
  row: choice,
  cardinality: 'many',
  key: 'id',
  totals: null,
  signedInColumns: [],
} as const;

/** Earlier than any report: what the overview is asked for all of them. */
const firstDay = '1000-01-01';

/** The rows of the overview under the filter that takes the choice. */
function stockoutsOf(filter: 'molecule' | 'atc' | 'manufacturer') {
  return {
    count: reckoned('products', 'missingProducts', { kind: 'count' }, ({ stockOutSince }, { id }) => ({
      view: 'portfolio',
      parameters: { [filter]: [id], stockOutSince: stockOutSince ?? firstDay },
      having: {},
    })),
  };
}

export const portfolioMolecules = defineList({
  ...list,
  name: 'portfolio/list/molecules',
  sql: 'v1/portfolio-list-molecules.sql',
  provenance: stockoutsOf('molecule'),
});

export const portfolioAtc = defineList({
  ...list,
  name: 'portfolio/list/atc',
  sql: 'v1/portfolio-list-atc.sql',
  provenance: stockoutsOf('atc'),
  context: ['language'],
});

export const portfolioManufacturers = defineList({
  ...list,
  name: 'portfolio/list/manufacturers',
  sql: 'v1/portfolio-list-manufacturers.sql',
  provenance: stockoutsOf('manufacturer'),
});
