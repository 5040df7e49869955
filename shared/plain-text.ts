/** No NUL, which PostgreSQL cannot store, and no lone surrogates. */
export const plainText = /^[^\0\p{Cs}]*$/u;

/**
 * Without bidi controls, as in mails and files: they change the displayed order of characters ("gpj.exe" as "exe.jpg"),
 * and none of our languages needs them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '');
}

/** A file's name for a terminal, which it could otherwise control or imitate. */
export function printable(name: string): string {
  return withoutBidiControls(name).replace(/\p{Cc}/gu, '\uFFFD');
}

/**
 * Without invisible characters (soft hyphens, zero-width characters, direction and byte order marks), and with blanks of
 * every width as spaces: programs leave them around copied or exported codes and numbers.
 */
export function withoutInvisible(text: string): string {
  return UNSEEN.test(text) ? text.replace(INVISIBLE, '').replace(WIDE, ' ') : text;
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const WIDE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const UNSEEN = /[\u00a0\u00ad\u1680\u2000-\u200f\u202a-\u202f\u205f-\u2069\u3000\ufeff]/;
