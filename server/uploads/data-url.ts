import { setImmediate as nextTurn } from 'node:timers/promises';

const LONGEST_HEAD = 300;
/** Decoded at once, which takes a fraction of a millisecond. */
const STEP_BYTES = 256 * 1024;

/** The bytes of a base64 data URL that comes in pieces, as JSON writes it; undefined when it is none. */
export async function decodeDataUrl(pieces: readonly Buffer[]): Promise<Buffer | undefined> {
  const whole = Buffer.concat(pieces);
  const head = /^data:[^,]{0,255};base64,/.exec(whole.toString('latin1', 0, LONGEST_HEAD));
  if (!head) return undefined;
  const decoded: Buffer[] = [];
  let rest = '';
  for (let at = head[0].length; at < whole.length; at += STEP_BYTES) {
    // Some programs write a slash as \/.
    const text = rest + whole.toString('latin1', at, at + STEP_BYTES).replaceAll('\\', '');
    const complete = text.length - (text.length % 4);
    decoded.push(Buffer.from(text.slice(0, complete), 'base64'));
    rest = text.slice(complete);
    await nextTurn();
  }
  decoded.push(Buffer.from(rest, 'base64'));
  return Buffer.concat(decoded);
}
