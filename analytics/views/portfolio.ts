import * as z from 'zod/mini';
import { integer } from '#shared/figures.ts';
import { choices, day, searched } from '#shared/parameters.ts';
import { reckoned, rowsOfManufacturer } from './market-figure.ts';
import { stockoutFigures, stockoutTotalFigures } from './market-figures.ts';
import { marketFilters, stockoutOptions } from './market-filter.ts';
import { stockoutTotalAmounts, stockoutTotals } from './market-totals.ts';
import { stockoutAmounts, stockoutRow } from './stockout-row.ts';
import { defineList, defineView } from './view.ts';

/** Parameters of the overview that leave rows. */
export const overviewFilters = {
  general: choices(stockoutOptions),
  ...marketFilters,
  find: searched(),
  stockOutSince: day().with(z.describe('reported on that day or later; six months before today when absent')),
};

export const overviewOrder = z._default(
  z.enum(['manufacturer', 'productName', 'turnoverPotential']),
  'manufacturer',
);

const portfolioTotals = defineView({
  subject: 'market',
  feeding: true,
  name: 'portfolio/totals',
  sql: 'v1/portfolio-totals.sql',
  parameters: z.strictObject(overviewFilters),
  row: stockoutTotals,
  cardinality: 'one',
  signedInColumns: [],
  amountColumns: stockoutTotalAmounts,
  provenance: stockoutTotalFigures('portfolio'),
  context: ['todayUtc'],
});

export const portfolio = defineList({
  subject: 'market',
  feeding: true,
  name: 'portfolio',
  sql: 'v1/portfolio.sql',
  parameters: z.strictObject({
    ...overviewFilters,
    sortBy: overviewOrder.with(
      z.describe('turnoverPotential: by name for those for whom amounts of the market are not meant'),
    ),
  }),
  row: z.strictObject({
    ...stockoutRow,
    stockOutCount: integer.with(z.describe('rows of the manufacturer')),
  }),
  cardinality: 'many',
  key: 'gtin',
  totals: portfolioTotals,
  signedInColumns: [],
  amountColumns: stockoutAmounts,
  provenance: {
    ...stockoutFigures,
    stockOutCount: reckoned(
      'products',
      'missingOfManufacturer',
      { kind: 'count' },
      rowsOfManufacturer('portfolio', 'hersteller1'),
    ),
  },
  context: ['today', 'todayUtc', 'newStockoutDays'],
});
