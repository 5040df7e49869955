import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../api/explanation.ts';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';

/** A figure with its unit. */
export function FigureValue({ explanation: { value, unit } }: { explanation: Explanation }) {
  const { t } = useTranslation('why');
  return (
    <>
      {formatOf(unit)(value)}{' '}
      {unit !== 'percent' && <span>{t(`unit.${unit.replaceAll(' ', '_')}` as 'unit.CHF')}</span>}
    </>
  );
}

function formatOf(unit: string): (value: number | null) => string {
  if (unit === 'percent') return formatPercent;
  return unit.startsWith('CHF') || unit === 'factor' ? formatAmount : formatCount;
}
