import * as z from 'zod/mini';
import { replaceable } from '#shared/cart-rows.ts';
import { amount, rowCount } from '#shared/figures.ts';
import { gtin } from '#shared/parameters.ts';
import { cartArticleFigures, cartArticleTotalFigures } from './product-figures.ts';
import { both, cartFilters, sameFilter } from './product-filter.ts';
import { type Parameters, provenanceOf } from './provenance.ts';
import { defineList, defineView } from './view.ts';

const parameters = z.strictObject({
  gtin: gtin().with(z.describe("the provider's product; absent: all")),
  ...cartFilters,
});

const cartArticlesTotals = defineView({
  subject: 'statistic',
  name: 'cart/articles/totals',
  sql: 'v1/cart-articles-totals.sql',
  parameters,
  row: z.strictObject({ rowCount, qty: amount.with(z.describe('packs')) }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: provenanceOf(cartArticleTotalFigures, behind),
  comparable: false,
});

/** The articles bought that a row of the cart could replace. */
export const cartArticles = defineList({
  subject: 'statistic',
  name: 'cart/articles',
  sql: 'v1/cart-articles.sql',
  parameters,
  row: replaceable,
  cardinality: 'many',
  key: 'article',
  totals: cartArticlesTotals,
  signedInColumns: [],
  provenance: provenanceOf(cartArticleFigures, (_parameters, row) => ({ article: [String(row.article)] })),
  comparable: false,
});

function behind(given: Parameters) {
  const ofProduct = typeof given.gtin === 'string' ? { alternative: [given.gtin] } : {};
  return both(both(sameFilter(given), { general: ['match'] }), ofProduct);
}
