import * as z from 'zod/mini';
import { amount, integer, rowCount } from '#shared/figures.ts';
import { groupColumns } from '#shared/groupings.ts';
import { rowNumber } from '#shared/parameters.ts';
import { productFigures, productTotalFigures } from './product-figures.ts';
import { productFilters, sameFilter } from './product-filter.ts';
import { provenanceOf } from './provenance.ts';
import { defineList, defineView } from './view.ts';

const text = z.nullable(z.string());
const date = text.with(z.describe('YYYY-MM-DD'));
const flag = z.boolean();
const flagOfAlternative = z.nullable(z.boolean()).with(z.describe('null without alternative'));
const price = z.nullable(amount);

export const productTotals = defineView({
  subject: 'statistic',
  name: 'product/totals',
  sql: 'v1/product-totals.sql',
  parameters: z.strictObject(productFilters),
  row: z.strictObject({
    rowCount,
    qtySum1: amount.with(z.describe('packs')),
    qtySum2: amount.with(z.describe('packs bought of the alternatives, each counted once')),
    efPreisSum: amount.with(z.describe('CHF, ex-factory price without VAT')),
    pPreisSum: amount.with(z.describe('CHF, public price with VAT')),
    turnoverPotential: amount.with(z.describe('CHF, ex-factory price of the alternatives')),
    customersGain: amount.with(
      z.describe('CHF, ex-factory price of the articles less that of the alternatives'),
    ),
    publicPriceDifference: amount.with(
      z.describe('CHF, public price with VAT of the articles less that of the alternatives'),
    ),
    deductibleBefore: amount.with(
      z.describe('CHF that patients pay of the articles; unknown ones add nothing'),
    ),
    deductibleAfter: amount.with(z.describe('CHF that patients would pay of their alternatives')),
    distributionShareBefore: amount.with(
      z.describe(
        'CHF that wholesaler and pharmacy have together of the articles at list prices; unknown ones add nothing',
      ),
    ),
    distributionShareAfter: amount.with(z.describe('CHF that they would have of their alternatives')),
    withoutPrice: integer.with(z.describe('articles without an ex-factory price: their turnover is unknown')),
    potentialsUnknown: integer.with(
      z.describe('articles whose alternative has no price: their potential is unknown'),
    ),
  }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: provenanceOf(productTotalFigures, sameFilter),
  comparable: false,
});

export const product = defineList({
  subject: 'statistic',
  name: 'product',
  sql: 'v1/product.sql',
  parameters: z.strictObject({
    ...productFilters,
    sortBy: z._default(
      z.enum([
        'qtySum',
        'efPreisSum',
        'pPreisSum',
        'turnoverPotential',
        'customersGain',
        'publicPriceDifference',
        'deductibleBefore',
        'deductibleAfter',
        'distributionShareBefore',
        'distributionShareAfter',
        'alphabetical',
        'alphabetical_alternative',
      ]),
      'turnoverPotential',
    ),
    limit: rowNumber(1).with(z.describe('rows of a page; all when absent')),
    offset: rowNumber(0).with(z.describe('rows before the page')),
  }),
  row: z.strictObject({
    gtin: text,
    pharmacode1: text,
    pharmacode2: text,
    productName: text.with(
      z.describe('of an article that the catalogue does not know, what the file calls it'),
    ),
    alternativeGTIN: text,
    alternativeProductName: text,
    qtySum1: amount.with(z.describe('packs')),
    qtySum2: z.nullable(amount).with(z.describe('packs bought of the alternative; null without alternative')),
    efPreisSum: price.with(z.describe('CHF, ex-factory price without VAT; null without a price')),
    pPreisSum: price.with(z.describe('CHF, public price with VAT; null without a price')),
    efPreis2: price.with(z.describe('CHF per pack of the alternative, ex-factory price without VAT')),
    turnoverPotential: price.with(
      z.describe('CHF, ex-factory price of the alternative; null where it has none, 0 without alternative'),
    ),
    customersGain: price.with(
      z.describe(
        'CHF, ex-factory price of the article less that of the alternative; null where either has none, 0 without alternative',
      ),
    ),
    publicPriceDifference: price.with(z.describe('the same of the public price with VAT')),
    deductibleBefore: price.with(
      z.describe(
        'CHF that patients pay of the article; null unless both are on the Spezialitätenliste and have a public price',
      ),
    ),
    deductibleAfter: price.with(z.describe('CHF that they would pay of the alternative; null likewise')),
    distributionShareBefore: price.with(
      z.describe(
        'CHF that wholesaler and pharmacy have together of the article at list prices; null unless both are on the Spezialitätenliste and have both prices',
      ),
    ),
    distributionShareAfter: price.with(
      z.describe('CHF that they would have of the alternative; null likewise'),
    ),
    sB20: flag,
    providerExclusive1: flag,
    providerExclusive2: flagOfAlternative,
    coMarketing: flag,
    coMarketing2: flagOfAlternative,
    sL1: flag,
    sL2: flagOfAlternative,
    deliverability1: text.with(z.describe('expected delivery while not deliverable: a date or words')),
    deliverability2: text.with(z.describe('expected delivery while not deliverable: a date or words')),
    deliverabilityWeek1: flag.with(z.describe('deliverability1 is a date that stands for its calendar week')),
    deliverabilityWeek2: flag.with(z.describe('deliverability2 is a date that stands for its calendar week')),
    deliverabilityStatus1: text,
    deliverabilityStatus2: text,
    deliverabilityUpdate1: date,
    deliverabilityUpdate2: date,
    deliverabilityReportingDate1: date,
    deliverabilityReportingDate2: date,
    deliverabilityComment2: text,
    backInStockDate2: date,
    stockOut1: flag.with(z.describe('not deliverable')),
    discontinued1: flag.with(z.describe('a source that says it is missing says that it will not come back')),
    stockOut2: flagOfAlternative.with(z.describe('not deliverable; null without alternative')),
    newStockout1: flag,
    newStockout2: flag,
    backInStock2: flag.with(z.describe('back in stock for no more than four months')),
    ...groupColumns,
    origin: z.enum(['original', 'generic', 'other']),
    efPreis1: price.with(z.describe('CHF per pack, ex-factory price without VAT')),
    pPreis1: price.with(z.describe('CHF per pack, public price with VAT')),
    pPreis2: price.with(z.describe('CHF per pack of the alternative, public price with VAT')),
    packFactor: z
      .nullable(amount)
      .with(z.describe('packs of the alternative per pack; null without alternative')),
    setGTIN: text.with(z.describe("the interchangeable set: GTIN of the provider's product")),
    article: z.string().with(z.describe('GTIN, else Pharmacode')),
  }),
  cardinality: 'many',
  key: 'article',
  totals: productTotals,
  signedInColumns: [],
  provenance: provenanceOf(productFigures, (_parameters, row) => ({ article: [String(row.article)] })),
  comparable: false,
  context: ['today', 'newStockoutDays'],
});
