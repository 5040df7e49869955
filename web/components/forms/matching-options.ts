import { folded, wordsOf } from '#shared/searched-text.ts';

/** Options of whose text all searched words are parts, whatever their case and accents; `first` ones stand on top. */
export function matchingOptions<Option extends { id: string }>(
  options: readonly Option[],
  searched: string,
  first: ReadonlySet<string>,
  textOf: (option: Option) => string,
): Option[] {
  const words = wordsOf(searched);
  const found = options.filter((option) => {
    if (words.length === 0) return true;
    const text = folded(textOf(option));
    return words.every((word) => text.includes(word));
  });
  return [...found.filter(({ id }) => first.has(id)), ...found.filter(({ id }) => !first.has(id))];
}
