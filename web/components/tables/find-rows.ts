import { folded, wordsOf } from '#shared/searched-text.ts';

/** What of each row is searched, made once per answer of the server. */
const searchable = new WeakMap<object, string[]>();

/**
 * Numbers of the rows of an answer whose texts have all words of what is looked for, whatever their case and accents, in
 * their order; null for one without words: all rows.
 */
export function foundRows(
  answer: object,
  count: number,
  { text, textsOf }: { text: string; textsOf: (row: number) => readonly (string | null | undefined)[] },
): number[] | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  let texts = searchable.get(answer);
  if (!texts) {
    const whole = (row: number) =>
      textsOf(row)
        .map((each) => each ?? '')
        .join('\n');
    texts = Array.from({ length: count }, (_, row) => folded(whole(row)));
    searchable.set(answer, texts);
  }
  const found: number[] = [];
  for (const [row, searched] of texts.entries()) {
    if (words.every((word) => searched.includes(word))) found.push(row);
  }
  return found;
}
