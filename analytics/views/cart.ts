import { z } from 'zod';
import { explained, type Parameters } from './explanation.ts';
import { amount, integer, rowCount } from './figures.ts';
import { gtins } from './parameters.ts';
import { cartFigures, cartTotalFigures } from './product-figures.ts';
import { both, cartFilters, sameFilter } from './product-filter.ts';
import { defineList, defineView } from './view.ts';

const text = z.string().nullable();
const date = text.describe('YYYY-MM-DD');
const flag = z.boolean();
const price = amount.nullable();

const replaceable = (parameters: Parameters) => both(sameFilter(parameters), { general: ['match'] });

export const cartTotals = defineView({
  subject: 'statistic',
  name: 'cart/totals',
  sql: 'v1/cart-totals.sql',
  parameters: z.strictObject(cartFilters),
  row: z.strictObject({
    rowCount,
    articles: integer.describe('articles bought that the products could replace'),
    turnoverPotential: amount.describe('CHF, ex-factory price of the products'),
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
    also: gtins().describe('products of the provider that have a row whatever the filters leave'),
  }),
  row: z.strictObject({
    gtin: z.string(),
    pharmacode: text,
    productDescription: z.string(),
    pack: text.describe("the pack's size, in words"),
    manufacturer: text,
    exFactoryPrice: price.describe('CHF per pack, ex-factory price without VAT'),
    publicPrice: price.describe('CHF per pack, public price with VAT'),
    articles: integer.describe('articles bought that it could replace'),
    availableQuantity: amount.describe('packs of it that those articles make, to four decimals'),
    quantityProvider: amount.describe('packs of it bought already'),
    turnoverPotential: price.describe('CHF, of those articles; null while the product has no price'),
    sB20: flag,
    providerExclusive: flag,
    coMarketing: flag,
    sL: flag,
    stockOut: flag.describe('not deliverable'),
    deliverability: text.describe('expected delivery while not deliverable: a date or words'),
    deliverabilityStatus: text,
    deliverabilityUpdate: date,
    deliverabilityReportingDate: date,
    deliverabilityComment: text,
    newStockout: flag,
    backInStockDate: date,
    backInStock: flag.describe('back in stock for no more than four months'),
    nextAlternativeGTIN: text.describe('while it is not deliverable: the next alternative by rank that is'),
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
