import { withoutInvisible } from '#shared/plain-text.ts';

/**
 * Text folded for comparison: lower case, without accents, line breaks and punctuation, ß as ss, words one space apart.
 */
export function fold(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
