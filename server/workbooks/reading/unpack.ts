import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ImportError, type ImportErrorCode } from './import-error.ts';
import { packedBytes, type ZipArchive, type ZipEntry } from './zip-archive.ts';

const CHUNK_BYTES = 256 * 1024;
const IN_ONE_GO_BYTES = 512 * 1024;

/** Errors of a parser that damaged bytes may cause. */
export const NONSENSE: ReadonlySet<ImportErrorCode> = new Set<ImportErrorCode>([
  'import_xml_damaged',
  'import_document_type',
  'import_encoding_unsupported',
  'import_sheet_contradictory',
  'import_cell_outside_sheet',
  'import_shared_strings_missing',
  'import_shared_string_unknown',
]);

/**
 * Passes a part's bytes to `take` chunk by chunk, until it returns false. When `take` throws such an error, the rest is
 * unpacked all the same, because a damaged archive is the better explanation. @throws ImportError import_archive_damaged,
 * and whatever `take` throws
 */
export async function readPart(
  archive: ZipArchive,
  entry: ZipEntry,
  take: (chunk: Uint8Array) => boolean,
): Promise<void> {
  let nonsense: ImportError | undefined;
  for await (const chunk of unpack(archive, entry)) {
    if (nonsense) continue;
    try {
      if (!take(chunk)) return;
    } catch (error) {
      if (!(error instanceof ImportError && NONSENSE.has(error.code))) throw error;
      nonsense = error;
    }
  }
  if (nonsense) throw nonsense;
}

/**
 * The unpacked bytes of an entry in chunks. Size and CRC are checked before the last chunk is returned, so that a
 * consumer that reaches the end has read valid data. The next chunk is inflated on another thread meanwhile. @throws
 * ImportError import_archive_damaged
 */
async function* unpack(archive: ZipArchive, entry: ZipEntry): AsyncGenerator<Uint8Array, void, void> {
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
    // One byte more, to detect entries that are too long; the limit must be at least 1.
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
