const VERSION = 2;
/** Any byte will do; a fixed one gives the same project the same bytes. */
const SEED = 0x0e;
const FILLER = 0x07;

/**
 * A value of the stream PROJECT that says how the project is protected, in hexadecimal. Not a secret: it only isn't plain
 * text. Source: MS-OVBA 2.4.3.2, "Data Encryption".
 */
export function obfuscated(data: readonly number[], projectId: string): string {
  const key = [...projectId].reduce((sum, character) => sum + character.charCodeAt(0), 0) & 0xff;
  const bytes = [SEED, SEED ^ VERSION, SEED ^ key];
  let [clear, last, beforeLast] = [key, bytes[2]!, bytes[1]!];
  const size = [data.length, data.length >> 8, data.length >> 16, data.length >> 24].map(
    (byte) => byte & 0xff,
  );
  const filler = new Array<number>((SEED & 6) / 2).fill(FILLER);
  for (const byte of [...filler, ...size, ...data]) {
    const written = byte ^ ((beforeLast + clear) & 0xff);
    bytes.push(written);
    [clear, last, beforeLast] = [byte, written, last];
  }
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
