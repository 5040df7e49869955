/** Text folded for search: lower case without accents; equal to `folded` of sql/load/filters.sql and of PostgreSQL. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a search, folded; none for blanks. A GTIN-14 is searched as GTIN-13. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/^0(?=\d{13}$)/, ''));
}
