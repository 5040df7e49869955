import * as z from 'zod/mini';
import { integer, rowCount } from '#shared/figures.ts';
import { choices, searched } from '#shared/parameters.ts';
import { reckoned, rowsOf } from './market-figure.ts';
import { stockoutFigures } from './market-figures.ts';
import { competitorFilters, competitorOptions } from './market-filter.ts';
import { stockOutDate } from './market-totals.ts';
import { overviewFilters } from './portfolio.ts';
import { stockoutAmounts, stockoutRow } from './stockout-row.ts';
import { defineList, defineView } from './view.ts';

const filters = {
  general: choices(competitorOptions),
  ...competitorFilters,
  find: searched(),
  stockOutSince: overviewFilters.stockOutSince,
};

const list = 'portfolio/competitor';
const products = { kind: 'countDistinct', column: 'gtin' } as const;

export const portfolioCompetitorTotals = defineView({
  subject: 'market',
  feeding: false,
  name: 'portfolio/competitor/totals',
  sql: 'v1/portfolio-competitor-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({
    rowCount,
    products: integer.with(z.describe('products that are missing')),
    available: integer.with(z.describe('products of these with a deliverable alternative')),
    stockOutDate,
  }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: {
    rowCount: reckoned('rows', 'alternatives', { kind: 'count' }, rowsOf(list)),
    products: reckoned('products', 'missingProducts', products, rowsOf(list)),
    available: reckoned('products', 'available', products, rowsOf(list, { stockOut2: false })),
  },
  context: ['todayUtc'],
});

export const portfolioCompetitor = defineList({
  subject: 'market',
  feeding: true,
  name: 'portfolio/competitor',
  sql: 'v1/portfolio-competitor.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({
    pair: z.string().with(z.describe('GTIN of the product, and of the alternative where there is one')),
    rank: z.nullable(integer).with(z.describe('place of the alternative, from 1; null without one')),
    ...stockoutRow,
  }),
  cardinality: 'many',
  key: 'pair',
  totals: portfolioCompetitorTotals,
  signedInColumns: [],
  amountColumns: stockoutAmounts,
  provenance: { rank: null, ...stockoutFigures },
  context: ['today', 'todayUtc', 'newStockoutDays'],
});
