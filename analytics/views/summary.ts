import * as z from 'zod/mini';
import { amount, integer } from '#shared/figures.ts';
import type { Formula, Unit } from '#shared/formulas.ts';
import { groupCount } from './aggregate.ts';
import { count, countDistinct, type Figure, figure, type Reckoning, sum } from './figure.ts';
import { both, type ProductFilter } from './product-filter.ts';
import { provenanceOf } from './provenance.ts';
import { noFigures } from './short-summary.ts';
import { defineView } from './view.ts';

const turnover = sum('efPreisSum');
const packs = sum('qtySum1');

/** The key figures of the summary. */
export const summaryFigures = {
  turnoverTotal: of('CHF', 'exFactorySum', turnover),
  turnoverOriginal: of('CHF', 'exFactorySum', turnover, { type: ['original'] }),
  turnoverGenericum: of('CHF', 'exFactorySum', turnover, { type: ['generika'] }),
  turnoverOthers: of('CHF', 'exFactorySum', turnover, { type: ['others'] }),
  turnoverProvider: of('CHF', 'exFactorySum', turnover, { behind: ['provider'] }),
  potentialTotal: of('CHF', 'potential', sum('turnoverPotential')),
  customersGainTotal: of('CHF', 'customersGain', sum('customersGain')),
  genericQuota: share('genericQuota', turnover, { type: ['generika'] }, {}),
  totalQty: of('packs', 'packs', packs),
  totalOriginalQty: of('packs', 'packs', packs, { type: ['original'] }),
  totalGenericQty: of('packs', 'packs', packs, { type: ['generika'] }),
  totalOthersQty: of('packs', 'packs', packs, { type: ['others'] }),
  totalProviderQty: of('packs', 'packs', packs, { behind: ['provider'] }),
  genericPenetration: share(
    'genericPenetration',
    packs,
    { type: ['generika'] },
    { type: ['generika', 'original'] },
  ),
  numberOfArticles: of('articles', 'articles', count),
  numberOfPharmaArticles: of('articles', 'articles', count, { behind: ['pharma'] }),
  existingProviderProducts: of('articles', 'articles', count, { behind: ['provider'] }),
  totalManufacturer: groupCount('manufacturer'),
  totalMolecules: groupCount('molecule'),
  alternativeProvider: of('articles', 'articles', count, { general: ['match'] }),
  gxAlternativeProvider: of('articles', 'articles', count, { general: ['match'], type: ['generika'] }),
  oxProvider: of('articles', 'articles', count, { general: ['match'], type: ['original'] }),
  oxProviderWith20Percent: of('articles', 'articles', count, {
    general: ['match', 'sb20'],
    type: ['original'],
  }),
  duplicateProducts2: of('sets', 'sets', countDistinct('setGTIN'), { behind: ['duplicates_2'] }),
  duplicateProducts3: of('sets', 'sets', countDistinct('setGTIN'), { behind: ['duplicates_3'] }),
  duplicateProducts4: of('sets', 'sets', countDistinct('setGTIN'), { behind: ['duplicates_4'] }),
  notDeliverable: of('articles', 'articles', count, { general: ['stock_out'] }),
  notDeliverableReplaceable: of('articles', 'articles', count, {
    general: ['available_match', 'stock_out'],
  }),
  articlesWithoutPrice: of('articles', 'articles', count, { behind: ['without_price'] }),
  packsWithoutPrice: of('packs', 'packs', packs, { behind: ['without_price'] }),
  articlesUnmatched: of('articles', 'articles', count, { behind: ['unmatched'] }),
  packsUnmatched: of('packs', 'packs', packs, { behind: ['unmatched'] }),
  potentialsUnknown: of('articles', 'articles', count, { behind: ['potential_unknown'] }),
};

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
  provenance: provenanceOf({ ...noFigures, ...summaryFigures, catalogueRevision: null }),
  comparable: true,
});

function of(unit: Unit, formula: Formula, reckoning: Reckoning, filter: ProductFilter = {}): Figure {
  return figure(unit, formula, reckoning, (base) => both(base, filter));
}

function share(formula: Formula, reckoning: Reckoning, part: ProductFilter, whole: ProductFilter): Figure {
  return {
    unit: 'percent',
    formula,
    parts: [
      { role: 'part', reckoning, rows: (base) => both(base, part) },
      { role: 'whole', reckoning, rows: (base) => both(base, whole) },
    ],
  };
}
