import { AppError } from '../errors.ts';

/** Objects and arrays in each other; no body of ours has more than four. */
const MOST_DEEP = 20;
/** A value with its key, and what stands between it and the next one. */
const TOKENS_PER_VALUE = 3;
/** Numbers, words, brackets and spaces in bytes. */
const MOST_BETWEEN_STRINGS = 1_000_000;
/** From here on, in bytes, a string is set aside; above what a body without files may hold in all. */
const LONG_STRING = 128 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * A JSON text that comes in pieces. It is refused as soon as it holds more than parsing it should cost, and long strings
 * (files) never pass through the parser, so that a large body keeps nobody waiting. Whether it is JSON is for the
 * parser to say.
 */
export class IncomingJson {
  readonly #mostTokens: number;
  readonly #text: Uint8Array[] = [];
  readonly #longStrings: Buffer[][] = [];
  #tokens = 0;
  #depth = 0;
  #betweenStrings = 0;
  #inString = false;
  #string: Buffer[] = [];
  #stringBytes = 0;
  /** An odd number of backslashes stands at the end of the piece before. */
  #escaping = false;

  constructor(mostValues: number) {
    this.#mostTokens = mostValues * TOKENS_PER_VALUE;
  }

  /** Throws AppError 400 when it is nested too deeply or holds too many values. */
  read(piece: Buffer): void {
    let at = 0;
    while (at < piece.length)
      at = this.#inString ? this.#readString(piece, at) : this.#readToString(piece, at);
  }

  /** What it says; in the place of a long string stands a short one that `longString` knows. Throws AppError 400. */
  value(): unknown {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#text)));
    } catch {
      throw new AppError(400, 'json_invalid');
    }
  }

  /** The bytes between the quotes of a long string, escapes as they came. */
  longString(value: unknown): Buffer[] | undefined {
    return typeof value === 'string' && value.startsWith('\0')
      ? this.#longStrings[Number(value.slice(1))]
      : undefined;
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
    this.#text.push(piece.subarray(start, next));
    return next;
  }

  #readString(piece: Buffer, start: number): number {
    let end = piece.indexOf(QUOTE, start);
    while (end >= 0 && this.#isEscaping(piece, start, end)) end = piece.indexOf(QUOTE, end + 1);
    const stop = end < 0 ? piece.length : end;
    this.#escaping = end < 0 && this.#isEscaping(piece, start, stop);
    this.#string.push(piece.subarray(start, stop));
    this.#stringBytes += stop - start;
    if (end < 0) return stop;
    if (this.#stringBytes < LONG_STRING) this.#text.push(...this.#string);
    else this.#text.push(Buffer.from(`\\u0000${this.#longStrings.push(this.#string) - 1}`));
    this.#text.push(piece.subarray(end, end + 1));
    this.#string = [];
    this.#stringBytes = 0;
    this.#inString = false;
    return end + 1;
  }

  /** Whether what stands before `end` escapes what stands there. */
  #isEscaping(piece: Buffer, start: number, end: number): boolean {
    let at = end;
    while (at > start && piece[at - 1] === BACKSLASH) at--;
    const odd = (end - at) % 2 === 1;
    return at === start && this.#escaping ? !odd : odd;
  }
}

function refuse(): never {
  throw new AppError(400, 'json_too_complex');
}
