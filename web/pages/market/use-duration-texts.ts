import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useExpectedTexts } from '../../components/hooks/use-expected-texts.ts';
import { useToday } from '../../components/hooks/use-today.ts';
import { formatDate, remembered } from '../../i18n/formats.ts';
import { type MissingTime, type Span, toldDuration } from './told-duration.ts';

export interface DurationTexts {
  /** Since when a product has been missing. */
  since: (row: MissingTime) => string;
  /** When it is expected, and how often that has changed; '' where nothing is said. */
  outlook: (row: MissingTime) => string;
  /** The days of the week in which it is expected, for a tooltip. */
  days: (row: MissingTime) => string | undefined;
  /** Since when and until when, in one line. */
  whole: (row: MissingTime) => string;
}

/** Tells how long products have been missing and when they are expected. The same object until the language or the day changes. */
export function useDurationTexts(): DurationTexts {
  const { t } = useTranslation('market');
  const today = useToday();
  const expected = useExpectedTexts();
  return useMemo(() => {
    const date = remembered<string>(formatDate);
    const dayCount = remembered<number>((count) => t('duration.days', { count }));
    const movedTimes = remembered<number>((count) => t('duration.moved', { count }));
    const spanText = ({ unit, count, earlier }: Span) => {
      const span = t(`duration.${unit}`, { count });
      return t(earlier ? 'duration.inAllEarlier' : 'duration.inAll', { span });
    };
    const texts: DurationTexts = {
      since(row) {
        const { since, atLeast, days } = toldDuration(row, today);
        const told = { date: date(since), days: dayCount(days) };
        return t(atLeast ? 'duration.sinceAtLeast' : 'duration.since', told);
      },
      outlook(row) {
        const { moved } = toldDuration(row, today);
        const parts = [
          expected.sentence(saidOf(row)),
          moved ? movedTimes(moved.times) : '',
          moved?.by ? spanText(moved.by) : '',
        ];
        return parts.filter(Boolean).join(', ');
      },
      days: (row) => expected.days(saidOf(row)),
      whole: (row) => [texts.since(row), texts.outlook(row)].filter(Boolean).join(', '),
    };
    return texts;
  }, [t, today, expected]);
}

function saidOf({ deliverability1, deliverabilityWeek1 }: MissingTime) {
  return { delivery: deliverability1, week: deliverabilityWeek1 };
}
