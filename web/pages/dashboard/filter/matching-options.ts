import { folded, wordsOf } from '#analytics/views/searched-text.ts';
import type { FilterOption } from '../../../api/filter-lists.ts';

/** Options whose name has all words of the text, whatever their case and accents; `first` ones stand on top. */
export function matchingOptions(
  options: readonly FilterOption[],
  text: string,
  first: ReadonlySet<string>,
): FilterOption[] {
  const words = wordsOf(text);
  const found = options.filter(({ name }) => words.every((word) => folded(name).includes(word)));
  return [...found.filter(({ id }) => first.has(id)), ...found.filter(({ id }) => !first.has(id))];
}
