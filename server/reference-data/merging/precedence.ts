import type { MergedKey, OwnColumn } from '#shared/catalogue-columns.ts';

/** Who says a field: a template file, or the revision before where no file for the field is there. */
export type Says = MergedKey | 'current';

type Precedence = {
  /** Those that can say it, the first before the others. */
  from: readonly Exclude<Says, 'current' | 'portfolio' | 'exclusives'>[];
  /** Of the two BAG files the newer statement counts, see candidates.ts. */
  newer?: true;
  /**
   * When a pack of which none of them speaks keeps what the current revision says: while one of these files is not there
   * (`bag`: neither of the two), always, or while it is on the Spezialitätenliste.
   */
  kept: readonly (MergedKey | 'bag')[] | 'always' | 'onList';
  /** Whether two sources that say it differently are a conflict to list. */
  compared: boolean;
};

/**
 * Which source says each column; docs/reference-data.md has the same table. A product type does not change when a pack
 * leaves the list, so that silence takes back no origin and no co-marketing.
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

/** Whether the current revision says `column` of a pack of which no file does; `onList`: it is on the Spezialitätenliste. */
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
