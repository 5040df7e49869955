import { type Language, translate } from '../../words/messages.ts';
import { multiplierOf } from './order-figures.ts';
import type { OrderForm } from './order-form.ts';

/** The multiplier, e.g. 0.25 (3 of 12 months). */
export function multiplierInWords(language: Language, content: OrderForm['content']): string {
  const { number, months } = multiplierOf(content);
  if (months === null) return number;
  return translate(language, 'orderForm.multiplierOf', { number, months, of: content.statistic.months });
}
