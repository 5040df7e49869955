/** Text as searches compare it: in small letters without accents; `folded` of sql/load/filters.sql and of PostgreSQL alike. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What is looked for: every word of a text, folded; none of blanks. A GTIN of 14 digits is looked for by its 13. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/^0(?=\d{13}$)/, ''));
}
