/** Bytes of a chunk before compression. */
const CHUNK = 4096;
const SIGNATURE = 0x01;
const COMPRESSED_CHUNK = 0xb000;
const RAW_CHUNK = 0x3fff;
/** A copy token has two bytes: fewer bytes are cheaper as they are. */
const SHORTEST_COPY = 3;
const TOKENS_PER_FLAGS = 8;

/** Compresses a stream of a macro project as MS-OVBA 2.4.1 says. Source: MS-OVBA, "Compression and Decompression". */
export function compress(source: Uint8Array): Uint8Array {
  const written: Uint8Array[] = [Uint8Array.of(SIGNATURE)];
  for (let at = 0; at < source.length; at += CHUNK) {
    written.push(...compressedChunk(source.subarray(at, at + CHUNK)));
  }
  return Buffer.concat(written);
}

function compressedChunk(chunk: Uint8Array): Uint8Array[] {
  const tokens = tokenSequences(chunk);
  if (tokens.length <= CHUNK) return [header(COMPRESSED_CHUNK, tokens.length), tokens];
  // What doesn't shrink stands as it is, filled up to a whole chunk.
  const raw = new Uint8Array(CHUNK);
  raw.set(chunk);
  return [header(RAW_CHUNK & ~0xfff, CHUNK), raw];
}

/** Size less three of header and data in twelve bits, then the signature 3 and whether it is compressed. */
function header(kind: number, size: number): Uint8Array {
  const word = kind | (size - 1);
  return Uint8Array.of(word & 0xff, word >> 8);
}

function tokenSequences(chunk: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let at = 0;
  while (at < chunk.length) {
    const flags = bytes.push(0) - 1;
    for (let token = 0; token < TOKENS_PER_FLAGS && at < chunk.length; token++) {
      const bits = Math.max(4, Math.ceil(Math.log2(at)));
      const { offset, length } = longestMatch(chunk, at, (0xffff >> bits) + SHORTEST_COPY);
      if (length < SHORTEST_COPY) {
        bytes.push(chunk[at++]!);
        continue;
      }
      const copy = ((offset - 1) << (16 - bits)) | (length - SHORTEST_COPY);
      bytes.push(copy & 0xff, copy >> 8);
      bytes[flags]! |= 1 << token;
      at += length;
    }
  }
  return Uint8Array.from(bytes);
}

/** The longest run before `at` in the chunk that what follows repeats; it may overlap what it gives. */
function longestMatch(chunk: Uint8Array, at: number, longest: number): { offset: number; length: number } {
  const limit = Math.min(longest, chunk.length - at);
  let best = { offset: 0, length: 0 };
  for (let from = at - 1; from >= 0 && best.length < limit; from--) {
    let length = 0;
    while (length < limit && chunk[from + length] === chunk[at + length]) length++;
    if (length > best.length) best = { offset: at - from, length };
  }
  return best;
}
