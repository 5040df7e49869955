import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/formats.ts';
import { SingleChoice } from '../dashboard/filter/single-choice.tsx';
import { type Day, monthsBack } from './days.ts';
import type { DevelopmentChoice } from './stockout-queries.ts';

type Period = DevelopmentChoice['period'];

const months = ['3', '12'] as const satisfies Period[];

interface PeriodChoiceProps {
  all: readonly Day[];
  shown: readonly Day[];
  onChoose: (period: Period) => void;
}

/** The days shown: all of them, the newest months, or what was marked in the chart, which is told in words. */
export function PeriodChoice({ all, shown, onChoose }: PeriodChoiceProps) {
  const { t } = useTranslation('stockout');
  const last = all.at(-1)?.date;
  const offered = months.flatMap((value) => {
    const from = monthsBack(all, Number(value));
    return from ? [{ value, text: t('period.months', { count: Number(value) }), from }] : [];
  });
  const isWhole = shown.length === all.length;
  const [first, end] = [shown[0]?.date, shown.at(-1)?.date];
  const newest = offered.find(({ from }) => from === first && last === end);
  return (
    <>
      {(offered.length > 0 || !isWhole) && (
        <SingleChoice
          label={t('period.label')}
          options={[...offered, { value: 'all', text: t('period.all') }]}
          current={isWhole ? 'all' : newest?.value}
          onChoose={onChoose}
          onConsider={() => undefined}
        />
      )}
      <p className="stockout-page__period" role="status">
        {formatDate(first)} – {formatDate(end)}
      </p>
    </>
  );
}
