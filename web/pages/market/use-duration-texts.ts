import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '#shared/calendar.ts';
import { useExpectedTexts } from '../../components/hooks/use-expected-texts.ts';
import { useToday } from '../../components/hooks/use-today.ts';
import { formatDate, remembered } from '../../i18n/formats.ts';

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

/** What a row says about how long its product has been missing, and until when. */
export interface MissingTime {
  /** Earliest open report, and the one that counts since the day asked for. */
  missingSince1: string;
  reportedOn1: string;
  /** The latter is of a first list: missing since then at least. */
  knownSinceAtLeast1: boolean;
  /** A day, or the source's words. */
  deliverability1: string | null;
  /** The day stands for its calendar week. */
  deliverabilityWeek1: boolean;
  moves1: number;
  /** Null where a delivery was not expected for a day. */
  movedDays1: number | null;
}

interface ToldDuration {
  since: string;
  /** Nobody knows how long before that. */
  atLeast: boolean;
  days: number;
  /** How often the expected delivery changed, and by how much in all; null where it did not. */
  moved: { times: number; by: Span | null } | null;
}

/** A number of whole weeks where it is one, else of days; `earlier` against the direction of time. */
interface Span {
  unit: 'weeks' | 'days';
  count: number;
  earlier: boolean;
}

/** What is certain of a product's time, on a day (YYYY-MM-DD). */
export function toldDuration(row: MissingTime, today: string): ToldDuration {
  const since = row.missingSince1;
  return {
    since,
    atLeast: row.knownSinceAtLeast1 || since < row.reportedOn1,
    days: Math.max(0, daysBetween(since, today)),
    moved: row.moves1 > 0 ? { times: row.moves1, by: spanOf(row.movedDays1) } : null,
  };
}

function spanOf(days: number | null): Span | null {
  if (!days) return null;
  const size = Math.abs(days);
  const earlier = days < 0;
  return size % 7 === 0
    ? { unit: 'weeks', count: size / 7, earlier }
    : { unit: 'days', count: size, earlier };
}
