/** No NUL, which PostgreSQL can't keep, and no half of a surrogate pair. */
export const plainText = /^[^\0\p{Cs}]*$/u;

/**
 * Without the characters that steer the direction of writing, as mails and files leave: they show letters and figures in
 * another order than they stand in ("gpj.exe" as "exe.jpg"), and none of our languages needs them.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '');
}

/** What a terminal shows of a name from a file, which could steer it or look like lines of ours. */
export function printable(name: string): string {
  return withoutBidiControls(name).replace(/\p{Cc}/gu, '\uFFFD');
}

/**
 * Without the characters that nobody sees (soft hyphens, zero-width ones, marks of direction and of byte order), and with
 * blanks of every width as plain ones: as programs leave them around codes and numbers that are copied or exported.
 */
export function withoutInvisible(text: string): string {
  return UNSEEN.test(text) ? text.replace(INVISIBLE, '').replace(WIDE, ' ') : text;
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const WIDE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const UNSEEN = /[\u00a0\u00ad\u1680\u2000-\u200f\u202a-\u202f\u205f-\u2069\u3000\ufeff]/;
