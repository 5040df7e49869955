import * as z from 'zod/mini';
import { amount, rowCount } from '#shared/figures.ts';
import { atcCodes, choices, names, productTypes } from '#shared/parameters.ts';
import { stockoutOptions } from './market-filter.ts';
import { notDeliverableFigures, notDeliverableTotalFigures } from './product-figures.ts';
import { both, sameFilter } from './product-filter.ts';
import { type Parameters, provenanceOf } from './provenance.ts';
import { defineList, defineView } from './view.ts';

const text = z.nullable(z.string());
const date = text.with(z.describe('YYYY-MM-DD'));
const flag = z.boolean();
const flagOfAlternative = z.nullable(z.boolean()).with(z.describe('null without alternative'));

const filters = {
  general: choices(stockoutOptions),
  type: choices(productTypes),
  molecule: names(),
  atc: atcCodes(),
  manufacturer: names(),
};

const missing = (parameters: Parameters) => both(sameFilter(parameters), { general: ['stock_out'] });

export const notDeliverableTotals = defineView({
  subject: 'statistic',
  name: 'not_deliverable/totals',
  sql: 'v1/not-deliverable-totals.sql',
  parameters: z.strictObject(filters),
  row: z.strictObject({
    rowCount,
    qtySum1: amount.with(z.describe('packs')),
    packsPerMonth: amount.with(z.describe("packs per month of the statistic's period, unrounded")),
    turnoverPotential: amount.with(
      z.describe('CHF, ex-factory price of the alternatives; unknown ones count as nothing'),
    ),
    customersGain: amount.with(z.describe('CHF; unknown ones count as nothing')),
    publicPriceDifference: amount.with(
      z.describe('CHF, public price with VAT; unknown ones count as nothing'),
    ),
    deductibleBefore: amount.with(
      z.describe('CHF that patients pay of the articles; unknown ones count as nothing'),
    ),
    deductibleAfter: amount.with(z.describe('CHF that patients would pay of their alternatives')),
    distributionShareBefore: amount.with(
      z.describe(
        'CHF that wholesaler and pharmacy have together of the articles at list prices; unknown ones count as nothing',
      ),
    ),
    distributionShareAfter: amount.with(z.describe('CHF that they would have of their alternatives')),
    potentialPerMonth: amount.with(z.describe('CHF per month, rounded once')),
  }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: provenanceOf(notDeliverableTotalFigures, missing),
  comparable: false,
});

export const notDeliverable = defineList({
  subject: 'statistic',
  name: 'not_deliverable',
  sql: 'v1/not-deliverable.sql',
  parameters: z.strictObject({
    ...filters,
    sortBy: z._default(
      z.enum(['potentialPerMonth', 'packsPerMonth', 'reportedOn', 'alphabetical']),
      'potentialPerMonth',
    ),
  }),
  row: z.strictObject({
    gtin: z.string(),
    pharmacode1: text,
    pharmacode2: text,
    productName: z.string(),
    alternativeGTIN: text,
    alternativeProductName: text,
    qtySum1: amount.with(z.describe('packs')),
    packsPerMonth: amount.with(z.describe("packs per month of the statistic's period, unrounded")),
    qtySum2: z.nullable(amount).with(z.describe('packs bought of the alternative; null without alternative')),
    efPreis2: z
      .nullable(amount)
      .with(z.describe('CHF per pack of the alternative, ex-factory price without VAT')),
    turnoverPotential: z
      .nullable(amount)
      .with(z.describe('CHF, ex-factory price of the alternative; null: it has none; 0 without alternative')),
    customersGain: z
      .nullable(amount)
      .with(
        z.describe(
          'CHF, ex-factory price of the article less that of the alternative; null: either has none; 0 without alternative',
        ),
      ),
    publicPriceDifference: z.nullable(amount).with(z.describe('the same of the public price with VAT')),
    deductibleBefore: z
      .nullable(amount)
      .with(
        z.describe(
          'CHF that patients pay of the article; null unless both are on the Spezialitätenliste and have a public price',
        ),
      ),
    deductibleAfter: z
      .nullable(amount)
      .with(z.describe('CHF that they would pay of the alternative; null likewise')),
    distributionShareBefore: z
      .nullable(amount)
      .with(
        z.describe(
          'CHF that wholesaler and pharmacy have together of the article at list prices; null unless both are on the Spezialitätenliste and have both prices',
        ),
      ),
    distributionShareAfter: z
      .nullable(amount)
      .with(z.describe('CHF that they would have of the alternative; null likewise')),
    potentialPerMonth: z.nullable(amount).with(z.describe('the same per month, rounded to the centime')),
    sB20: flag,
    providerExclusive1: flag,
    providerExclusive2: flagOfAlternative,
    coMarketing: flag,
    coMarketing2: flagOfAlternative,
    sL1: flag,
    sL2: flagOfAlternative,
    deliverability1: text.with(z.describe('expected delivery: a date or words')),
    deliverability2: text.with(z.describe('expected delivery while not deliverable: a date or words')),
    deliverabilityWeek1: flag.with(z.describe('deliverability1 is a date that stands for its calendar week')),
    deliverabilityWeek2: flag.with(z.describe('deliverability2 is a date that stands for its calendar week')),
    deliverabilityStatus1: text,
    deliverabilityStatus2: text,
    deliverabilityUpdate1: date,
    deliverabilityUpdate2: date,
    deliverabilityReportingDate1: date,
    deliverabilityReportingDate2: date,
    knownSinceAtLeast1: flag.with(z.describe('the reporting date is that of the first list of its source')),
    listDate1: date.with(z.describe('YYYY-MM-DD: the last list of the source that says so')),
    discontinued1: flag.with(z.describe('a source that says it is missing says that it will not come back')),
    sourcesDisagree1: flag.with(
      z.describe('sources expect different deliveries, or one says that it is back'),
    ),
    deliverabilityComment1: text,
    deliverabilityComment2: text,
    backInStockDate2: date,
    stockOut2: flagOfAlternative.with(z.describe('not deliverable; null without alternative')),
    newStockout1: flag,
    newStockout2: flag,
    backInStock2: flag.with(z.describe('back in stock for no more than four months')),
    manufacturer: text,
    provider1: flag.with(z.describe("the provider's own product")),
  }),
  cardinality: 'many',
  key: 'gtin',
  totals: notDeliverableTotals,
  signedInColumns: [],
  provenance: provenanceOf(notDeliverableFigures, (_parameters, row) => ({ article: [String(row.gtin)] })),
  comparable: false,
  context: ['today', 'newStockoutDays'],
});
