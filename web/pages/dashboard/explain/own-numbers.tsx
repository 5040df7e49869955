import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../api/explanation.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import { writtenFactor } from '../../market/why/fraction.ts';

/** How the numbers of one article give its sum: "12 packs × 15/14 × CHF 10.45 = CHF 134.36"; or why they don't. */
export function OwnNumbers({ explanation: { value, rows } }: { explanation: Explanation }) {
  const { t } = useTranslation(['why', 'marketWhy', 'portal']);
  const [part] = rows;
  if (!part?.article || rows.length > 1) return null;
  const { packs, packFactor, price } = part.article;
  const months = part.reckoning.kind === 'sum' ? part.reckoning.months : undefined;
  return <p className="why-dialog__part">{written()}</p>;

  function written(): string {
    if (packFactor === null) return t('marketWhy:noAlternative');
    if (price === null) return t('marketWhy:noPrice');
    const factors = [
      t('portal:packs', { count: packs }),
      ...(packFactor === undefined ? [] : [writtenFactor(packFactor)]),
      `CHF ${formatAmount(price)}`,
    ];
    const divided = months === undefined ? '' : ` ÷ ${t('why:months', { count: months })}`;
    return `${factors.join(' × ')}${divided} = CHF ${formatAmount(value)}`;
  }
}
