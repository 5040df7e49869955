import * as z from 'zod/mini';
import { integer, rowCount } from '#shared/figures.ts';
import { reckoned, rowsOf, rowsOfManufacturer } from './market-figure.ts';
import { overviewFilters, overviewOrder } from './portfolio.ts';
import { defineList, defineView } from './view.ts';

const stockOutCount = integer.with(z.describe('rows of the overview'));

const portfolioSummaryTotals = defineView({
  subject: 'market',
  feeding: false,
  name: 'portfolio/summary/totals',
  sql: 'v1/portfolio-summary-totals.sql',
  parameters: z.strictObject(overviewFilters),
  row: z.strictObject({ rowCount, stockOutCount }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: {
    rowCount: reckoned('manufacturers', 'manufacturers', { kind: 'count' }, rowsOf('portfolio/summary')),
    stockOutCount: reckoned('products', 'missingProducts', { kind: 'count' }, rowsOf('portfolio')),
  },
  context: ['todayUtc'],
});

export const portfolioSummary = defineList({
  subject: 'market',
  feeding: false,
  name: 'portfolio/summary',
  sql: 'v1/portfolio-summary.sql',
  parameters: z.strictObject({
    ...overviewFilters,
    sortBy: overviewOrder.with(z.describe('by stockOutCount, or with productName by name')),
  }),
  row: z.strictObject({
    manufacturer: z.nullable(z.string()).with(z.describe('null: products without one')),
    stockOutCount,
  }),
  cardinality: 'many',
  key: 'manufacturer',
  totals: portfolioSummaryTotals,
  signedInColumns: [],
  provenance: {
    stockOutCount: reckoned(
      'products',
      'missingOfManufacturer',
      { kind: 'count' },
      rowsOfManufacturer('portfolio', 'manufacturer'),
    ),
  },
  context: ['todayUtc'],
});
