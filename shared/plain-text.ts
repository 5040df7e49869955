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
