import { withoutBidiControls } from '#shared/plain-text.ts';

/** What XML can't hold, and what would be read as an escape: spreadsheets write such characters as _x0000_. */
const UNSAFE = /[<>&"\ud800-\udfff\ufffe\uffff\p{Cc}]|_(?=x[\da-f]{4}_)/iu;
const EACH_UNSAFE = new RegExp(UNSAFE, 'giu');

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/**
 * Text inside an element or an attribute, as it was given but for bidi controls: nothing in it is markup, and nothing is lost
 * on reading.
 */
export function xmlText(text: string): string {
  const plain = withoutBidiControls(text);
  return UNSAFE.test(plain) ? plain.replace(EACH_UNSAFE, escaped) : plain;
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === '\t' || character === '\n') return character;
  // Half a character stands for none.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return entities[character] ?? `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}
