/** A name for a download of words in the reader's language and what tells it from others: Mancate-forniture-2026-11-22.xlsx. */
export function fileName(extension: string, ...parts: readonly (string | number)[]): string {
  const name = parts.join('-').replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${name.replace(/^-+|-+$/g, '')}.${extension}`;
}
