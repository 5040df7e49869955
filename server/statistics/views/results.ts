import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { besideOthers } from '#analytics/beside-others.ts';
import { unlessGone } from '#analytics/semaphore.ts';
import { languages } from '#shared/languages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

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

/** The same for what comes piece by piece. */
const streams = {
  zstd: () => createZstdCompress(zstdOptions),
  br: () => createBrotliCompress(brotliOptions),
  gzip: () => createGzip({ chunkSize, level: 1 }),
};

export type Encoding = keyof typeof compressors;

/** In the order in which they serve best: measured, zstd 1 costs a fifth of brotli 4 and a tenth of gzip 6. */
export const encodings = Object.keys(compressors) as Encoding[];

/** Smaller answers cost more to compress than to send. */
const COMPRESS_FROM_BYTES = 1024;

export type Body = { body: Uint8Array | LongResult; encoding: Encoding | undefined };

/**
 * A result that is too long to be kept, or to be there as a whole: it is encoded anew, piece by piece, for each who asked, and
 * takes `bytes` as long as one of them has not all of it.
 */
export type LongResult = { bytes: number; pieces(): Iterable<Uint8Array> };

/** Encoded results by everything they depend on. */
export type Results = {
  /**
   * The bytes of `key` in `encoding`, computed by `compute` when they are not at hand; once however many ask.
   * `compute` is told to stop when everyone who asked is gone. Failures are not kept, nor what is long.
   */
  body(
    key: string,
    encoding: Encoding | undefined,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Uint8Array | LongResult>,
  ): Promise<Body>;
  /** What is kept, and how often an answer was at hand and was not, since the start. */
  figures(): { entries: number; bytes: number; hits: number; misses: number };
};

/** Keeps results up to `maxBytes`, least recently used dropped first. */
export function keepResults(maxBytes: number): Results {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, key) => bytes.byteLength + key.length + 64,
  });
  const share = flights<Uint8Array | LongResult>((key, result) => {
    if (result instanceof Uint8Array) kept.set(key, result);
  });
  let [hits, misses] = [0, 0];
  return {
    body,
    figures: () => ({ entries: kept.size, bytes: kept.calculatedSize, hits, misses }),
  };

  async function body(
    key: string,
    encoding: Encoding | undefined,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Uint8Array | LongResult>,
  ): Promise<Body> {
    const known = kept.get(key);
    if (known) hits++;
    else misses++;
    const plain = known ?? (await share(key, signal, compute));
    if (!(plain instanceof Uint8Array)) return { body: plain, encoding };
    if (!encoding || plain.byteLength < COMPRESS_FROM_BYTES) return { body: plain, encoding: undefined };
    const encodedKey = `${key} ${encoding}`;
    // Copied, since what the compressor gives is a piece of its whole room for output.
    const compress = async () => new Uint8Array(await compressors[encoding](plain));
    const encoded = kept.get(encodedKey) ?? (await share(encodedKey, signal, compress));
    return { body: encoded as Uint8Array, encoding };
  }
}

/** A long result as it is sent. */
export function streamed({ pieces }: LongResult, encoding: Encoding | undefined): Readable {
  const plain = Readable.from(besideOthers(pieces()), { objectMode: false });
  // A failure of either, or a client that is gone, ends both; koa tells of it.
  return encoding ? pipeline(plain, streams[encoding](), () => undefined) : plain;
}

/** A strong ETag for a result and the encoding it is sent in. */
export function entityTag(key: string, encoding: Encoding | undefined): string {
  const hash = createHash('sha256').update(key).digest('base64url').slice(0, 27);
  return `"${hash}${encoding ? `-${encoding}` : ''}"`;
}

/**
 * Changes whenever a view could answer otherwise although its parameters, its SQL and the data are the same: with the
 * provider's companies and the rates where nothing is set (`standards`), the names of ATC groups, the code that queries and encodes, and the libraries below it.
 */
export function answerVersion(standards: readonly unknown[], directory = root): string {
  const sources = readdirSync(join(directory, 'analytics'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('analytics', file))
    .sort();
  const texts = languages.map((language) => join('translations', language, 'atc.json'));
  const hash = createHash('sha256').update(JSON.stringify(standards));
  for (const file of [...sources, ...texts, 'package-lock.json']) {
    hash.update(`\0${file}\0`).update(readFileSync(join(directory, file)));
  }
  return hash.digest('base64url').slice(0, 22);
}

type Flight<Value> = { waiting: number; abort: AbortController; value: Promise<Value> };

/**
 * Computes what several ask for at the same time once. `compute` is told to stop when everyone who asked is gone, and
 * `ended` what it gave before anybody asks again. Failures go to those who waited and are not kept.
 */
export function flights<Value>(ended: (key: string, value: Value) => void = () => undefined) {
  const underWay = new Map<string, Flight<Value>>();

  return async function share(
    key: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    signal.throwIfAborted();
    const flight = underWay.get(key) ?? takeOff(key, compute);
    flight.waiting++;
    const leave = () => {
      flight.waiting--;
      if (flight.waiting > 0) return;
      if (underWay.get(key) === flight) underWay.delete(key);
      flight.abort.abort(signal.reason);
    };
    signal.addEventListener('abort', leave);
    try {
      return await unlessGone(flight.value, signal);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };

  function takeOff(key: string, compute: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const abort = new AbortController();
    const flight: Flight<Value> = { waiting: 0, abort, value: compute(abort.signal) };
    underWay.set(key, flight);
    flight.value
      .then((value) => ended(key, value))
      .catch(() => undefined) // whoever waits is told; nobody else needs to be
      .finally(() => {
        if (underWay.get(key) === flight) underWay.delete(key);
      });
    return flight;
  }
}
