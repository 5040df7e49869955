import { clean, toDate } from './cells.ts';

const WORDS =
  /\b(?:stand|etat|état|stato|datum der liste|date de la liste|data della lista|as of)\b[^\d]{0,40}(\d{4}-\d{2}-\d{2}|\d{1,2}\. ?\d{1,2}\. ?\d{4}|\d{1,2}\/\d{1,2}\/\d{4})/i;

/** The day that a list says it is of, as in "Stand / Etat au: 31.12.2025"; null where it says none. */
export function statedDate(texts: Iterable<string>): string | null {
  for (const text of texts) {
    const words = WORDS.exec(clean(text));
    const date = words && toDate(words[1]!);
    if (date) return date;
  }
  return null;
}
