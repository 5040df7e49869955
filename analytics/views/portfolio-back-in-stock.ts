import * as z from 'zod/mini';
import { amount, integer, rowCount } from '#shared/figures.ts';
import { groupings } from '#shared/groupings.ts';
import { choices, day, searched } from '#shared/parameters.ts';
import { multiplied, ofCatalogue, packsOfProduct, reckoned, rowsOf } from './market-figure.ts';
import { backInStockOptions, marketFilters } from './market-filter.ts';
import { feedingColumns, marketDates } from './market-totals.ts';
import { defineList, defineView } from './view.ts';

const text = z.nullable(z.string());

const filters = {
  general: choices(backInStockOptions),
  ...marketFilters,
  find: searched(),
  date: day().with(z.describe('back on that day or later; four months before today when absent')),
};

const qty = z.nullable(amount).with(z.describe('packs of the feeding statistic; null while there is none'));

const list = 'portfolio/back-in-stock';

const portfolioBackInStockTotals = defineView({
  subject: 'market',
  feeding: true,
  name: 'portfolio/back-in-stock/totals',
  sql: 'v1/portfolio-back-in-stock-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({
    rowCount,
    qty,
    turnover: z
      .nullable(amount)
      .with(z.describe('CHF, ex-factory price without VAT; null without a feeding statistic')),
    turnoversUnknown: z
      .nullable(integer)
      .with(z.describe('rows whose turnover is unknown, since a price is missing')),
    ...marketDates,
  }),
  cardinality: 'one',
  signedInColumns: ['qty', 'turnover', 'turnoversUnknown'],
  amountColumns: ['qty', 'turnover', 'turnoversUnknown', ...feedingColumns],
  provenance: {
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
      ._default(z.enum(['date', 'turnover']), 'date')
      .with(
        z.describe(
          'turnover is for signed-in users: its order would tell visitors what they may not see; by name for those for whom amounts of the market are not meant',
        ),
      ),
  }),
  row: z.strictObject({
    gtin: z.string(),
    swissmedicNo1: text.with(z.describe('the Pharmacode')),
    productName: z.string(),
    hersteller1: text.with(z.describe('manufacturer')),
    provider: z.boolean().with(z.describe("the provider's own")),
    backInStockDate: z.string().with(z.describe('YYYY-MM-DD: the newest day on which a source had it back')),
    reportedOn1: z.string().with(z.describe('YYYY-MM-DD: when it had been reported missing before')),
    qty,
    efPreis1: z.nullable(amount).with(z.describe('CHF per pack, ex-factory price without VAT')),
    turnover: z
      .nullable(amount)
      .with(z.describe('CHF: qty × efPreis1; null without a feeding statistic or a price')),
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
  amountColumns: ['qty', 'turnover'],
  provenance: {
    qty: packsOfProduct,
    efPreis1: ofCatalogue('CHF per pack', 'exFactoryPrice'),
    turnover: multiplied('CHF', 'turnover', ['qty', 'efPreis1']),
  },
  signedInChoices: { sortBy: ['turnover'] },
  context: ['todayUtc'],
});
