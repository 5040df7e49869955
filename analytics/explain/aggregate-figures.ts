import { count, countDistinct, figure, sum } from './figure.ts';

/** The figures of every aggregate row and of its totals. */
export const aggregateFigures = {
  count: figure('articles', 'articles', count),
  qtySum: figure('packs', 'packs', sum('qtySum1')),
  efPreisSum: figure('CHF', 'exFactorySum', sum('efPreisSum')),
  pPreisSum: figure('CHF', 'publicSum', sum('pPreisSum')),
  turnoverPotential: figure('CHF', 'potential', sum('turnoverPotential')),
};

/** The number of rows of a list, by what its rows are. */
export const rowCounts = {
  article: figure('articles', 'articles', count),
  manufacturer: figure('manufacturers', 'manufacturers', countDistinct('manufacturer')),
  molecule: figure('molecules', 'molecules', countDistinct('molecule')),
  atc: figure('atcGroups', 'atcGroups', countDistinct('atcCategory')),
};
