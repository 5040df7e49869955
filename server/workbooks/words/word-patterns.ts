/**
 * Words of a table as a regular expression of folded text, blanks between them: `_` is a blank in a word, `*` any letters, `(n)`
 * may be missing, `[ei]` is one of these letters, `{von|of}` one of these words, and anything may follow `…`.
 */
export function pattern(...tables: readonly string[]): string {
  const words = tables.join(' ').trim().split(/\s+/).join('|').replaceAll('_', ' ');
  const expression = words.replaceAll('*', '\\w*').replaceAll('…', '\\b.*').replaceAll('(', '(?:');
  return `(?:${expression.replaceAll(')', ')?').replaceAll('{', '(?:').replaceAll('}', ')')})`;
}

/** Of texts that have one of these words. */
export const having = (...tables: readonly string[]) => new RegExp(`\\b${pattern(...tables)}\\b`);
/** Of texts that are one of them. */
export const being = (...tables: readonly string[]) => new RegExp(`^${pattern(...tables)}$`);
