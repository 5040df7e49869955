/** Columns of the catalogue that sources say, and that a company corrects in its own file. */
export const ownColumns = [
  'pharmacode',
  'description',
  'manufacturer',
  'atc',
  'molecule',
  'packSize',
  'unit',
  'form',
  'strength',
  'origin',
  'sl',
  'sB20',
  'biological',
  'coMarketing',
  'exFactoryPrice',
  'publicPrice',
  'swissmedicNo',
  'category',
] as const;

export type OwnColumn = (typeof ownColumns)[number];

/** Template files that merged products are built from. */
export const mergedKeys = [
  'swissmedic-packs',
  'bag-sl-fhir',
  'bag-sl-prices',
  'pharmacodes',
  'own-attributes',
  'portfolio',
  'exclusives',
] as const;

export type MergedKey = (typeof mergedKeys)[number];

/** Lists of what publishing would change, and of what was unclear in building. */
export const differenceLists = [
  'new',
  'gone',
  'prices',
  'origin',
  'deductible',
  'sl',
  'atc',
  'others',
  'alternatives',
  'provider',
  'toCome',
  'conflicts',
  'doubtful',
] as const;

export type DifferenceList = (typeof differenceLists)[number];
