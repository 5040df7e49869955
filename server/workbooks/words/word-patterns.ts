/**
 * Compiles tables of words to a regular expression on folded text. Words are separated by blanks: `_` is a blank within a
 * word, `*` any letters, `(n)` optional, `[ei]` one of the letters, `{von|of}` one of the words, and anything may follow
 * `…`.
 */
export function pattern(...tables: readonly string[]): string {
  const words = tables.join(' ').trim().split(/\s+/).join('|').replaceAll('_', ' ');
  const expression = words.replaceAll('*', '\\w*').replaceAll('…', '\\b.*').replaceAll('(', '(?:');
  return `(?:${expression.replaceAll(')', ')?').replaceAll('{', '(?:').replaceAll('}', ')')})`;
}

/** Matches text that contains one of these words. */
export const having = (...tables: readonly string[]) => new RegExp(`\\b${pattern(...tables)}\\b`);
/** Matches text that is one of these words. */
export const being = (...tables: readonly string[]) => new RegExp(`^${pattern(...tables)}$`);
