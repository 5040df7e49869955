import type { MergedKey, OwnColumn } from '#shared/catalogue-columns.ts';

/** Source of a field: a template file, or the current revision where the field has no file. */
export type Says = MergedKey | 'current';

type Precedence = {
  /** Sources in order of precedence. */
  from: readonly Exclude<Says, 'current' | 'portfolio' | 'exclusives'>[];
  /** Of the two BAG files the newer value is used, see candidates.ts. */
  newer?: true;
  /**
   * When a pack without a value in these keeps the current revision's: while one of these files is missing (`bag`: both
   * BAG files), always, or while it is on the Spezialitätenliste.
   */
  kept: readonly (MergedKey | 'bag')[] | 'always' | 'onList';
  /** Whether different values are listed as a conflict. */
  compared: boolean;
};

/**
 * Precedence of sources by column, as in docs/reference-data.md. A product type does not change when a pack leaves the
 * list, so a missing value removes neither origin nor co-marketing.
 */
export const precedence: Record<OwnColumn, Precedence> = {
  pharmacode: { from: ['own-attributes', 'pharmacodes'], kept: ['pharmacodes'], compared: true },
  description: {
    from: ['own-attributes', 'swissmedic-packs', 'bag-sl-fhir', 'bag-sl-prices'],
    kept: ['swissmedic-packs'],
    compared: false,
  },
  manufacturer: {
    from: ['own-attributes', 'swissmedic-packs', 'bag-sl-fhir', 'bag-sl-prices'],
    kept: ['swissmedic-packs'],
    compared: true,
  },
  atc: {
    from: ['own-attributes', 'bag-sl-fhir', 'swissmedic-packs'],
    kept: ['swissmedic-packs', 'bag-sl-fhir'],
    compared: true,
  },
  molecule: {
    from: ['own-attributes', 'swissmedic-packs', 'bag-sl-fhir', 'bag-sl-prices'],
    kept: ['swissmedic-packs'],
    compared: true,
  },
  packSize: {
    from: ['own-attributes', 'swissmedic-packs', 'bag-sl-fhir', 'bag-sl-prices'],
    kept: ['swissmedic-packs'],
    compared: true,
  },
  unit: {
    from: ['own-attributes', 'swissmedic-packs', 'bag-sl-fhir', 'bag-sl-prices'],
    kept: ['swissmedic-packs'],
    compared: false,
  },
  form: { from: ['own-attributes', 'swissmedic-packs'], kept: ['swissmedic-packs'], compared: false },
  strength: {
    from: ['own-attributes', 'bag-sl-fhir', 'swissmedic-packs', 'bag-sl-prices'],
    kept: ['swissmedic-packs'],
    compared: false,
  },
  origin: { from: ['own-attributes', 'bag-sl-fhir'], kept: 'always', compared: true },
  sl: {
    from: ['own-attributes', 'bag-sl-fhir', 'bag-sl-prices'],
    newer: true,
    kept: ['bag'],
    compared: true,
  },
  sB20: { from: ['own-attributes', 'bag-sl-fhir'], kept: 'onList', compared: true },
  biological: {
    from: ['own-attributes', 'swissmedic-packs', 'bag-sl-fhir'],
    kept: ['swissmedic-packs'],
    compared: true,
  },
  coMarketing: { from: ['own-attributes', 'bag-sl-fhir'], kept: 'always', compared: true },
  exFactoryPrice: {
    from: ['own-attributes', 'bag-sl-fhir', 'bag-sl-prices'],
    newer: true,
    kept: ['bag'],
    compared: true,
  },
  publicPrice: {
    from: ['own-attributes', 'bag-sl-fhir', 'bag-sl-prices'],
    newer: true,
    kept: ['bag'],
    compared: true,
  },
  swissmedicNo: { from: ['own-attributes', 'swissmedic-packs'], kept: ['swissmedic-packs'], compared: true },
  category: { from: ['own-attributes', 'swissmedic-packs'], kept: ['swissmedic-packs'], compared: true },
};

export const mergedColumns = Object.keys(precedence) as OwnColumn[];

/**
 * Whether `column` of a pack without a value in any file keeps the current revision's; `onList`: it is on the
 * Spezialitätenliste.
 */
export function keepsCurrent(
  column: OwnColumn,
  isThere: (key: MergedKey) => boolean,
  onList: boolean,
): boolean {
  const { kept } = precedence[column];
  if (kept === 'always') return true;
  if (kept === 'onList') return onList;
  return kept.some((key) =>
    key === 'bag' ? !isThere('bag-sl-fhir') && !isThere('bag-sl-prices') : !isThere(key),
  );
}
