import { choicesOf, type ProductFilter } from '#analytics/explain/product-filter.ts';
import { type Language, translate } from '../messages.ts';

/** What the texts name: the provider, and the raised patient deductible in percent. */
export type Words = { provider: string; rate: number };

/** A formula of an explanation in words. */
export function formulaInWords(language: Language, formula: string, words: Words): string {
  return translate(language, `explain.formulas.${formula}`, words);
}

/** One sentence per condition that articles meet which the filter leaves. */
export function conditionsInWords(language: Language, filter: ProductFilter, words: Words): string[] {
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  return choicesOf(filter).flatMap(({ name, values }) => {
    const text = (value: string) => translate(language, `explain.conditions.${name}.${value}`, words);
    switch (name) {
      case 'general':
      case 'behind':
        return values.map(text);
      case 'type':
        return [list.format(values.map(text))];
      default:
        return [translate(language, `explain.conditions.${name}`, { names: list.format(values) })];
    }
  });
}
