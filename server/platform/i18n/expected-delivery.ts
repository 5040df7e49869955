import { isLate } from '#shared/delivery-day.ts';
import {
  expectedOf,
  expectedSentence,
  inWords,
  type Said as SaidOf,
  type Speech,
  weekName,
} from '#shared/expected-delivery.ts';
import type { Language } from '#shared/languages.ts';
import type { OrderContent } from '#shared/schemas/order.ts';
import { type SourceWord, sourceWords } from '#shared/source-words.ts';
import { translate } from './messages.ts';
import { swissDate } from './swiss.ts';

type Said = SaidOf & { today: string };

/** When a product is, or was, expected, in the words of the pages. */
export function expectedDelivery(language: Language, said: Said): string {
  return expectedSentence(said, speechOf(language, said.today));
}

/** As a line of its own. */
export function expectedLine(language: Language, said: Said): string {
  const text = expectedDelivery(language, said);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For a cell below a heading that already says what it is about. */
export function expectedCell(language: Language, said: Said): string {
  const expected = expectedOf(said, said.today);
  const speech = speechOf(language, said.today);
  if (expected.kind !== 'day') return inWords(said.delivery ?? '', speech);
  if (expected.isPast) return expectedSentence(said, speech);
  return expected.isWeek ? weekName(expected.day, speech) : expected.day;
}

/** Texts of a column of expected deliveries; `{}` stands for the day or week, `{week}` for its number. */
export type ExpectedTexts = {
  today: string;
  week: string;
  weekOfYear: string;
  /** Fixed words of sources. */
  said: Record<SourceWord, string>;
  /** For past days and weeks; without it they read like future ones. */
  past?: { day: string; week: string };
};

/** These texts, for files that are written without access to translations. */
export function expectedTexts(language: Language, today: string): Required<ExpectedTexts> {
  const { say } = speechOf(language, today);
  return {
    today,
    week: say('week', { week: '{week}' }),
    weekOfYear: say('weekOfYear', { week: '{week}', year: '{year}' }),
    said: Object.fromEntries(sourceWords.map((word) => [word, say(`said.${word}`)])) as ExpectedTexts['said'],
    past: { day: say('wasExpected', { when: '{}' }), week: say('wasExpectedWeek', { when: '{}' }) },
  };
}

type Late = Pick<OrderContent['rows'][number], 'late'>;

/** For a row of an order that cannot be delivered by the delivery date; undefined otherwise. */
export function lateness(row: Parameters<typeof isLate>[0], days: Parameters<typeof isLate>[1]): Late {
  if (!isLate(row, days)) return {};
  const { deliverability: expected, deliverabilityWeek } = row;
  return { late: deliverabilityWeek ? { expected, week: true } : { expected } };
}

/** Text: not deliverable by the delivery date, and when it was expected on the day of the order; null otherwise. */
export function lateInWords(language: Language, { late }: Late, orderedOn: string): string | null {
  if (!late) return null;
  return late.expected === null
    ? translate(language, 'orderForm.late.unknown')
    : translate(language, 'orderForm.late.expected', {
        expected: expectedDelivery(language, {
          delivery: late.expected,
          week: late.week,
          today: orderedOn,
        }),
      });
}

/** The words of mails and files. */
function speechOf(language: Language, today: string): Speech {
  return {
    say: (key, parameters) => translate(language, `portal.delivery.${key}`, parameters),
    date: swissDate,
    today,
  };
}
