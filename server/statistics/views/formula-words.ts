import { choicesOf, type ProductFilter } from '#analytics/views/product-filter.ts';
import type { Formula } from '#shared/formulas.ts';
import { groupingNames, groupings, isGrouping } from '#shared/groupings.ts';
import type { Language } from '#shared/languages.ts';
import { translate } from '../../platform/i18n/messages.ts';

/** What the texts name: the provider, and the raised patient deductible in percent. */
export type Words = { provider: string; rate: number };

/** A formula of an explanation in words. */
export function formulaInWords(language: Language, formula: Formula, words: Words): string {
  const key = isGrouping(formula) ? `groups.${formula}.count` : `explain.formulas.${formula}`;
  return translate(language, key, words);
}

/**
 * The filter as it is told: with the names of its focus groups instead of their ids. One that is gone leaves no article and is
 * named by its id only where no other one is there.
 */
export function withGroupNames(filter: ProductFilter, names: readonly string[]): ProductFilter {
  return filter.focusGroup?.length && names.length > 0 ? { ...filter, focusGroup: names } : filter;
}

/** One sentence per condition that articles meet which the filter leaves. */
export function conditionsInWords(language: Language, filter: ProductFilter, words: Words): string[] {
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  return choicesOf(filter).flatMap(({ name, values }) => {
    const text = (value: string) => translate(language, `explain.conditions.${name}.${value}`, words);
    const names = { names: list.format(values) };
    switch (name) {
      case 'general':
        return values.map(text);
      case 'behind':
        return values.map((value) => {
          const grouping = groupingNames.find((each) => groupings[each].has === value);
          return grouping ? translate(language, `groups.${grouping}.has`, words) : text(value);
        });
      case 'type':
        return [list.format(values.map(text))];
      case 'find':
      case 'setFind':
        return [translate(language, `explain.conditions.${name}`, { ...words, names: values.join(' ') })];
      case 'article':
      case 'alternative':
        return [translate(language, `explain.conditions.${name}`, names)];
      default:
        return [translate(language, `groups.${name}.condition`, names)];
    }
  });
}
