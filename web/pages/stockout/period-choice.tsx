import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/formats.ts';
import { SingleChoice } from '../dashboard/filter/single-choice.tsx';
import { type Day, monthsBack } from './days.ts';

const months = [3, 12] as const;

interface PeriodChoiceProps {
  all: readonly Day[];
  shown: readonly Day[];
  onChoose: (period: { from: string | null; to: string | null }) => void;
}

/** The days shown: all of them, the newest months, or what was marked in the chart, which is told in words. */
export function PeriodChoice({ all, shown, onChoose }: PeriodChoiceProps) {
  const { t } = useTranslation('stockout');
  const last = all.at(-1)?.date ?? null;
  const offered = months.flatMap((count) => {
    const from = monthsBack(all, count);
    return from ? [{ value: String(count), text: t('period.months', { count }), from }] : [];
  });
  const isWhole = shown.length === all.length;
  const [first, end] = [shown[0]?.date, shown.at(-1)?.date];
  const months_ = offered.find(({ from }) => from === first && last === end);
  return (
    <>
      {(offered.length > 0 || !isWhole) && (
        <SingleChoice
          label={t('period.label')}
          options={[...offered, { value: 'all', text: t('period.all') }]}
          current={isWhole ? 'all' : (months_?.value ?? '')}
          onChoose={(value) => {
            const from = offered.find((each) => each.value === value)?.from ?? null;
            onChoose({ from, to: from && last });
          }}
          onConsider={() => undefined}
        />
      )}
      <p className="stockout-page__period" role="status">
        {formatDate(first)} – {formatDate(end)}
      </p>
    </>
  );
}
