import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wasExpected, weekOf } from '#shared/calendar.ts';
import { isDiscontinued } from '#shared/discontinued.ts';
import { sourceWord } from '#shared/source-words.ts';
import { daysSince, formatDate, remembered } from '../../i18n/formats.ts';
import { useToday } from './use-today.ts';

/** What a source says of a delivery. */
export interface Said {
  /** A day (YYYY-MM-DD), or the source's words; null: nothing. */
  delivery: string | null;
  /** The day stands for its calendar week. */
  week?: boolean | undefined;
  /** Day of the source's last list, where there is room to say how old its word is. */
  list?: string | null;
}

/** A delivery as a source expects it: a day or its week, or the source's words. */
export type Expected =
  | { kind: 'nothing' }
  | { kind: 'words'; text: string }
  | { kind: 'discontinued' }
  | { kind: 'day'; day: string; isWeek: boolean; isPast: boolean };

export function expectedOf({ delivery: text, week = false }: Said, today: string): Expected {
  if (!text) return { kind: 'nothing' };
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    return { kind: 'day', day: text, isWeek: week, isPast: wasExpected(text, { week, today }) };
  }
  return isDiscontinued({ status: '', expected_delivery: text })
    ? { kind: 'discontinued' }
    : { kind: 'words', text };
}

export interface ExpectedTexts {
  /** What a source expects; '' where it says nothing. Of what has passed also how old its last list is. */
  sentence: (said: Said) => string;
  /** The same under a heading that says what it is about: a day or week that is to come stands alone. */
  value: (said: Said) => string;
  /** The day or week alone, even of what has passed; or the words. */
  when: (said: Said) => string;
  /** The days of a week, for its tooltip; undefined where none is meant. */
  days: (said: Said) => string | undefined;
  /** What a source says in words: fixed ones in the reader's language, others as they came. */
  words: (text: string) => string;
}

/** Says when products are expected, or were. The same object until the language or the day changes. */
export function useExpectedTexts(): ExpectedTexts {
  const { t } = useTranslation();
  const today = useToday();
  return useMemo(() => expectedTexts(t, today), [t, today]);
}

/** The same as a function of what it depends on. */
export function expectedTexts(t: TFunction, today: string): ExpectedTexts {
  const thisYear = weekOf(today).year;
  const date = remembered<string>(formatDate);
  const weekName = remembered<string>((day) => {
    const { week, year } = weekOf(day);
    const said = { week: String(week), year: String(year) };
    return year === thisYear ? t('delivery.week', said) : t('delivery.weekOfYear', said);
  });
  const weekDays = remembered<string>((day) => {
    const { monday, sunday } = weekOf(day);
    const isOneYear = monday.slice(0, 4) === sunday.slice(0, 4);
    const from = isOneYear ? date(monday).slice(0, -4) : date(monday);
    return t('delivery.weekDays', { monday: from, sunday: date(sunday) });
  });
  const ofList = remembered<string>((list) =>
    t('delivery.list', { date: date(list), count: Math.max(0, daysSince(list, today)) }),
  );
  const texts: ExpectedTexts = {
    sentence(said) {
      const expected = expectedOf(said, today);
      if (expected.kind === 'nothing') return '';
      if (expected.kind === 'words') return t('delivery.words', { words: texts.words(expected.text) });
      if (expected.kind === 'discontinued') return t('delivery.discontinued');
      const { isWeek, isPast } = expected;
      const when = texts.when(said);
      if (!isPast) return t(isWeek ? 'delivery.expectedWeek' : 'delivery.expected', { when });
      return [
        t(isWeek ? 'delivery.wasExpectedWeek' : 'delivery.wasExpected', { when }),
        said.list && ofList(said.list),
      ]
        .filter(Boolean)
        .join(' ');
    },
    value(said) {
      const expected = expectedOf(said, today);
      if (expected.kind === 'words') return texts.words(expected.text);
      if (expected.kind === 'day' && !expected.isPast) return texts.when(said);
      return texts.sentence(said);
    },
    when(said) {
      const expected = expectedOf(said, today);
      if (expected.kind !== 'day') return texts.words(said.delivery ?? '');
      return expected.isWeek ? weekName(expected.day) : date(expected.day);
    },
    days(said) {
      const expected = expectedOf(said, today);
      return expected.kind === 'day' && expected.isWeek ? weekDays(expected.day) : undefined;
    },
    words(text) {
      const word = sourceWord(text);
      return word ? t(`delivery.said.${word}`) : text;
    },
  };
  return texts;
}
