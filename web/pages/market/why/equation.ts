import type { TFunction } from 'i18next';
import type { Origin } from '#analytics/views/market-figure.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import type { FigureRow } from './ask-market-why.ts';
import { writtenFactor } from './fraction.ts';

type Product = Extract<Origin, { kind: 'product' }>;

/** How a row's own numbers give a figure in CHF: "12 packs × 15/14 × CHF 10.45 = CHF 134.36"; or why they don't. */
export function equationOf(
  t: TFunction<['marketWhy', 'market', 'portal']>,
  { factors, nothingWithout }: Product,
  row: FigureRow,
  value: number | null,
): string {
  if (row[factors[0]!] === null) return t('market:noFeeding.text');
  if (nothingWithout !== undefined && row[nothingWithout] === null) return t('marketWhy:noAlternative');
  if (value === null) return t('marketWhy:noPrice');
  const known = factors.filter((factor) => row[factor] !== null);
  const written = known.map((factor) => writtenNumber(t, factor, row[factor] as number));
  return `${written.join(' × ')} = CHF ${formatAmount(value)}`;
}

function writtenNumber(
  t: TFunction<['marketWhy', 'market', 'portal']>,
  column: string,
  number: number,
): string {
  if (column === 'qty') return t('portal:packs', { count: number });
  return column === 'packFactor' ? writtenFactor(number) : `CHF ${formatAmount(number)}`;
}
