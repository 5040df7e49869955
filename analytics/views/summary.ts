import * as z from 'zod/mini';
import { amount, integer } from '#shared/figures.ts';
import { explained } from './explanation.ts';
import { noFigures } from './short-summary.ts';
import { summaryFigures } from './summary-figures.ts';
import { defineView } from './view.ts';

const percent = z.nullable(integer);

export const summary = defineView({
  subject: 'statistic',
  name: 'summary',
  sql: 'v1/summary.sql',
  parameters: z.strictObject({}),
  row: z.strictObject({
    customerName: z.nullable(z.string()),
    customerExternalId: z.nullable(z.string()),
    timeInformation: z.nullable(z.string()),
    timeMonthFrom: integer.with(z.describe('first month, 1 to 12')),
    timeYearFrom: integer.with(z.describe('its year')),
    timeMonthTo: integer.with(z.describe('last month, 1 to 12, included')),
    timeYearTo: integer.with(z.describe('its year')),
    headerImage: z.nullable(z.string()).with(z.describe('path of the picture above the dashboard')),
    turnoverTotal: amount.with(z.describe('CHF at ex-factory prices without VAT, of all articles')),
    turnoverOriginal: amount.with(z.describe('CHF, originals')),
    turnoverGenericum: amount.with(z.describe('CHF, generics')),
    turnoverOthers: amount.with(z.describe('CHF, neither originals nor generics')),
    turnoverProvider: amount.with(z.describe("CHF, the provider's products")),
    potentialTotal: amount.with(
      z.describe('CHF that the alternatives would turn over, at their ex-factory prices'),
    ),
    customersGainTotal: amount.with(
      z.describe('CHF that the alternatives would cost less than the articles, at ex-factory prices'),
    ),
    genericQuota: percent.with(
      z.describe('whole percent, turnover of generics in all; null when there is none'),
    ),
    totalQty: amount.with(z.describe('packs')),
    totalOriginalQty: amount.with(z.describe('packs, originals')),
    totalGenericQty: amount.with(z.describe('packs, generics')),
    totalOthersQty: amount.with(z.describe('packs, neither originals nor generics')),
    totalProviderQty: amount.with(z.describe("packs, the provider's products")),
    genericPenetration: percent.with(
      z.describe('whole percent, packs of generics in generics and originals; null when there are none'),
    ),
    numberOfArticles: integer.with(z.describe('articles bought')),
    numberOfPharmaArticles: integer.with(z.describe('articles with an ATC code')),
    existingProviderProducts: integer.with(z.describe('products of the provider bought')),
    totalManufacturer: integer.with(z.describe('manufacturers')),
    totalMolecules: integer.with(z.describe('molecules')),
    alternativeProvider: integer.with(z.describe('articles with an alternative')),
    gxAlternativeProvider: integer.with(z.describe('generics with an alternative')),
    oxProvider: integer.with(z.describe('originals with an alternative')),
    oxProviderWith20Percent: integer.with(
      z.describe('originals with an alternative and the raised deductible'),
    ),
    duplicateProducts2: integer.with(
      z.describe('interchangeable sets of which exactly two articles are bought'),
    ),
    duplicateProducts3: integer.with(z.describe('interchangeable sets of which exactly three are bought')),
    duplicateProducts4: integer.with(z.describe('interchangeable sets of which four or more are bought')),
    notDeliverable: integer.with(z.describe('articles bought that cannot be delivered now')),
    notDeliverableReplaceable: integer.with(
      z.describe('articles among these whose alternative can be delivered'),
    ),
    articlesWithoutPrice: integer.with(
      z.describe('articles without an ex-factory price, which no turnover counts'),
    ),
    packsWithoutPrice: amount.with(z.describe('packs of these')),
    articlesUnmatched: integer.with(
      z.describe('articles among these that match no product of the catalogue'),
    ),
    packsUnmatched: amount.with(z.describe('packs of these')),
    potentialsUnknown: integer.with(
      z.describe('articles whose alternative has no price, which no potential counts'),
    ),
    catalogueRevision: integer.with(z.describe('number of the catalogue revision')),
    priceDate: z.string().with(z.describe('YYYY-MM-DD')),
  }),
  cardinality: 'one',
  signedInColumns: ['customerExternalId'],
  explanation: explained({ ...noFigures, ...summaryFigures, catalogueRevision: null }),
  comparable: true,
});
