import { formatAmount, formatCount } from '../../../i18n/formats.ts';

/** What an aggregate row can be ordered by and what its chart shows. */
export const measures = ['count', 'qtySum', 'efPreisSum', 'pPreisSum', 'turnoverPotential'] as const;
export type Measure = (typeof measures)[number];

/** CHF, in contrast to a number of articles or packs. */
export function isAmount(measure: Measure): measure is Exclude<Measure, 'count' | 'qtySum'> {
  return measure !== 'count' && measure !== 'qtySum';
}

/** Writes a measure: packs and articles without decimals, CHF with two. */
export function formatOf(measure: Measure): (value: number | null | undefined) => string {
  return isAmount(measure) ? formatAmount : formatCount;
}
