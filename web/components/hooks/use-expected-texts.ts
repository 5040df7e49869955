import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { weekOf } from '#shared/calendar.ts';
import {
  expectedOf,
  expectedSentence,
  expectedWhen,
  inWords,
  type Said,
  type Speech,
} from '#shared/expected-delivery.ts';
import { formatDate, remembered } from '../../i18n/formats.ts';
import { useToday } from './use-today.ts';

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
  const date = remembered<string>(formatDate);
  const speech: Speech = { say: (key, parameters) => t(`delivery.${key}`, parameters ?? {}), date, today };
  const weekDays = remembered<string>((day) => {
    const { monday, sunday } = weekOf(day);
    const isOneYear = monday.slice(0, 4) === sunday.slice(0, 4);
    const from = isOneYear ? date(monday).slice(0, -4) : date(monday);
    return t('delivery.weekDays', { monday: from, sunday: date(sunday) });
  });
  const sentence = rememberedOf((said) => expectedSentence(said, speech));
  const when = rememberedOf((said) => expectedWhen(said, speech));
  return {
    sentence,
    value(said) {
      const expected = expectedOf(said, today);
      const isAlone = expected.kind === 'words' || (expected.kind === 'day' && !expected.isPast);
      return isAlone ? when(said) : sentence(said);
    },
    when,
    days(said) {
      const expected = expectedOf(said, today);
      return expected.kind === 'day' && expected.isWeek ? weekDays(expected.day) : undefined;
    },
    words: (text) => inWords(text, speech),
  };
}

/** Asks `answer` once for each of what sources say: many rows of a long list say the same. */
function rememberedOf(answer: (said: Said) => string): (said: Said) => string {
  const known = new Map<string, string>();
  return (said) => {
    const key = `${said.week ? 'week' : 'day'} ${said.list ?? ''} ${said.delivery ?? ''}`;
    const text = known.get(key) ?? answer(said);
    known.set(key, text);
    return text;
  };
}
