import type { Context } from 'koa';
import { AppError } from '../../platform/errors.ts';
import { type BodyLimits, bodyPieces } from './body.ts';

/** Nesting; no body of ours has more than four levels. */
const MOST_DEEP = 20;
/** A value with its key and separators. */
const TOKENS_PER_VALUE = 3;
/** Bytes of numbers, words, brackets and spaces. */
const MOST_BETWEEN_STRINGS = 1_000_000;
/** Strings of more bytes are set aside; longer than any in a body without files. */
const LONG_STRING = 128 * 1024;
/** Bytes that are parsed; more than any body without files has. */
const MOST_PARSED = 4 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes of a long string in a piece of JSON, with the string's number. */
type LongString = { string: number; bytes: Buffer };

/**
 * Incremental JSON input. It is refused as soon as it holds more than parsing should cost, and long strings (files) are
 * passed on as they come and bypass the parser, so that a large body is neither held in memory nor blocks the event loop.
 * JSON.parse judges the syntax.
 */
class IncomingJson {
  readonly #mostTokens: number;
  readonly #text: Uint8Array[] = [];
  #textBytes = 0;
  #tokens = 0;
  #depth = 0;
  #betweenStrings = 0;
  #inString = false;
  /** The current string, unless it is a long one. */
  #string: Buffer[] = [];
  #stringBytes = 0;
  #longStrings = 0;
  /** The piece before ended with an odd number of backslashes. */
  #escaping = false;

  constructor(mostValues: number) {
    this.#mostTokens = mostValues * TOKENS_PER_VALUE;
  }

  /** Returns the bytes of long strings in the piece. Throws AppError 400 when nested too deeply or too large. */
  read(piece: Buffer): LongString[] {
    const setAside: LongString[] = [];
    let at = 0;
    while (at < piece.length)
      at = this.#inString ? this.#readString(piece, at, setAside) : this.#readToString(piece, at);
    return setAside;
  }

  /** The parsed value, with a placeholder for each long string, see `longString`. Throws AppError 400. */
  value(): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#text)));
    } catch {
      throw new AppError(400, 'json_invalid');
    }
  }

  /** The number of the long string that a placeholder stands for; its bytes are those between the quotes. */
  longString(value: unknown): number | undefined {
    return typeof value === 'string' && /^\0\d+$/.test(value) ? Number(value.slice(1)) : undefined;
  }

  #readToString(piece: Buffer, start: number): number {
    let at = start;
    let tokens = 0;
    let opened = 0;
    for (; at < piece.length && piece[at] !== QUOTE; at++) {
      const byte = piece[at]!;
      if (byte === 0x2c) tokens++;
      else if (byte === 0x5b || byte === 0x7b) {
        tokens++;
        if (++opened + this.#depth > MOST_DEEP) refuse();
      } else if (byte === 0x5d || byte === 0x7d) opened--;
    }
    this.#inString = at < piece.length;
    this.#depth += opened;
    this.#tokens += tokens + (this.#inString ? 1 : 0);
    this.#betweenStrings += at - start;
    if (this.#tokens > this.#mostTokens || this.#betweenStrings > MOST_BETWEEN_STRINGS) refuse();
    const next = this.#inString ? at + 1 : at;
    this.#keep(piece.subarray(start, next));
    return next;
  }

  #readString(piece: Buffer, start: number, setAside: LongString[]): number {
    let end = piece.indexOf(QUOTE, start);
    while (end >= 0 && this.#isEscaping(piece, start, end)) end = piece.indexOf(QUOTE, end + 1);
    const stop = end < 0 ? piece.length : end;
    this.#escaping = end < 0 && this.#isEscaping(piece, start, stop);
    this.#string.push(piece.subarray(start, stop));
    this.#stringBytes += stop - start;
    const isLong = this.#stringBytes >= LONG_STRING;
    if (isLong) {
      setAside.push(...this.#string.map((bytes) => ({ string: this.#longStrings, bytes })));
      this.#string = [];
    }
    if (end < 0) return stop;
    if (isLong) this.#keep(Buffer.from(`\\u0000${this.#longStrings++}`));
    else for (const part of this.#string) this.#keep(part);
    this.#keep(piece.subarray(end, end + 1));
    this.#string = [];
    this.#stringBytes = 0;
    this.#inString = false;
    return end + 1;
  }

  #keep(text: Uint8Array): void {
    this.#textBytes += text.byteLength;
    if (this.#textBytes > MOST_PARSED) refuse();
    // A copy, so that the piece around it can be freed.
    this.#text.push(Buffer.from(text));
  }

  /** Whether the character at `end` is escaped by what stands before it. */
  #isEscaping(piece: Buffer, start: number, end: number): boolean {
    let at = end;
    while (at > start && piece[at - 1] === BACKSLASH) at--;
    const odd = (end - at) % 2 === 1;
    return at === start && this.#escaping ? !odd : odd;
  }
}

export type JsonLimits = BodyLimits & {
  /** Members and elements at any depth. */
  values: number;
};

/**
 * Receives a JSON body; `setAside` gets the bytes of long strings. Throws AppError 415 for other than JSON in UTF-8, 400
 * for too large a text, and what bodyPieces and `setAside` throw.
 */
export async function receiveJson(
  ctx: Context,
  limits: JsonLimits,
  setAside: (string: number, bytes: Buffer) => Promise<void> = async () => undefined,
): Promise<IncomingJson> {
  if (!ctx.is('json')) throw new AppError(415, 'unsupported_media_type');
  if (!/^(utf-?8)?$/i.test(ctx.request.charset)) throw new AppError(415, 'encoding_unsupported');
  const json = new IncomingJson(limits.values);
  for await (const piece of bodyPieces(ctx, limits))
    for (const { string, bytes } of json.read(piece)) await setAside(string, bytes);
  return json;
}

function refuse(): never {
  throw new AppError(400, 'json_too_complex');
}
