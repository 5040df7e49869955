import { isUtf8 } from 'node:buffer';
import { type Encoding, SEPARATORS, type Separator } from '#shared/read-report.ts';
import type { Quoting } from './csv-reader.ts';

const CHUNK_BYTES = 1024 * 1024;
const NOTHING = new Uint8Array(0);

/** A text file; it may name its separator (`sep=;`, as in Excel). */
export type TextFile = {
  encoding: Encoding;
  said: Separator | undefined;
  quoting: Quoting;
  /** The text as UTF-8 without a byte order mark, with the file's bytes that each chunk stands for. */
  chunks(): Generator<{ utf8: Uint8Array; bytes: number }>;
};

/** Decodes a text by the chosen or detected encoding; invalid bytes become replacement characters. */
export function openText(file: Uint8Array, chosen?: Encoding): TextFile {
  const encoding = chosen ?? encodingOf(file);
  const [first = { utf8: NOTHING, bytes: 0 }] = decoded(file, encoding);
  const line = /^sep=([;,\t|])(?:\r\n|\r|\n|$)/i.exec(
    Buffer.from(first.utf8.subarray(0, 8)).toString('latin1'),
  );
  const skipped = line?.[0].length ?? 0;
  return {
    encoding,
    said: SEPARATORS.find((separator) => separator === line?.[1]),
    quoting: quotingOf(first.utf8),
    *chunks() {
      let skip = skipped;
      for (const { utf8, bytes } of decoded(file, encoding)) {
        yield { utf8: utf8.subarray(skip), bytes };
        skip = 0;
      }
    },
  };
}

/** A backslash before a quote within a quoted cell, where the quote can neither close the cell nor be doubled. */
const BACKSLASHED = /(?:^|[;,\t|\r\n]) *"[^"\r\n]*\\(?:"(?![";,\t|\r\n]|$)|""(?=[;,\t|\r\n]|$))/;

/** Apostrophes around a whole cell. */
const IN_APOSTROPHES = /(?:^|[;,\t|]) *'(?:[^']|'')*' *(?=[;,\t|]|$)/;

/** How much of a text is read to detect its quoting. */
const QUOTED = { rows: 100, bytes: 64 * 1024, bytesOfRow: 1000 };

/**
 * Detects the quoting of a text from its beginning: apostrophes are quotes where they enclose whole cells in most rows.
 */
export function quotingOf(utf8: Uint8Array): Quoting {
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length).toString('latin1');
  const rows = text
    .slice(0, QUOTED.bytes)
    .split(/[\r\n]+/, QUOTED.rows)
    .filter((row) => row !== '');
  const quoted = rows.filter((row) => IN_APOSTROPHES.test(row.slice(0, QUOTED.bytesOfRow))).length;
  return { quote: 2 * quoted > rows.length ? "'" : '"', hasBackslashes: BACKSLASHED.test(text) };
}

/** UTF-16 by byte order mark or zero bytes, UTF-8 where all bytes are valid, else Windows-1252. */
function encodingOf(file: Uint8Array): Encoding {
  const utf16 = utf16Of(file);
  if (utf16) return utf16;
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

/** Whether bytes begin as UTF-16: with a byte order mark, or two ASCII characters. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  if (a === 0 && b && c === 0 && d) return 'utf-16be';
  return undefined;
}

function* decoded(file: Uint8Array, encoding: Encoding): ReturnType<TextFile['chunks']> {
  const asItIs = encoding === 'utf-8' && isUtf8(file);
  const decoder = new TextDecoder(encoding);
  for (let start = asItIs && hasMark(file) ? 3 : 0; start < file.length; start += CHUNK_BYTES) {
    const chunk = file.subarray(start, start + CHUNK_BYTES);
    const isLast = start + CHUNK_BYTES >= file.length;
    const utf8 = asItIs ? chunk : Buffer.from(decoder.decode(chunk, { stream: !isLast }));
    yield { utf8: withoutZeros(utf8), bytes: chunk.length };
  }
}

/** Whether UTF-8 begins with a byte order mark. */
export function hasMark([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf;
}

/** Removes zero bytes, which PostgreSQL does not store in texts and spreadsheets do not show. */
function withoutZeros(utf8: Uint8Array): Uint8Array {
  return utf8.includes(0) ? utf8.map((byte) => (byte === 0 ? 0x20 : byte)) : utf8;
}
