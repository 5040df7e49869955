/** Parts of the pack for a visit, in the order that they have unless another one is chosen. */
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

/** How many rows a part can have. */
export const packRows = [20, 50, 100] as const;
export type PackRows = (typeof packRows)[number];

/** What of a pack is kept for the next visit. */
export type PackTemplate = { parts: PackPartName[]; rows: PackRows };

/** All parts but the page that is a template of its own. */
export const usualPack: PackTemplate = { parts: packParts.filter((part) => part !== 'handout'), rows: 20 };
