import { folded, wordsOf } from '#shared/searched-text.ts';
import { currentLanguage } from '../../i18n/translations.ts';

/** What of each row is searched, made once per answer of the server and language, in which groups have other names. */
const searchable = new WeakMap<object, { language: string; texts: string[] }>();

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
  const language = currentLanguage();
  let known = searchable.get(answer);
  if (known?.language !== language) {
    const whole = (row: number) =>
      textsOf(row)
        .map((each) => each ?? '')
        .join('\n');
    known = { language, texts: Array.from({ length: count }, (_, row) => folded(whole(row))) };
    searchable.set(answer, known);
  }
  const found: number[] = [];
  for (const [row, searched] of known.texts.entries()) {
    if (words.every((word) => searched.includes(word))) found.push(row);
  }
  return found;
}
