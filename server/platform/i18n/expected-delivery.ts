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

/** When a product is expected, or was, as pages say it too. */
export function expectedDelivery(language: Language, said: Said): string {
  return expectedSentence(said, speechOf(language, said.today));
}

/** The same as a line of its own. */
export function expectedLine(language: Language, said: Said): string {
  const text = expectedDelivery(language, said);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same for a cell whose heading says what it is about: only of what has passed there is more to say. */
export function expectedCell(language: Language, said: Said): string {
  const expected = expectedOf(said, said.today);
  const speech = speechOf(language, said.today);
  if (expected.kind !== 'day') return inWords(said.delivery ?? '', speech);
  if (expected.isPast) return expectedSentence(said, speech);
  return expected.isWeek ? weekName(expected.day, speech) : expected.day;
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

/** What an order says of a row that can't be there by the delivery date; nothing where it can. */
export function lateness(row: Parameters<typeof isLate>[0], days: Parameters<typeof isLate>[1]): Late {
  if (!isLate(row, days)) return {};
  const { deliverability: expected, deliverabilityWeek } = row;
  return { late: deliverabilityWeek ? { expected, week: true } : { expected } };
}

/** That a row can't be there by the delivery date, and when it is, or was, expected on the day of the order; null where it can. */
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

/** What mails and files say it with. */
function speechOf(language: Language, today: string): Speech {
  return {
    say: (key, parameters) => translate(language, `portal.delivery.${key}`, parameters),
    date: swissDate,
    today,
  };
}
