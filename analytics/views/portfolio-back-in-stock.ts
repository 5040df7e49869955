import { z } from 'zod';
import { amount, integer, rowCount } from './figures.ts';
import { groupings } from './groupings.ts';
import { multiplied, ofCatalogue, packsOfProduct, reckoned, rowsOf } from './market-figure.ts';
import { backInStockOptions, marketFilters } from './market-filter.ts';
import { marketDates } from './market-totals.ts';
import { choices, day, searched } from './parameters.ts';
import { defineList, defineView } from './view.ts';

const text = z.string().nullable();

const filters = {
  general: choices(backInStockOptions),
  ...marketFilters,
  find: searched(),
  date: day().describe('back on that day or later; four months before today when absent'),
};

const qty = amount.nullable().describe('packs of the feeding statistic; null while there is none');

const list = 'portfolio/back-in-stock';

export const portfolioBackInStockTotals = defineView({
  subject: 'market',
  feeding: true,
  name: 'portfolio/back-in-stock/totals',
  sql: 'v1/portfolio-back-in-stock-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({
    rowCount,
    qty,
    turnover: amount
      .nullable()
      .describe('CHF, ex-factory price without VAT; null without a feeding statistic'),
    turnoversUnknown: integer.nullable().describe('rows whose turnover is unknown, since a price is missing'),
    ...marketDates,
  }),
  cardinality: 'one',
  signedInColumns: ['qty', 'turnover', 'turnoversUnknown'],
  explanation: {
    rowCount: reckoned('products', 'returned', { kind: 'count' }, rowsOf(list)),
    qty: reckoned('packs', 'packsSum', { kind: 'sum', column: 'qty' }, rowsOf(list)),
    turnover: reckoned('CHF', 'turnoverSum', { kind: 'sum', column: 'turnover' }, rowsOf(list)),
    turnoversUnknown: reckoned(
      'products',
      'turnoversUnknown',
      { kind: 'count' },
      rowsOf(list, { turnover: null }),
    ),
  },
  context: ['todayUtc'],
});

export const portfolioBackInStock = defineList({
  subject: 'market',
  feeding: true,
  name: 'portfolio/back-in-stock',
  sql: 'v1/portfolio-back-in-stock.sql',
  parameters: z.strictObject({
    ...filters,
    sortBy: z
      .enum(['date', 'turnover'])
      .default('date')
      .describe('turnover is for signed-in users: its order would tell visitors what they may not see'),
  }),
  row: z.strictObject({
    gtin: z.string(),
    swissmedicNo1: text.describe('the Pharmacode'),
    productName: z.string(),
    hersteller1: text.describe('manufacturer'),
    provider: z.boolean().describe("the provider's own"),
    backInStockDate: z.string().describe('YYYY-MM-DD: the newest day on which a source had it back'),
    reportedOn1: z.string().describe('YYYY-MM-DD: when it had been reported missing before'),
    qty,
    efPreis1: amount.nullable().describe('CHF per pack, ex-factory price without VAT'),
    turnover: amount.nullable().describe('CHF: qty × efPreis1; null without a feeding statistic or a price'),
    sB20: z.boolean(),
    coMarketing: z.boolean(),
    ...groupings.molecule.columns,
    ...groupings.atc.columns,
    origin: z.enum(['original', 'generic', 'other']),
  }),
  cardinality: 'many',
  key: 'gtin',
  totals: portfolioBackInStockTotals,
  signedInColumns: ['qty', 'turnover'],
  explanation: {
    qty: packsOfProduct,
    efPreis1: ofCatalogue('CHF per pack', 'exFactoryPrice'),
    turnover: multiplied('CHF', 'turnover', ['qty', 'efPreis1']),
  },
  signedInChoices: { sortBy: ['turnover'] },
  context: ['todayUtc'],
});
