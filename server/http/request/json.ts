import type { Context } from 'koa';
import { AppError } from '../../platform/errors.ts';
import { type BodyLimits, bodyPieces } from './body.ts';

/** Objects and arrays in each other; no body of ours has more than four. */
const MOST_DEEP = 20;
/** A value with its key, and what stands between it and the next one. */
const TOKENS_PER_VALUE = 3;
/** Numbers, words, brackets and spaces in bytes. */
const MOST_BETWEEN_STRINGS = 1_000_000;
/** From here on, in bytes, a string is set aside; above what a body without files may hold in one. */
const LONG_STRING = 128 * 1024;
/** What is parsed in bytes; above what any body without files may hold. */
const MOST_PARSED = 4 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What a piece of a JSON text holds of a long string, which is told by its number. */
type LongString = { string: number; bytes: Buffer };

/**
 * A JSON text that comes in pieces. It is refused as soon as it holds more than parsing it should cost, and long strings
 * (files) are handed on as they come and never pass through the parser, so that a large body is not held and keeps nobody
 * waiting. Whether it is JSON is for the parser to say.
 */
class IncomingJson {
  readonly #mostTokens: number;
  readonly #text: Uint8Array[] = [];
  #textBytes = 0;
  #tokens = 0;
  #depth = 0;
  #betweenStrings = 0;
  #inString = false;
  /** Of the string that is being read, while it is not a long one. */
  #string: Buffer[] = [];
  #stringBytes = 0;
  #longStrings = 0;
  /** An odd number of backslashes stands at the end of the piece before. */
  #escaping = false;

  constructor(mostValues: number) {
    this.#mostTokens = mostValues * TOKENS_PER_VALUE;
  }

  /** Gives what it holds of long strings. Throws AppError 400 when it is nested too deeply or holds too much. */
  read(piece: Buffer): LongString[] {
    const setAside: LongString[] = [];
    let at = 0;
    while (at < piece.length)
      at = this.#inString ? this.#readString(piece, at, setAside) : this.#readToString(piece, at);
    return setAside;
  }

  /** What it says; in the place of a long string stands a short one that `longString` knows. Throws AppError 400. */
  value(): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#text)));
    } catch {
      throw new AppError(400, 'json_invalid');
    }
  }

  /** The number of the long string in whose place a value stands; its bytes were those between the quotes. */
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
    // A copy: the piece around it is not to be held.
    this.#text.push(Buffer.from(text));
  }

  /** Whether what stands before `end` escapes what stands there. */
  #isEscaping(piece: Buffer, start: number, end: number): boolean {
    let at = end;
    while (at > start && piece[at - 1] === BACKSLASH) at--;
    const odd = (end - at) % 2 === 1;
    return at === start && this.#escaping ? !odd : odd;
  }
}

export type JsonLimits = BodyLimits & {
  /** Members and elements, however nested. */
  values: number;
};

/**
 * Receives the JSON of a request's body; `setAside` takes what comes of long strings. Throws AppError 415 for what is not
 * JSON in UTF-8, 400 for what holds too much, and whatever bodyPieces and `setAside` throw.
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
