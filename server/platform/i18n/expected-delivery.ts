import { isDiscontinued } from '#shared/discontinued.ts';
import type { Language } from '#shared/languages.ts';
import { translate } from './messages.ts';
import { swissDate } from './swiss.ts';

type Said = {
  /** A day (YYYY-MM-DD), or the source's words. */
  delivery: string;
  today: string;
  /** Day of the source's last list, where there is room to say how old its word is. */
  list?: string | null;
};

/** When a product is expected, or was, as pages say it too. */
export function expectedDelivery(language: Language, { delivery, today, list }: Said): string {
  const say = (key: string, parameters: Record<string, string | number> = {}) =>
    translate(language, `portal.delivery.${key}`, parameters);
  if (!isDay(delivery)) {
    const isGone = isDiscontinued({ status: '', expected_delivery: delivery });
    return isGone ? say('discontinued') : say('words', { words: delivery });
  }
  const when = swissDate(delivery);
  if (delivery >= today) return say('expected', { when });
  const age = list && say('list', { date: swissDate(list), count: Math.max(0, daysBetween(list, today)) });
  return [say('wasExpected', { when }), age].filter(Boolean).join(' ');
}

/** The same as a line of its own. */
export function expectedLine(language: Language, said: Said): string {
  const text = expectedDelivery(language, said);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same for a cell whose heading says what it is about: only of a day that has passed there is more to say. */
export function expectedCell(language: Language, said: Said): string {
  const { delivery, today } = said;
  return isDay(delivery) && delivery < today ? expectedDelivery(language, said) : delivery;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
