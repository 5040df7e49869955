import { withoutBidiControls } from '#shared/plain-text.ts';

/**
 * Characters that XML cannot contain, and text that would be read as an escape: spreadsheets write such characters as
 * _x0000_.
 */
const UNSAFE = /[<>&"\ud800-\udfff\ufffe\uffff\p{Cc}]|_(?=x[\da-f]{4}_)/iu;
const EACH_UNSAFE = new RegExp(UNSAFE, 'giu');

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text escaped for an element or attribute, without bidi controls; it reads back unchanged. */
export function xmlText(text: string): string {
  const plain = withoutBidiControls(text);
  return UNSAFE.test(plain) ? plain.replace(EACH_UNSAFE, escaped) : plain;
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === '\t' || character === '\n') return character;
  // A lone surrogate.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return entities[character] ?? `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}
