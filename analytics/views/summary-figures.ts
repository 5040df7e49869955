import type { Formula, Unit } from '#shared/formulas.ts';
import { groupCount } from './aggregate.ts';
import { count, countDistinct, type Figure, figure, type Reckoning, sum } from './figure.ts';
import { both, type ProductFilter } from './product-filter.ts';

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
