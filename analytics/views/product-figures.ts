import { count, countDistinct, figure, perMonth, sum, times, value, whereKnown } from './figure.ts';
import { both, type ProductFilter } from './product-filter.ts';

/** Of a row: unknown where the price that it needs is. */
const exFactorySum = whereKnown(sum('efPreisSum'), { having: 'article', needs: 'efPreis1' });
const publicSum = whereKnown(sum('pPreisSum'), { having: 'article', needs: 'pPreis1' });
const knownPotential = whereKnown(sum('turnoverPotential'), { having: 'alternativeGTIN', needs: 'efPreis2' });

const knownGain = whereKnown(sum('customersGain'), { having: 'alternativeGTIN', needs: 'customersGain' });
const knownDifference = whereKnown(sum('publicPriceDifference'), {
  having: 'alternativeGTIN',
  needs: 'publicPriceDifference',
});

/** What is told before and after a switch, of a row: known where both of all its articles are. */
const beforeAndAfter = {
  deductibleBefore: figure('CHF', 'deductibleBefore', ofAll('deductibleBefore')),
  deductibleAfter: figure('CHF', 'deductibleAfter', ofAll('deductibleAfter')),
  distributionShareBefore: figure('CHF', 'distributionShareBefore', ofAll('distributionShareBefore')),
  distributionShareAfter: figure('CHF', 'distributionShareAfter', ofAll('distributionShareAfter')),
};

/** The same in sum: of the articles of which it is known. */
const beforeAndAfterInSum = {
  deductibleBefore: figure('CHF', 'deductibleBefore', sum('deductibleBefore')),
  deductibleAfter: figure('CHF', 'deductibleAfter', sum('deductibleAfter')),
  distributionShareBefore: figure('CHF', 'distributionShareBefore', sum('distributionShareBefore')),
  distributionShareAfter: figure('CHF', 'distributionShareAfter', sum('distributionShareAfter')),
};

/** The figures of one row of the product analysis. */
export const productFigures = {
  qtySum1: figure('packs', 'packs', sum('qtySum1')),
  qtySum2: figure('packs', 'packsOfAlternative', value('qtySum2')),
  efPreisSum: figure('CHF', 'exFactorySum', exFactorySum),
  pPreisSum: figure('CHF', 'publicSum', publicSum),
  efPreis2: figure('CHF per pack', 'exFactoryPriceOfAlternative', value('efPreis2')),
  turnoverPotential: figure('CHF', 'potential', knownPotential),
  customersGain: figure('CHF', 'customersGain', knownGain),
  publicPriceDifference: figure('CHF', 'publicPriceDifference', knownDifference),
  ...beforeAndAfter,
  efPreis1: figure('CHF per pack', 'exFactoryPrice', value('efPreis1')),
  pPreis1: figure('CHF per pack', 'publicPrice', value('pPreis1')),
  pPreis2: figure('CHF per pack', 'publicPriceOfAlternative', value('pPreis2')),
  packFactor: figure('factor', 'packFactor', value('packFactor')),
};

export const productTotalFigures = {
  rowCount: figure('articles', 'articles', count),
  qtySum1: figure('packs', 'packs', sum('qtySum1')),
  qtySum2: figure('packs', 'packsOfAlternatives', sum('qtySum2', 'alternativeGTIN')),
  efPreisSum: figure('CHF', 'exFactorySum', sum('efPreisSum')),
  pPreisSum: figure('CHF', 'publicSum', sum('pPreisSum')),
  turnoverPotential: figure('CHF', 'potential', sum('turnoverPotential')),
  customersGain: figure('CHF', 'customersGain', sum('customersGain')),
  publicPriceDifference: figure('CHF', 'publicPriceDifference', sum('publicPriceDifference')),
  ...beforeAndAfterInSum,
  withoutPrice: figure('articles', 'articles', count, (base) => both(base, { behind: ['without_price'] })),
  potentialsUnknown: figure('articles', 'articles', count, (base) =>
    both(base, { behind: ['potential_unknown'] }),
  ),
};

/** The figures of one row of the duplicate products. */
export const duplicateFigures = {
  qty1: figure('packs', 'packs', sum('qtySum1')),
  qty2: figure('packs', 'packs', sum('qtySum1'), (_base, row) => ({ article: [String(row.gtiN2)] })),
  efPreis1: figure('CHF per pack', 'exFactoryPrice', value('efPreis1')),
  efPreis2: figure('CHF per pack', 'exFactoryPriceOfAlternative', value('efPreis2')),
  pPreis1: figure('CHF per pack', 'publicPrice', value('pPreis1')),
  pPreis2: figure('CHF per pack', 'publicPriceOfAlternative', value('pPreis2')),
  turnoverPotential: figure('CHF', 'potential', knownPotential),
};

const competitors = (base: ProductFilter) => both(base, { general: ['match'] });

export const duplicateTotalFigures = {
  rowCount: figure('articles', 'articles', count, competitors),
  sets: figure('sets', 'sets', countDistinct('setGTIN')),
  articles: figure('articles', 'articles', count),
  qty1: figure('packs', 'packs', sum('qtySum1'), competitors),
  qty2: figure('packs', 'packsOfAlternatives', sum('qtySum2', 'alternativeGTIN'), competitors),
  turnoverPotential: figure('CHF', 'potential', sum('turnoverPotential')),
};

const packs = sum('qtySum1');
const potential = sum('turnoverPotential');

/** The figures of one row of what is not deliverable. */
export const notDeliverableFigures = {
  qtySum1: figure('packs', 'packs', packs),
  packsPerMonth: figure('packs per month', 'packsPerMonth', perMonth(packs)),
  qtySum2: figure('packs', 'packsOfAlternative', value('qtySum2')),
  efPreis2: figure('CHF per pack', 'exFactoryPriceOfAlternative', value('efPreis2')),
  turnoverPotential: figure('CHF', 'potential', knownPotential),
  customersGain: figure('CHF', 'customersGain', knownGain),
  publicPriceDifference: figure('CHF', 'publicPriceDifference', knownDifference),
  ...beforeAndAfter,
  potentialPerMonth: figure('CHF per month', 'potentialPerMonth', perMonth(knownPotential)),
};

export const notDeliverableTotalFigures = {
  rowCount: figure('articles', 'articles', count),
  qtySum1: figure('packs', 'packs', packs),
  packsPerMonth: figure('packs per month', 'packsPerMonth', perMonth(packs)),
  turnoverPotential: figure('CHF', 'potential', potential),
  customersGain: figure('CHF', 'customersGain', sum('customersGain')),
  publicPriceDifference: figure('CHF', 'publicPriceDifference', sum('publicPriceDifference')),
  ...beforeAndAfterInSum,
  potentialPerMonth: figure('CHF per month', 'potentialPerMonth', perMonth(potential)),
};

/** The figures of one row of the cart. */
export const cartFigures = {
  exFactoryPrice: figure('CHF per pack', 'exFactoryPrice', value('efPreis2')),
  publicPrice: figure('CHF per pack', 'publicPrice', value('pPreis2')),
  articles: figure('articles', 'articles', count),
  availableQuantity: figure('packs', 'availablePacks', times(packs, 'packFactor')),
  quantityProvider: figure('packs', 'packs', packs, (_base, row) => ({ article: [String(row.gtin)] })),
  turnoverPotential: figure('CHF', 'potential', knownPotential),
  customersGain: figure('CHF', 'customersGain', knownGain),
  publicPriceDifference: figure('CHF', 'publicPriceDifference', knownDifference),
  ...beforeAndAfter,
};

export const cartTotalFigures = {
  rowCount: figure('sets', 'sets', countDistinct('alternativeGTIN')),
  articles: figure('articles', 'articles', count),
  turnoverPotential: figure('CHF', 'potential', potential),
  customersGain: figure('CHF', 'customersGain', sum('customersGain')),
  publicPriceDifference: figure('CHF', 'publicPriceDifference', sum('publicPriceDifference')),
  ...beforeAndAfterInSum,
};

/** The figures of one article behind a row of the cart. */
export const cartArticleFigures = {
  qty: figure('packs', 'packs', packs),
  packFactor: figure('factor', 'packFactor', value('packFactor')),
};

export const cartArticleTotalFigures = {
  rowCount: figure('articles', 'articles', count),
  qty: figure('packs', 'packs', packs),
};

function ofAll(column: string) {
  return whereKnown(sum(column), { having: 'article', needs: column });
}
