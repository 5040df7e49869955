import { z } from 'zod';
import { explained } from './explanation.ts';
import { amount, integer, rowCount } from './figures.ts';
import { groupColumns } from './groupings.ts';
import { rowNumber } from './parameters.ts';
import { productFigures, productTotalFigures } from './product-figures.ts';
import { productFilters, sameFilter } from './product-filter.ts';
import { defineList, defineView } from './view.ts';

const text = z.string().nullable();
const date = text.describe('YYYY-MM-DD');
const flag = z.boolean();
const flagOfAlternative = z.boolean().nullable().describe('null without alternative');
const price = amount.nullable();

export const productTotals = defineView({
  subject: 'statistic',
  name: 'product/totals',
  sql: 'v1/product-totals.sql',
  parameters: z.strictObject(productFilters),
  row: z.strictObject({
    rowCount,
    qtySum1: amount.describe('packs'),
    qtySum2: amount.describe('packs bought of the alternatives, each counted once'),
    efPreisSum: amount.describe('CHF, ex-factory price without VAT'),
    pPreisSum: amount.describe('CHF, public price with VAT'),
    turnoverPotential: amount.describe('CHF, ex-factory price of the alternatives'),
    withoutPrice: integer.describe('articles without an ex-factory price: their turnover is unknown'),
    potentialsUnknown: integer.describe(
      'articles whose alternative has no price: their potential is unknown',
    ),
  }),
  cardinality: 'one',
  signedInColumns: [],
  explanation: explained(productTotalFigures, sameFilter),
  comparable: false,
});

export const product = defineList({
  subject: 'statistic',
  name: 'product',
  sql: 'v1/product.sql',
  parameters: z.strictObject({
    ...productFilters,
    sortBy: z
      .enum([
        'qtySum',
        'efPreisSum',
        'pPreisSum',
        'turnoverPotential',
        'alphabetical',
        'alphabetical_alternative',
      ])
      .default('turnoverPotential'),
    limit: rowNumber(1).describe('rows of a page; all when absent'),
    offset: rowNumber(0).describe('rows before the page'),
  }),
  row: z.strictObject({
    gtin: text,
    pharmacode1: text,
    pharmacode2: text,
    productName: text.describe('of an article that the catalogue does not know, what the file calls it'),
    alternativeGTIN: text,
    alternativeProductName: text,
    qtySum1: amount.describe('packs'),
    qtySum2: amount.nullable().describe('packs bought of the alternative; null without alternative'),
    efPreisSum: price.describe('CHF, ex-factory price without VAT; null without a price'),
    pPreisSum: price.describe('CHF, public price with VAT; null without a price'),
    efPreis2: price.describe('CHF per pack of the alternative, ex-factory price without VAT'),
    turnoverPotential: price.describe(
      'CHF, ex-factory price of the alternative; null where it has none, 0 without alternative',
    ),
    sB20: flag,
    providerExclusive1: flag,
    providerExclusive2: flagOfAlternative,
    coMarketing: flag,
    coMarketing2: flagOfAlternative,
    sL1: flag,
    sL2: flagOfAlternative,
    deliverability1: text.describe('expected delivery while not deliverable: a date or words'),
    deliverability2: text.describe('expected delivery while not deliverable: a date or words'),
    deliverabilityStatus1: text,
    deliverabilityStatus2: text,
    deliverabilityUpdate1: date,
    deliverabilityUpdate2: date,
    deliverabilityReportingDate1: date,
    deliverabilityReportingDate2: date,
    deliverabilityComment2: text,
    backInStockDate2: date,
    stockOut1: flag.describe('not deliverable'),
    stockOut2: flagOfAlternative.describe('not deliverable; null without alternative'),
    newStockout1: flag,
    newStockout2: flag,
    backInStock2: flag.describe('back in stock for no more than four months'),
    ...groupColumns,
    origin: z.enum(['original', 'generic', 'other']),
    efPreis1: price.describe('CHF per pack, ex-factory price without VAT'),
    pPreis1: price.describe('CHF per pack, public price with VAT'),
    pPreis2: price.describe('CHF per pack of the alternative, public price with VAT'),
    packFactor: amount.nullable().describe('packs of the alternative per pack; null without alternative'),
    setGTIN: text.describe("the interchangeable set: GTIN of the provider's product"),
    article: z.string().describe('GTIN, else Pharmacode'),
  }),
  cardinality: 'many',
  key: 'article',
  totals: productTotals,
  signedInColumns: [],
  explanation: explained(productFigures, (_parameters, row) => ({ article: [String(row.article)] })),
  comparable: false,
  context: ['today', 'newStockoutDays'],
});
