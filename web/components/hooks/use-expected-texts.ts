import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isDiscontinued } from '#shared/discontinued.ts';
import { daysSince } from '../../i18n/days-since.ts';
import { formatDate } from '../../i18n/formats.ts';
import { remembered } from '../../i18n/remembered.ts';
import { useToday } from './use-today.ts';

/** A delivery as a source expects it: a day, or the source's words. */
export type Expected =
  | { kind: 'nothing' }
  | { kind: 'words'; text: string }
  | { kind: 'discontinued' }
  | { kind: 'day'; day: string; isPast: boolean };

export function expectedOf(text: string | null, today: string): Expected {
  if (!text) return { kind: 'nothing' };
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { kind: 'day', day: text, isPast: text < today };
  return isDiscontinued({ status: '', expected_delivery: text })
    ? { kind: 'discontinued' }
    : { kind: 'words', text };
}

export interface ExpectedTexts {
  /** What a source expects; '' where it says nothing. Of a day that has passed also how old `list`, its last one, is. */
  sentence: (text: string | null, list?: string | null) => string;
  /** The same under a heading that says what it is about: a day that is to come stands alone. */
  value: (text: string | null, list?: string | null) => string;
}

/** Says when products are expected, or were. The same object until the language or the day changes. */
export function useExpectedTexts(): ExpectedTexts {
  const { t } = useTranslation();
  const today = useToday();
  return useMemo(() => {
    const date = remembered<string>(formatDate);
    const ofList = remembered<string>((list) =>
      t('delivery.list', { date: date(list), count: Math.max(0, daysSince(list, today)) }),
    );
    const texts: ExpectedTexts = {
      sentence(text, list) {
        const expected = expectedOf(text, today);
        if (expected.kind === 'nothing') return '';
        if (expected.kind === 'words') return t('delivery.words', { words: expected.text });
        if (expected.kind === 'discontinued') return t('delivery.discontinued');
        const when = date(expected.day);
        if (!expected.isPast) return t('delivery.expected', { when });
        return [t('delivery.wasExpected', { when }), list && ofList(list)].filter(Boolean).join(' ');
      },
      value(text, list) {
        const expected = expectedOf(text, today);
        if (expected.kind === 'words') return expected.text;
        if (expected.kind === 'day' && !expected.isPast) return date(expected.day);
        return texts.sentence(text, list);
      },
    };
    return texts;
  }, [t, today]);
}
