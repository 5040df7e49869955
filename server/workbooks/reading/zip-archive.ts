import { ImportError } from './import-error.ts';
import type { Limits } from './limits.ts';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const DIRECTORY_LOCATOR_64 = 0x07064b50;
const ZIP64_EXTRA = 1;

/** An entry of the archive's directory; sizes in bytes. */
export type ZipEntry = {
  name: string;
  encrypted: boolean;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  localHeader: number;
};

/** Entries by part name, without leading slash, with forward slashes, in lower case. */
export type ZipArchive = { bytes: Buffer; entries: Map<string, ZipEntry>; directoryStart: number };

/**
 * Reads the directory of a zip file in memory; unpacks nothing. @throws ImportError import_file_truncated,
 * import_archive_damaged, import_duplicate_part, import_too_many_parts
 */
export function openZip(file: Uint8Array, limits: Limits): ZipArchive {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const end = findDirectoryEnd(bytes);
  if (end === undefined) throw new ImportError('import_file_truncated');
  const { count, start, size } = directoryExtent(bytes, end);
  if (count > limits.entries) throw new ImportError('import_too_many_parts', { limit: limits.entries });
  if (start + size > end) throw damaged('directory');

  const entries = new Map<string, ZipEntry>();
  let position = start;
  for (let i = 0; i < count; i++) {
    if (position + 46 > end || bytes.readUInt32LE(position) !== DIRECTORY_ENTRY) throw damaged('directory');
    const nameLength = bytes.readUInt16LE(position + 28);
    const extraLength = bytes.readUInt16LE(position + 30);
    const next = position + 46 + nameLength + extraLength + bytes.readUInt16LE(position + 32);
    if (next > end) throw damaged('directory');
    const name = bytes.toString('utf8', position + 46, position + 46 + nameLength);
    const entry: ZipEntry = {
      name,
      encrypted: (bytes.readUInt16LE(position + 8) & 0x41) !== 0,
      method: bytes.readUInt16LE(position + 10),
      crc: bytes.readUInt32LE(position + 16),
      packedSize: bytes.readUInt32LE(position + 20),
      size: bytes.readUInt32LE(position + 24),
      localHeader: bytes.readUInt32LE(position + 42),
    };
    const extraStart = position + 46 + nameLength;
    applyZip64(bytes.subarray(extraStart, extraStart + extraLength), entry);
    const key = partKey(name);
    if (entries.has(key)) throw new ImportError('import_duplicate_part', { part: name });
    if (!key.endsWith('/')) entries.set(key, entry);
    position = next;
  }
  if (position !== start + size) throw damaged('directory');
  return { bytes, entries, directoryStart: start };
}

/**
 * The packed bytes of an entry, after comparing its local header with the directory. @throws ImportError
 * import_archive_damaged, import_password_protected, import_compression_unsupported
 */
export function packedBytes(archive: ZipArchive, entry: ZipEntry): Buffer {
  const { bytes, directoryStart } = archive;
  const at = entry.localHeader;
  if (entry.encrypted) throw new ImportError('import_password_protected');
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ImportError('import_compression_unsupported', { part: entry.name });
  }
  if (at + 30 > directoryStart || bytes.readUInt32LE(at) !== LOCAL_HEADER) throw damaged(entry.name);
  const flags = bytes.readUInt16LE(at + 6);
  const nameLength = bytes.readUInt16LE(at + 26);
  const extraLength = bytes.readUInt16LE(at + 28);
  const start = at + 30 + nameLength + extraLength;
  const end = start + entry.packedSize;
  if (end > directoryStart) throw damaged(entry.name);
  if (bytes.toString('utf8', at + 30, at + 30 + nameLength) !== entry.name) throw damaged(entry.name);
  if (bytes.readUInt16LE(at + 8) !== entry.method) throw damaged(entry.name);
  const sizesFollowData = (flags & 8) !== 0;
  if (!sizesFollowData) {
    const local = {
      ...entry,
      crc: bytes.readUInt32LE(at + 14),
      packedSize: bytes.readUInt32LE(at + 18),
      size: bytes.readUInt32LE(at + 22),
    };
    applyZip64(bytes.subarray(at + 30 + nameLength, start), local);
    if (local.crc !== entry.crc || local.packedSize !== entry.packedSize || local.size !== entry.size) {
      throw damaged(entry.name);
    }
  }
  if (entry.method === 0 && entry.packedSize !== entry.size) throw damaged(entry.name);
  return bytes.subarray(start, end);
}

/** The lookup key of a part: writers differ in slashes and case. */
export function partKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function findDirectoryEnd(bytes: Buffer): number | undefined {
  const earliest = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= earliest; at--) {
    if (bytes.readUInt32LE(at) === DIRECTORY_END && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) {
      return at;
    }
  }
  return undefined;
}

function directoryExtent(bytes: Buffer, end: number) {
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  const start = bytes.readUInt32LE(end + 16);
  if (bytes.readUInt16LE(end + 8) !== count) throw damaged('directory');
  if (count !== 0xffff && size !== 0xffffffff && start !== 0xffffffff) return { count, size, start };
  const locator = end - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== DIRECTORY_LOCATOR_64) return { count, size, start };
  const at = Number(bytes.readBigUInt64LE(locator + 8));
  if (at + 56 > locator || bytes.readUInt32LE(at) !== DIRECTORY_END_64) throw damaged('directory');
  return {
    count: Number(bytes.readBigUInt64LE(at + 32)),
    size: Number(bytes.readBigUInt64LE(at + 40)),
    start: Number(bytes.readBigUInt64LE(at + 48)),
  };
}

function applyZip64(extra: Buffer, entry: ZipEntry): void {
  const fields = (['size', 'packedSize', 'localHeader'] as const).filter((f) => entry[f] === 0xffffffff);
  if (fields.length === 0) return;
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === ZIP64_EXTRA) {
      fields.forEach((field, i) => {
        if (8 * (i + 1) > length || at + 12 + 8 * i > extra.length) throw damaged(entry.name);
        entry[field] = Number(extra.readBigUInt64LE(at + 4 + 8 * i));
      });
      return;
    }
    at += 4 + length;
  }
}

function damaged(part: string): ImportError {
  return new ImportError('import_archive_damaged', { part });
}
