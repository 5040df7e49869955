import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { Clock } from './clock.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const CHUNK_BYTES = 1024 * 1024;
/** Small enough that what was read and thrown away does not pile up. */
const PIECE_BYTES = 128 * 1024;

/** UTF-16 by its mark, UTF-8 where all bytes make sense as such, else what Excel on Windows writes. */
export async function encodingOf(path: string, head: Buffer, clock: Clock): Promise<Encoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    clock.advance();
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return 'windows-1252';
    rest = bytes.subarray(end);
  }
  return rest.length === 0 ? 'utf-8' : 'windows-1252';
}

/** The text of a file, chunk by chunk; UTF-8 as its bytes, with its mark, as a parser takes them apart anyway. */
export async function* textOf(
  path: string,
  encoding: Encoding,
  size: number,
  clock: Clock,
): AsyncGenerator<string | Buffer, void, void> {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    clock.advance(read / Math.max(1, size));
    yield encoding === 'utf-8' ? chunk : decoder.decode(chunk, { stream: true });
  }
  if (encoding !== 'utf-8') yield decoder.decode();
}

/** Where the last character that is whole ends, as far as lead bytes tell. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
