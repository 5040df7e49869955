import * as z from 'zod/mini';
import { amount, integer } from './figures.ts';

const text = z.nullable(z.string());
const date = text.with(z.describe('YYYY-MM-DD'));
const flag = z.boolean();
const price = z.nullable(amount);

/** A product of the provider that can be ordered, and what the customer buys of it. */
export const orderable = z.strictObject({
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
  customersGain: price.with(
    z.describe(
      'CHF, ex-factory price of those articles less that of the product; null while either has none',
    ),
  ),
  publicPriceDifference: price.with(z.describe('the same of the public price with VAT')),
  deductibleBefore: price.with(
    z.describe(
      'CHF that patients pay of those articles; null unless all and the product are on the Spezialitätenliste and have a public price',
    ),
  ),
  deductibleAfter: price.with(z.describe('CHF that they would pay of the product; null likewise')),
  distributionShareBefore: price.with(
    z.describe(
      'CHF that wholesaler and pharmacy have together of those articles at list prices; null unless all and the product are on the Spezialitätenliste and have both prices',
    ),
  ),
  distributionShareAfter: price.with(z.describe('CHF that they would have of the product; null likewise')),
  sB20: flag,
  providerExclusive: flag,
  coMarketing: flag,
  sL: flag,
  stockOut: flag.with(z.describe('not deliverable')),
  discontinued: flag.with(z.describe('a source that says it is missing says that it will not come back')),
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
});

/** A purchased article that a product of the provider could replace. */
export const replaceable = z.strictObject({
  article: z.string().with(z.describe('GTIN')),
  gtin: z.string(),
  pharmacode: text,
  description: z.string(),
  manufacturer: text,
  qty: amount.with(z.describe('packs')),
  packFactor: amount.with(z.describe("packs of the provider's product per pack")),
  alternativeGTIN: z.string().with(z.describe("the provider's product")),
});
