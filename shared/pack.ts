/** Parts of the pack for a visit, in default order. */
export const packParts = [
  'cover',
  'figures',
  'charts',
  'offers',
  'duplicates',
  'missing',
  'scenario',
  'order',
  'glossary',
  'handout',
] as const;
export type PackPartName = (typeof packParts)[number];

/** Choices of rows per part. */
export const packRows = [20, 50, 100] as const;
export type PackRows = (typeof packRows)[number];

/** Choices kept for the next visit. */
export type PackTemplate = { parts: PackPartName[]; rows: PackRows };

/** All parts but the handout, which has its own template. */
export const usualPack: PackTemplate = { parts: packParts.filter((part) => part !== 'handout'), rows: 20 };
