import * as z from 'zod/mini';
import { amount, integer } from '#shared/figures.ts';
import { rowNumber, shareOf, switching, wholePercent } from '#shared/parameters.ts';
import { countDistinct, figure } from './figure.ts';
import { provenanceOf } from './provenance.ts';
import { summaryFigures } from './summary.ts';
import { defineList, defineView } from './view.ts';

const percent = z.nullable(integer);
const exactPercent = z.nullable(amount);
const price = z.nullable(amount);

const parameters = {
  chosen: switching().with(
    z.describe(
      'what switches: product:…, set:…, molecule:…, manufacturer:…, all or none, with a share of its own as 0.25@product:…',
    ),
  ),
  share: shareOf().with(z.describe('the share that switches of what has none of its own, 0 to 1')),
  benchmark: wholePercent().with(
    z.describe('generic penetration in whole percent, to which the fewest further articles switch'),
  ),
};

/** Of a switch in sum: behind them stand the rows of what_if/switches, which are reckoned as they are and not bought. */
const ofSwitch = {
  turnoverTotalAfter: null,
  turnoverTotalChange: null,
  turnoverOriginalAfter: null,
  turnoverOriginalChange: null,
  turnoverGenericumAfter: null,
  turnoverGenericumChange: null,
  turnoverOthersAfter: null,
  turnoverOthersChange: null,
  turnoverProviderAfter: null,
  turnoverProviderChange: null,
  potentialTotalAfter: null,
  potentialTotalChange: null,
  genericQuotaAfter: null,
  genericQuotaChange: null,
  genericPenetrationAfter: null,
  genericPenetrationChange: null,
  totalManufacturerAfter: null,
  totalManufacturerChange: null,
  duplicateProductsAfter: null,
  duplicateProductsChange: null,
  genericPenetrationExact: null,
  genericPenetrationExactAfter: null,
  toBenchmark: null,
  switchingArticles: null,
  switchingPacks: null,
  customersGain: null,
  gainsUnknown: null,
};

export const whatIf = defineView({
  subject: 'statistic',
  name: 'what_if',
  sql: 'v1/what-if.sql',
  parameters: z.strictObject(parameters),
  row: z.strictObject({
    turnoverTotal: amount.with(z.describe('CHF at ex-factory prices without VAT, of all articles')),
    turnoverTotalAfter: amount.with(z.describe('the same after the switch')),
    turnoverTotalChange: amount.with(z.describe('after less before')),
    turnoverOriginal: amount.with(z.describe('CHF, originals')),
    turnoverOriginalAfter: amount.with(z.describe('the same after the switch')),
    turnoverOriginalChange: amount.with(z.describe('after less before')),
    turnoverGenericum: amount.with(z.describe('CHF, generics')),
    turnoverGenericumAfter: amount.with(z.describe('the same after the switch')),
    turnoverGenericumChange: amount.with(z.describe('after less before')),
    turnoverOthers: amount.with(z.describe('CHF, neither originals nor generics')),
    turnoverOthersAfter: amount.with(z.describe('the same after the switch')),
    turnoverOthersChange: amount.with(z.describe('after less before')),
    turnoverProvider: amount.with(z.describe("CHF, the provider's products")),
    turnoverProviderAfter: amount.with(z.describe('the same after the switch')),
    turnoverProviderChange: amount.with(z.describe('after less before')),
    potentialTotal: amount.with(z.describe('CHF that the alternatives would turn over')),
    potentialTotalAfter: amount.with(z.describe('the same after the switch')),
    potentialTotalChange: amount.with(z.describe('after less before')),
    genericQuota: percent.with(
      z.describe('whole percent, turnover of generics in all; null when there is none'),
    ),
    genericQuotaAfter: percent.with(z.describe('the same after the switch')),
    genericQuotaChange: percent.with(z.describe('after less before, in percentage points')),
    genericPenetration: percent.with(
      z.describe('whole percent, packs of generics in generics and originals; null when there are none'),
    ),
    genericPenetrationAfter: percent.with(z.describe('the same after the switch')),
    genericPenetrationChange: percent.with(z.describe('after less before, in percentage points')),
    totalManufacturer: integer.with(z.describe('manufacturers')),
    totalManufacturerAfter: integer.with(z.describe('the same after the switch')),
    totalManufacturerChange: integer.with(z.describe('after less before')),
    duplicateProducts: integer.with(
      z.describe('interchangeable sets of which two or more articles are bought'),
    ),
    duplicateProductsAfter: integer.with(z.describe('the same after the switch')),
    duplicateProductsChange: integer.with(z.describe('after less before')),
    genericPenetrationExact: exactPercent.with(z.describe('percent, to four decimals')),
    genericPenetrationExactAfter: exactPercent.with(z.describe('the same after the switch')),
    benchmarkReached: z
      .nullable(z.boolean())
      .with(
        z.describe('whether generic penetration would be the benchmark or more, unrounded; null without one'),
      ),
    toBenchmark: integer.with(z.describe('articles that switch for the benchmark')),
    switchingArticles: integer.with(z.describe('articles that switch')),
    switchingPacks: amount.with(z.describe('packs of them that switch')),
    customersGain: amount.with(
      z.describe('CHF that the alternatives would cost less than what switches, at ex-factory prices'),
    ),
    gainsUnknown: integer.with(z.describe('articles that switch of which no gain is known')),
  }),
  cardinality: 'one',
  signedInColumns: [],
  provenance: provenanceOf({
    turnoverTotal: summaryFigures.turnoverTotal,
    turnoverOriginal: summaryFigures.turnoverOriginal,
    turnoverGenericum: summaryFigures.turnoverGenericum,
    turnoverOthers: summaryFigures.turnoverOthers,
    turnoverProvider: summaryFigures.turnoverProvider,
    potentialTotal: summaryFigures.potentialTotal,
    genericQuota: summaryFigures.genericQuota,
    genericPenetration: summaryFigures.genericPenetration,
    totalManufacturer: summaryFigures.totalManufacturer,
    duplicateProducts: figure('sets', 'sets', countDistinct('setGTIN'), () => ({ behind: ['duplicates'] })),
    ...ofSwitch,
  }),
  comparable: false,
});

/** What switches, article by article. */
export const whatIfSwitches = defineList({
  subject: 'statistic',
  name: 'what_if/switches',
  sql: 'v1/what-if-switches.sql',
  parameters: z.strictObject({
    ...parameters,
    limit: rowNumber(1).with(z.describe('the first rows; all when absent')),
  }),
  row: z.strictObject({
    article: z.string(),
    productName: z.nullable(z.string()),
    manufacturer: z.nullable(z.string()),
    alternativeGTIN: z.string(),
    alternativeProductName: z.string(),
    alternativeDeliverable: z.boolean(),
    origin: z.string().with(z.describe('original, generic or other')),
    alternativeOrigin: z.string().with(z.describe('the same of the alternative')),
    share: amount.with(z.describe('the share that switches, above 0 up to 1')),
    packs1: amount.with(z.describe('packs that switch')),
    packs2: amount.with(z.describe('packs of the alternative instead')),
    packs2InAll: amount.with(z.describe('packs of it instead of all articles that switch to it')),
    turnoverReplaced: price.with(
      z.describe('CHF that the packs turn over as they are, at ex-factory prices; null without one'),
    ),
    turnoverPotential: price.with(
      z.describe('CHF, ex-factory price of the alternative; null where it has none'),
    ),
    customersGain: price.with(
      z.describe(
        'CHF, ex-factory price of what switches less that of the alternative; null where either has none',
      ),
    ),
    step: z
      .nullable(integer)
      .with(z.describe('its place on the way to the benchmark; null where it was chosen')),
    penetrationAfterStep: exactPercent.with(z.describe('generic penetration with it, percent')),
  }),
  cardinality: 'many',
  key: 'article',
  totals: null,
  signedInColumns: [],
  provenance: provenanceOf({
    share: null,
    packs1: null,
    packs2: null,
    packs2InAll: null,
    turnoverReplaced: null,
    turnoverPotential: null,
    customersGain: null,
    step: null,
    penetrationAfterStep: null,
  }),
  comparable: false,
});
