import { daysBetween, wasExpected, weekOf } from './calendar.ts';
import { isDiscontinued } from './discontinued.ts';
import { type SourceWord, sourceWord } from './source-words.ts';

/** What a source states about a delivery. */
export interface Said {
  /** A day (YYYY-MM-DD), or words; null: nothing. */
  delivery: string | null;
  /** The day stands for its calendar week. */
  week?: boolean | undefined;
  /** Day of the source's last list, where its age is shown. */
  list?: string | null;
}

/** A parsed expectation: a day, its week, or words. */
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

/** Texts of `delivery` in translations/{language}/portal.json. */
export type DeliveryKey =
  | 'expected'
  | 'wasExpected'
  | 'expectedWeek'
  | 'wasExpectedWeek'
  | 'week'
  | 'weekOfYear'
  | 'words'
  | 'discontinued'
  | 'list'
  | `said.${SourceWord}`;

/** Translations and formats, and today's day. */
export interface Speech {
  say: (key: DeliveryKey, parameters?: Record<string, string | number>) => string;
  /** Formats a day. */
  date: (day: string) => string;
  today: string;
}

/** The expectation as a sentence; '' without one. For overdue ones with the age of the list. */
export function expectedSentence(said: Said, speech: Speech): string {
  const { say, date, today } = speech;
  const expected = expectedOf(said, today);
  if (expected.kind === 'nothing') return '';
  if (expected.kind === 'words') return say('words', { words: inWords(expected.text, speech) });
  if (expected.kind === 'discontinued') return say('discontinued');
  const { isWeek, isPast } = expected;
  const when = expectedWhen(said, speech);
  if (!isPast) return say(isWeek ? 'expectedWeek' : 'expected', { when });
  const { list } = said;
  const age = list && say('list', { date: date(list), count: Math.max(0, daysBetween(list, today)) });
  return [say(isWeek ? 'wasExpectedWeek' : 'wasExpected', { when }), age].filter(Boolean).join(' ');
}

/** Only the day or week, even if past; or the words. */
export function expectedWhen(said: Said, speech: Speech): string {
  const expected = expectedOf(said, speech.today);
  if (expected.kind !== 'day') return inWords(said.delivery ?? '', speech);
  return expected.isWeek ? weekName(expected.day, speech) : speech.date(expected.day);
}

/** The calendar week of a day, with its year where it differs from today's week. */
export function weekName(day: string, { say, today }: Pick<Speech, 'say' | 'today'>): string {
  const { week, year } = weekOf(day);
  const said = { week: String(week), year: String(year) };
  return say(year === weekOf(today).year ? 'week' : 'weekOfYear', said);
}

/** Fixed words translated, others unchanged. */
export function inWords(text: string, { say }: Pick<Speech, 'say'>): string {
  const word = sourceWord(text);
  return word ? say(`said.${word}`) : text;
}
