import type { GroupingName, GroupingUnit } from './groupings.ts';
import { groupingNames } from './groupings.ts';

/** Unit of a figure. CHF and packs are additive over time; the others are not. */
export type Unit = PlainUnit | GroupingUnit;
export type PlainUnit = (typeof plainUnits)[number];

/** Definition of a figure, with texts for its explanation and the glossary. Of a grouping: the number of its groups. */
export type Formula = PlainFormula | GroupingName;
export type PlainFormula = (typeof sums)[number] | (typeof counts)[number];

export const plainUnits = [
  'CHF',
  'packs',
  'articles',
  'sets',
  'percent',
  'CHF per pack',
  'CHF per month',
  'packs per month',
  'factor',
] as const;

const sums = [
  'articles',
  'packs',
  'packsPerMonth',
  'exFactoryPrice',
  'exFactorySum',
  'publicPrice',
  'publicSum',
  'potential',
  'potentialPerMonth',
  'customersGain',
  'publicPriceDifference',
  'deductibleBefore',
  'deductibleAfter',
  'distributionShareBefore',
  'distributionShareAfter',
  'packFactor',
  'exFactoryPriceOfAlternative',
  'publicPriceOfAlternative',
  'packsOfAlternative',
  'packsOfAlternatives',
  'availablePacks',
  'genericQuota',
  'genericPenetration',
] as const;
const counts = ['sets'] as const;

/** Every formula, in the order of the glossary. */
export const formulas: readonly Formula[] = [...sums, ...groupingNames, ...counts];
