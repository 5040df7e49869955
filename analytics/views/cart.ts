import * as z from 'zod/mini';
import { orderable } from '#shared/cart-rows.ts';
import { amount, integer, rowCount } from '#shared/figures.ts';
import { gtins } from '#shared/parameters.ts';
import { cartFigures, cartTotalFigures } from './product-figures.ts';
import { both, cartFilters, sameFilter } from './product-filter.ts';
import { type Parameters, provenanceOf } from './provenance.ts';
import { defineList, defineView } from './view.ts';

const replaceable = (parameters: Parameters) => both(sameFilter(parameters), { general: ['match'] });

export const cartTotals = defineView({
  subject: 'statistic',
  name: 'cart/totals',
  sql: 'v1/cart-totals.sql',
  parameters: z.strictObject(cartFilters),
  row: z.strictObject({
    rowCount,
    articles: integer.with(z.describe('articles bought that the products could replace')),
    turnoverPotential: amount.with(z.describe('CHF, ex-factory price of the products')),
    customersGain: amount.with(z.describe('CHF, ex-factory price of the articles less that of the products')),
    publicPriceDifference: amount.with(
      z.describe('CHF, public price with VAT of the articles less that of the products'),
    ),
    deductibleBefore: amount.with(
      z.describe('CHF that patients pay of the articles; unknown ones add nothing'),
    ),
    deductibleAfter: amount.with(z.describe('CHF that patients would pay of the products')),
    distributionShareBefore: amount.with(
      z.describe(
        'CHF that wholesaler and pharmacy have together of the articles at list prices; unknown ones add nothing',
      ),
    ),
    distributionShareAfter: amount.with(z.describe('CHF that they would have of the products')),
  }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: provenanceOf(cartTotalFigures, replaceable),
  comparable: false,
});

/** What could be ordered: the provider's products instead of what is bought. */
export const cart = defineList({
  subject: 'statistic',
  name: 'cart',
  sql: 'v1/cart.sql',
  parameters: z.strictObject({
    ...cartFilters,
    also: gtins().with(z.describe('products of the provider that have a row whatever the filters leave')),
  }),
  row: orderable,
  cardinality: 'many',
  key: 'gtin',
  totals: cartTotals,
  signedInColumns: [],
  provenance: provenanceOf(cartFigures, (parameters, row) =>
    both(sameFilter(parameters), { alternative: [String(row.gtin)] }),
  ),
  comparable: false,
  context: ['today', 'newStockoutDays'],
});
