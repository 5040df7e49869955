const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const UNDERSCORE = 0x5f;

/**
 * Copies XML text to `out` at `at` with entity and character references resolved; UTF-8, never longer than before.
 * Returns the end in `out`, or -1 at an unknown reference.
 */
export function copyResolved(
  from: Uint8Array,
  start: number,
  end: number,
  out: Uint8Array,
  at: number,
): number {
  for (let i = start; i < end; i++) {
    const byte = from[i]!;
    if (byte !== AMPERSAND) {
      out[at++] = byte;
      continue;
    }
    let semicolon = i + 1;
    while (semicolon < end && from[semicolon] !== SEMICOLON) semicolon++;
    if (semicolon === end) return -1;
    const code = referenced(from, i + 1, semicolon);
    if (code < 0) return -1;
    at = writeUtf8(code, out, at);
    i = semicolon;
  }
  return at;
}

/**
 * Resolves Excel's `_xHHHH_` escapes (ST_Xstring) in place; returns the new end. Surrogate pairs of two escapes become
 * one character; a zero becomes a blank, because PostgreSQL stores none in texts.
 */
export function resolveEscapes(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (let i = start; i < end; ) {
    let code = bytes[i] === UNDERSCORE ? escapeAt(bytes, i, end) : -1;
    if (code < 0) {
      bytes[at++] = bytes[i++]!;
      continue;
    }
    i += 7;
    if (code >= 0xd800 && code < 0xdc00) {
      const low = escapeAt(bytes, i, end);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        i += 7;
      }
    }
    at = writeUtf8(code >= 0xd800 && code < 0xe000 ? 0xfffd : code || 0x20, bytes, at);
  }
  return at;
}

export function hasUnderscore(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === UNDERSCORE) return true;
  return false;
}

function escapeAt(bytes: Uint8Array, i: number, end: number): number {
  if (i + 7 > end || bytes[i] !== UNDERSCORE || bytes[i + 1] !== 0x78 || bytes[i + 6] !== UNDERSCORE)
    return -1;
  return number(bytes, i + 2, i + 6, 16);
}

function referenced(from: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < 2 || length > 10) return -1;
  if (from[start] === HASH) {
    const hex = from[start + 1] === 0x78;
    const code = number(from, start + (hex ? 2 : 1), end, hex ? 16 : 10);
    const surrogate = code >= 0xd800 && code < 0xe000;
    return code <= 0 || code > 0x10ffff || surrogate ? -1 : code;
  }
  return NAMED.find(({ name }) => matches(from, start, end, name))?.code ?? -1;
}

const NAMED = [
  { name: Buffer.from('amp'), code: 0x26 },
  { name: Buffer.from('lt'), code: 0x3c },
  { name: Buffer.from('gt'), code: 0x3e },
  { name: Buffer.from('quot'), code: 0x22 },
  { name: Buffer.from('apos'), code: 0x27 },
];

function matches(from: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (from[start + i] !== name[i]) return false;
  return true;
}

function number(bytes: Uint8Array, start: number, end: number, base: 10 | 16): number {
  if (start >= end) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    const lower = byte | 0x20;
    let digit = -1;
    if (byte >= 0x30 && byte <= 0x39) digit = byte - 0x30;
    else if (base === 16 && lower >= 0x61 && lower <= 0x66) digit = lower - 0x57;
    if (digit < 0) return -1;
    value = value * base + digit;
  }
  return value;
}

function writeUtf8(code: number, out: Uint8Array, at: number): number {
  if (code < 0x80) {
    out[at++] = code;
  } else if (code < 0x800) {
    out[at++] = 0xc0 | (code >> 6);
    out[at++] = 0x80 | (code & 0x3f);
  } else if (code < 0x10000) {
    out[at++] = 0xe0 | (code >> 12);
    out[at++] = 0x80 | ((code >> 6) & 0x3f);
    out[at++] = 0x80 | (code & 0x3f);
  } else {
    out[at++] = 0xf0 | (code >> 18);
    out[at++] = 0x80 | ((code >> 12) & 0x3f);
    out[at++] = 0x80 | ((code >> 6) & 0x3f);
    out[at++] = 0x80 | (code & 0x3f);
  }
  return at;
}
