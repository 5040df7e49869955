import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Unit } from '#shared/formulas.ts';
import { type GroupingName, groupingNames, groupings } from '#shared/groupings.ts';
import type { Explanation } from '../../../api/explanation.ts';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';

/** A figure with its unit. */
export function FigureValue({ explanation: { value, unit } }: { explanation: Explanation }) {
  const { t } = useTranslation(['why', 'groups']);
  return (
    <>
      {formatOf(unit)(value)} {unit !== 'percent' && <span>{t(unitTexts[unit])}</span>}
    </>
  );
}

const unitTexts: Record<Exclude<Unit, 'percent'>, ParseKeys<['why', 'groups']>> = {
  CHF: 'unit.CHF',
  packs: 'unit.packs',
  articles: 'unit.articles',
  sets: 'unit.sets',
  'CHF per pack': 'unit.CHF_per_pack',
  'CHF per month': 'unit.CHF_per_month',
  'packs per month': 'unit.packs_per_month',
  factor: 'unit.factor',
  ...(Object.fromEntries(groupingNames.map((name) => [groupings[name].unit, `groups:${name}.unit`])) as {
    [Name in GroupingName as (typeof groupings)[Name]['unit']]: `groups:${Name}.unit`;
  }),
};

function formatOf(unit: Unit): (value: number | null) => string {
  if (unit === 'percent') return formatPercent;
  return unit.startsWith('CHF') || unit === 'factor' ? formatAmount : formatCount;
}
