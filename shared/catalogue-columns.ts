/** Catalogue columns that come from sources and that a company can correct in its own file. */
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

/** Lists of changes by a publication, and of doubts while building it. */
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
