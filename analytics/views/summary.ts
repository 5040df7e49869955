import { z } from 'zod';
import { explained } from './explanation.ts';
import { amount, integer } from './figures.ts';
import { noFigures } from './short-summary.ts';
import { summaryFigures } from './summary-figures.ts';
import { defineView } from './view.ts';

const percent = integer.nullable();

export const summary = defineView({
  subject: 'statistic',
  name: 'summary',
  sql: 'v1/summary.sql',
  parameters: z.strictObject({}),
  row: z.strictObject({
    customerName: z.string().nullable(),
    customerExternalId: z.string().nullable(),
    timeInformation: z.string().nullable(),
    timeMonthFrom: integer.describe('first month, 1 to 12'),
    timeYearFrom: integer.describe('its year'),
    timeMonthTo: integer.describe('last month, 1 to 12, included'),
    timeYearTo: integer.describe('its year'),
    headerImage: z.string().nullable().describe('path of the picture above the dashboard'),
    turnoverTotal: amount.describe('CHF at ex-factory prices without VAT, of all articles'),
    turnoverOriginal: amount.describe('CHF, originals'),
    turnoverGenericum: amount.describe('CHF, generics'),
    turnoverOthers: amount.describe('CHF, neither originals nor generics'),
    turnoverProvider: amount.describe("CHF, the provider's products"),
    potentialTotal: amount.describe('CHF that the alternatives would turn over, at their ex-factory prices'),
    genericQuota: percent.describe('whole percent, turnover of generics in all; null when there is none'),
    totalQty: amount.describe('packs'),
    totalOriginalQty: amount.describe('packs, originals'),
    totalGenericQty: amount.describe('packs, generics'),
    totalOthersQty: amount.describe('packs, neither originals nor generics'),
    totalProviderQty: amount.describe("packs, the provider's products"),
    genericPenetration: percent.describe(
      'whole percent, packs of generics in generics and originals; null when there are none',
    ),
    numberOfArticles: integer.describe('articles bought'),
    numberOfPharmaArticles: integer.describe('articles with an ATC code'),
    existingProviderProducts: integer.describe('products of the provider bought'),
    totalManufacturer: integer.describe('manufacturers'),
    totalMolecules: integer.describe('molecules'),
    alternativeProvider: integer.describe('articles with an alternative'),
    gxAlternativeProvider: integer.describe('generics with an alternative'),
    oxProvider: integer.describe('originals with an alternative'),
    oxProviderWith20Percent: integer.describe('originals with an alternative and the raised deductible'),
    duplicateProducts2: integer.describe('interchangeable sets of which exactly two articles are bought'),
    duplicateProducts3: integer.describe('interchangeable sets of which exactly three are bought'),
    duplicateProducts4: integer.describe('interchangeable sets of which four or more are bought'),
    notDeliverable: integer.describe('articles bought that cannot be delivered now'),
    articlesWithoutPrice: integer.describe('articles without an ex-factory price, which no turnover counts'),
    packsWithoutPrice: amount.describe('packs of these'),
    articlesUnmatched: integer.describe('articles among these that match no product of the catalogue'),
    packsUnmatched: amount.describe('packs of these'),
    potentialsUnknown: integer.describe('articles whose alternative has no price, which no potential counts'),
    catalogueRevision: integer.describe('number of the catalogue revision'),
    priceDate: z.string().describe('YYYY-MM-DD'),
  }),
  cardinality: 'one',
  signedInColumns: ['customerExternalId'],
  explanation: explained({ ...noFigures, ...summaryFigures, catalogueRevision: null }),
  comparable: true,
});
