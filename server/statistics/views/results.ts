import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { flights } from './flights.ts';

/** Up to here zstd takes a third of a millisecond at most, and less than handing the work to another thread. */
const ZSTD_AT_ONCE_BYTES = 256 * 1024;

/** Room for output: with Node's 16 kB an answer of a megabyte goes between threads a dozen times. */
const chunkSize = 256 * 1024;

const zstdOptions = { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const brotliOptions = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressors = {
  zstd: async (bytes: Uint8Array) =>
    bytes.byteLength <= ZSTD_AT_ONCE_BYTES
      ? zstdCompressSync(bytes, zstdOptions)
      : promisify(zstdCompress)(bytes, zstdOptions),
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { chunkSize, level: 1 }),
};

export type Encoding = keyof typeof compressors;

/** In the order in which they serve best (FACTS: zstd 1 costs a fifth of brotli 4 and a tenth of gzip 6). */
export const encodings = Object.keys(compressors) as Encoding[];

/** Smaller answers cost more to compress than to send. */
const COMPRESS_FROM_BYTES = 1024;

export type Body = { bytes: Uint8Array; encoding: Encoding | undefined };

/** Encoded results by everything they depend on. */
export type Results = {
  /**
   * The bytes of `key` in `encoding`, computed by `compute` when they are not at hand; once however many ask.
   * `compute` is told to stop when everyone who asked is gone. Failures are not kept.
   */
  body(
    key: string,
    encoding: Encoding | undefined,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Uint8Array>,
  ): Promise<Body>;
};

/** Keeps results up to `maxBytes`, least recently used dropped first. */
export function keepResults(maxBytes: number): Results {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, key) => bytes.byteLength + key.length + 64,
  });
  const share = flights<Uint8Array>((key, bytes) => void kept.set(key, bytes));
  return { body };

  async function body(
    key: string,
    encoding: Encoding | undefined,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Uint8Array>,
  ): Promise<Body> {
    const plain = kept.get(key) ?? (await share(key, signal, compute));
    if (!encoding || plain.byteLength < COMPRESS_FROM_BYTES) return { bytes: plain, encoding: undefined };
    const encodedKey = `${key} ${encoding}`;
    // Copied, since what the compressor gives is a piece of its whole room for output.
    const compress = async () => new Uint8Array(await compressors[encoding](plain));
    return { bytes: kept.get(encodedKey) ?? (await share(encodedKey, signal, compress)), encoding };
  }
}

/** A strong ETag for a result and the encoding it is sent in. */
export function entityTag(key: string, encoding: Encoding | undefined): string {
  const hash = createHash('sha256').update(key).digest('base64url').slice(0, 27);
  return `"${hash}${encoding ? `-${encoding}` : ''}"`;
}
