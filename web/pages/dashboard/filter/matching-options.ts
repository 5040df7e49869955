import type { FilterOption } from '../../../api/filter-lists.ts';

/** Options whose name has all words of the text, whatever their case and accents; `first` ones stand on top. */
export function matchingOptions(
  options: readonly FilterOption[],
  text: string,
  first: ReadonlySet<string>,
): FilterOption[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const found = options.filter(({ name }) => words.every((word) => folded(name).includes(word)));
  return [...found.filter(({ id }) => first.has(id)), ...found.filter(({ id }) => !first.has(id))];
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
