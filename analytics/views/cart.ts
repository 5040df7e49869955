import * as z from 'zod/mini';
import { explained, type Parameters } from './explanation.ts';
import { amount, integer, rowCount } from './figures.ts';
import { gtins } from './parameters.ts';
import { cartFigures, cartTotalFigures } from './product-figures.ts';
import { both, cartFilters, sameFilter } from './product-filter.ts';
import { defineList, defineView } from './view.ts';

const text = z.nullable(z.string());
const date = text.with(z.describe('YYYY-MM-DD'));
const flag = z.boolean();
const price = z.nullable(amount);

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
  }),
  cardinality: 'one',
  signedInColumns: [],
  explanation: explained(cartTotalFigures, replaceable),
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
  row: z.strictObject({
    gtin: z.string(),
    pharmacode: text,
    productDescription: z.string(),
    pack: text.with(z.describe("the pack's size, in words")),
    manufacturer: text,
    exFactoryPrice: price.with(z.describe('CHF per pack, ex-factory price without VAT')),
    publicPrice: price.with(z.describe('CHF per pack, public price with VAT')),
    articles: integer.with(z.describe('articles bought that it could replace')),
    availableQuantity: amount.with(z.describe('packs of it that those articles make, to four decimals')),
    quantityProvider: amount.with(z.describe('packs of it bought already')),
    turnoverPotential: price.with(z.describe('CHF, of those articles; null while the product has no price')),
    sB20: flag,
    providerExclusive: flag,
    coMarketing: flag,
    sL: flag,
    stockOut: flag.with(z.describe('not deliverable')),
    deliverability: text.with(z.describe('expected delivery while not deliverable: a date or words')),
    deliverabilityWeek: flag.with(z.describe('deliverability is a date that stands for its calendar week')),
    deliverabilityStatus: text,
    deliverabilityUpdate: date,
    deliverabilityReportingDate: date,
    deliverabilityComment: text,
    newStockout: flag,
    backInStockDate: date,
    backInStock: flag.with(z.describe('back in stock for no more than four months')),
    nextAlternativeGTIN: text.with(
      z.describe('while it is not deliverable: the next alternative by rank that is'),
    ),
    nextAlternativePharmacode: text,
    nextAlternativeProductName: text,
  }),
  cardinality: 'many',
  key: 'gtin',
  totals: cartTotals,
  signedInColumns: [],
  explanation: explained(cartFigures, (parameters, row) =>
    both(sameFilter(parameters), { alternative: [String(row.gtin)] }),
  ),
  comparable: false,
  context: ['today', 'newStockoutDays'],
});
