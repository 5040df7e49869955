import * as z from 'zod/mini';
import { integer } from './figures.ts';
import { ofCatalogue } from './market-figure.ts';
import { defineList } from './view.ts';

/** A choice of a filter of the market, and how much of the catalogue it is. */
const choice = z.strictObject({
  id: z.string().with(z.describe('what a filter takes')),
  name: z.string(),
  count: integer.with(z.describe('products of the catalogue')),
});

const list = {
  subject: 'market',
  feeding: false,
  parameters: z.strictObject({}),
  row: choice,
  cardinality: 'many',
  key: 'id',
  totals: null,
  signedInColumns: [],
  explanation: { count: ofCatalogue('products', 'productsOfCatalogue') },
} as const;

export const portfolioMolecules = defineList({
  ...list,
  name: 'portfolio/list/molecules',
  sql: 'v1/portfolio-list-molecules.sql',
});

export const portfolioAtc = defineList({
  ...list,
  name: 'portfolio/list/atc',
  sql: 'v1/portfolio-list-atc.sql',
  context: ['language'],
});

export const portfolioManufacturers = defineList({
  ...list,
  name: 'portfolio/list/manufacturers',
  sql: 'v1/portfolio-list-manufacturers.sql',
});
