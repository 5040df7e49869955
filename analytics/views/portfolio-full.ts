import * as z from 'zod/mini';
import { amount, integer } from '#shared/figures.ts';
import { reckoned, rowsOfManufacturer } from './market-figure.ts';
import { stockoutFigures, stockoutTotalFigures } from './market-figures.ts';
import { stockoutTotalAmounts, stockoutTotals } from './market-totals.ts';
import { overviewFilters } from './portfolio.ts';
import { stockoutAmounts, stockoutRow } from './stockout-row.ts';
import { defineList, defineView } from './view.ts';

const ofManufacturer = rowsOfManufacturer('portfolio/full', 'hersteller1');

const portfolioFullTotals = defineView({
  subject: 'market',
  feeding: true,
  name: 'portfolio/full/totals',
  sql: 'v1/portfolio-full-totals.sql',
  parameters: z.strictObject(overviewFilters),
  row: stockoutTotals,
  cardinality: 'one',
  signedInColumns: [],
  amountColumns: stockoutTotalAmounts,
  provenance: stockoutTotalFigures('portfolio/full'),
  context: ['todayUtc'],
});

export const portfolioFull = defineList({
  subject: 'market',
  feeding: true,
  name: 'portfolio/full',
  sql: 'v1/portfolio-full.sql',
  parameters: z.strictObject({
    ...overviewFilters,
    sortBy: z
      ._default(z.enum(['potentialPerCompetitor', 'overallPotential']), 'potentialPerCompetitor')
      .with(z.describe('by names for those for whom amounts of the market are not meant')),
  }),
  row: z.strictObject({
    ...stockoutRow,
    manufacturerCount: integer.with(z.describe('rows of the manufacturer')),
    manufacturerQty: z.nullable(amount).with(z.describe('packs of these; null without a feeding statistic')),
    manufacturerPotential: z.nullable(amount).with(z.describe('CHF, likewise: what is known of them')),
  }),
  cardinality: 'many',
  key: 'gtin',
  totals: portfolioFullTotals,
  signedInColumns: [],
  amountColumns: [...stockoutAmounts, 'manufacturerQty', 'manufacturerPotential'],
  provenance: {
    ...stockoutFigures,
    manufacturerCount: reckoned('products', 'missingOfManufacturer', { kind: 'count' }, ofManufacturer),
    manufacturerQty: reckoned('packs', 'packsSum', { kind: 'sum', column: 'qty' }, ofManufacturer),
    manufacturerPotential: reckoned(
      'CHF',
      'potentialSum',
      { kind: 'sum', column: 'turnoverPotential' },
      ofManufacturer,
    ),
  },
  context: ['today', 'todayUtc', 'newStockoutDays'],
});
