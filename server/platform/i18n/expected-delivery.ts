import { daysBetween, wasExpected, weekOf } from '#shared/calendar.ts';
import { isDiscontinued } from '#shared/discontinued.ts';
import type { Language } from '#shared/languages.ts';
import { type SourceWord, sourceWord, sourceWords } from '#shared/source-words.ts';
import { translate } from './messages.ts';
import { swissDate } from './swiss.ts';

type Said = {
  /** A day (YYYY-MM-DD), or the source's words. */
  delivery: string;
  /** The day stands for its calendar week. */
  week?: boolean | undefined;
  today: string;
  /** Day of the source's last list, where there is room to say how old its word is. */
  list?: string | null;
};

/** When a product is expected, or was, as pages say it too. */
export function expectedDelivery(language: Language, { delivery, week = false, today, list }: Said): string {
  const say = (key: string, parameters: Record<string, string | number> = {}) =>
    translate(language, `portal.delivery.${key}`, parameters);
  if (!isDay(delivery)) {
    const isGone = isDiscontinued({ status: '', expected_delivery: delivery });
    return isGone ? say('discontinued') : say('words', { words: inWords(language, delivery) });
  }
  const when = week ? weekName(language, delivery, today) : swissDate(delivery);
  if (!wasExpected(delivery, { week, today })) return say(week ? 'expectedWeek' : 'expected', { when });
  const age = list && say('list', { date: swissDate(list), count: Math.max(0, daysBetween(list, today)) });
  return [say(week ? 'wasExpectedWeek' : 'wasExpected', { when }), age].filter(Boolean).join(' ');
}

/** The same as a line of its own. */
export function expectedLine(language: Language, said: Said): string {
  const text = expectedDelivery(language, said);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same for a cell whose heading says what it is about: only of what has passed there is more to say. */
export function expectedCell(language: Language, said: Said): string {
  const { delivery, week = false, today } = said;
  if (!isDay(delivery)) return inWords(language, delivery);
  if (wasExpected(delivery, { week, today })) return expectedDelivery(language, said);
  return week ? weekName(language, delivery, today) : delivery;
}

/** What a source says in words: fixed ones in the reader's language, others as they came. */
function inWords(language: Language, text: string): string {
  const word = sourceWord(text);
  return word ? translate(language, `portal.delivery.said.${word}`) : text;
}

/** The calendar week of a day, with its year where that is not the one of today's week. */
export function weekName(language: Language, day: string, today: string): string {
  const { week, year } = weekOf(day);
  return year === weekOf(today).year
    ? translate(language, 'portal.delivery.week', { week: String(week) })
    : translate(language, 'portal.delivery.weekOfYear', { week: String(week), year: String(year) });
}

/** What a column of expected deliveries says instead of days; `{}` is the place of the day or week, `{week}` of its number. */
export type ExpectedTexts = {
  today: string;
  week: string;
  weekOfYear: string;
  /** What sources say in fixed words. */
  said: Record<SourceWord, string>;
  /** Of days and weeks that have passed; without it they stand like those to come. */
  past?: { day: string; week: string };
};

/** These texts, for files that are written where there are no translations. */
export function expectedTexts(language: Language, today: string): Required<ExpectedTexts> {
  const say = (key: string, parameters: Record<string, string> = {}) =>
    translate(language, `portal.delivery.${key}`, parameters);
  return {
    today,
    week: say('week', { week: '{week}' }),
    weekOfYear: say('weekOfYear', { week: '{week}', year: '{year}' }),
    said: Object.fromEntries(sourceWords.map((word) => [word, say(`said.${word}`)])) as ExpectedTexts['said'],
    past: { day: say('wasExpected', { when: '{}' }), week: say('wasExpectedWeek', { when: '{}' }) },
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
