import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ImportError } from '../import-error.ts';
import { packedBytes, type ZipArchive, type ZipEntry } from './zip-archive.ts';

const CHUNK_BYTES = 256 * 1024;
const IN_ONE_GO_BYTES = 512 * 1024;

/**
 * The unpacked bytes of an entry in chunks; size and CRC are checked before the last chunk is given out as
 * complete, so a consumer that reaches the end has read what the writer wrote. The next chunk is inflated on
 * another thread while one is being worked on.
 * @throws ImportError import_archive_damaged
 */
export async function* unpack(archive: ZipArchive, entry: ZipEntry): AsyncGenerator<Uint8Array, void, void> {
  const packed = packedBytes(archive, entry);
  let size = 0;
  let crc = 0;
  for await (const chunk of chunks(packed, entry)) {
    size += chunk.length;
    if (size > entry.size) throw damaged(entry);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size || crc !== entry.crc) throw damaged(entry);
}

async function* chunks(packed: Buffer, entry: ZipEntry): AsyncGenerator<Uint8Array, void, void> {
  if (entry.method === 0) {
    for (let at = 0; at < packed.length; at += CHUNK_BYTES) yield packed.subarray(at, at + CHUNK_BYTES);
    return;
  }
  if (entry.size <= IN_ONE_GO_BYTES) {
    yield inflateAtOnce(packed, entry);
    return;
  }
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  inflate.end(packed);
  try {
    for await (const chunk of inflate) yield chunk as Uint8Array;
  } catch (error) {
    throw isZlibError(error) ? damaged(entry) : error;
  }
  if (inflate.bytesWritten !== packed.length) throw damaged(entry);
}

function inflateAtOnce(packed: Buffer, entry: ZipEntry): Uint8Array {
  try {
    // A buffer one byte too long is found out here; the limit must be at least 1.
    const { buffer, engine } = inflateRawSync(packed, {
      maxOutputLength: entry.size + 1,
      info: true,
    }) as unknown as {
      buffer: Uint8Array;
      engine: { bytesWritten: number };
    };
    if (engine.bytesWritten !== packed.length) throw damaged(entry);
    return buffer;
  } catch (error) {
    throw isZlibError(error) ? damaged(entry) : error;
  }
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE';
}

function damaged(entry: ZipEntry): ImportError {
  return new ImportError('import_archive_damaged', { part: entry.name });
}
