import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { z } from 'zod';
import { closing } from '../platform/closing.ts';
import { freeBytes, isDiskFull } from '../platform/disk-room.ts';

/**
 * A backup is a tar archive, compressed by zstd into one frame with a checksum, so that tar and psql alone can read it:
 * `head.json`, the rows of each table as COPY … (FORMAT binary) writes them, split into parts `tables/<name>/<number>`,
 * and `end.json` with checksums of everything before. Without it, or with anything after the frame, the backup is
 * incomplete.
 */
const FORMAT = 1;

const HEAD = 'head.json';
const END = 'end.json';

/** One part, or the longest row, is in memory at a time. */
const PART_BYTES = 4 * 1024 * 1024;
/** Larger members are not ours. */
const MEMBER_LIMIT = 64 * 1024 * 1024;
const BLOCK = 512;

const withChecksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** An empty frame, with which backups of earlier versions may end. */
const EMPTY_FRAME = zstdCompressSync(Buffer.alloc(0), withChecksum);

/** Bytes between two checks of the disk's free space. */
const ROOM_EVERY_BYTES = 16 * 1024 * 1024;

/** Why a backup or restore failed, in words for the user. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const head = z.object({
  format: z.literal(FORMAT),
  /** Of zstd; absent in earlier versions, whose files may end with an additional empty frame. */
  frames: z.literal(1).optional(),
  /** ISO time of the snapshot. */
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  /** Migrations applied to the database, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

const sums = z.object({
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string(),
});

const end = z.object({
  headSha256: z.string(),
  tables: z.record(z.string(), sums),
  /** Next values of identity columns. */
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.int(), isCalled: z.boolean() }),
  ),
});

export type BackupHead = z.infer<typeof head>;
export type BackupEnd = z.infer<typeof end>;
type Sums = z.infer<typeof sums>;

/** Rows of a table; their number is known after reading. */
export type TableRows = { chunks: AsyncIterable<Buffer>; count: () => number };

/** Content of a backup. */
export type BackupContent = {
  head: BackupHead;
  rowsOf: (table: BackupHead['tables'][number]) => TableRows;
  sequences: () => Promise<BackupEnd['sequences']>;
};

export type WrittenBackup = { tables: number; rows: number; bytes: number; fileBytes: number };

/**
 * Writes a backup, readable by its owner alone. It gets its name when complete and flushed; `reserveBytes` stay free on
 * the disk. A failure or a signal to end leaves nothing behind. @throws {BackupError}
 */
export async function writeBackupFile(
  path: string,
  content: BackupContent,
  reserveBytes: number,
): Promise<WrittenBackup> {
  const unfinished = `${path}.${process.pid}${UNFINISHED}`;
  const written = { tables: 0, rows: 0, bytes: 0, fileBytes: 0 };
  let file: FileHandle | undefined;
  let remove: (() => Promise<void>) | undefined;
  try {
    const opened = await open(unfinished, 'wx', 0o600);
    file = opened;
    remove = closing(() => rm(unfinished, { force: true }));
    const compress = createZstdCompress(withChecksum);
    await pipeline(
      async function* () {
        yield* members(content, written);
        // Ended with a chunk still to compress, Node would end the frame with it and add an empty one: flush first.
        await promisify(compress.flush.bind(compress))();
      },
      compress,
      (compressed: AsyncIterable<Buffer>) =>
        opened.writeFile(leavingRoom(compressed, dirname(path), reserveBytes, written)),
    );
    await file.sync();
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file?.close();
    await remove?.();
    if (!isDiskFull(error)) throw error;
    throw new BackupError(
      `The disk of ${path} is full; there is no backup. Make room, or write it elsewhere.`,
    );
  }
  await remove();
  await syncFolder(dirname(path));
  return written;
}

/** Suffix of files in progress, or left by killed processes. */
export const UNFINISHED = '.unfinished';

/** Errors of file systems that cannot sync directories, e.g. on networks. */
const noFolders = ['EINVAL', 'EBADF', 'ENOTSUP', 'ENOSYS'];

/**
 * A file name survives a power cut once its directory is synced; where that is impossible, the backup is made all the
 * same.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } catch (error) {
    if (!noFolders.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder.close();
  }
}

async function* leavingRoom(
  compressed: AsyncIterable<Buffer>,
  folder: string,
  reserveBytes: number,
  written: WrittenBackup,
): AsyncGenerator<Buffer> {
  let looked = Number.NEGATIVE_INFINITY;
  for await (const chunk of compressed) {
    if (written.fileBytes - looked >= ROOM_EVERY_BYTES) {
      looked = written.fileBytes;
      if ((await freeBytes(folder)) < reserveBytes)
        throw new BackupError(
          `Less than ${reserveBytes / 1024 / 1024} MB (DISK_RESERVE) would stay free on the disk of ${folder}; there is no backup. Make room, or write it elsewhere.`,
        );
    }
    written.fileBytes += chunk.length;
    yield chunk;
  }
}

async function* members(
  { head, rowsOf, sequences }: BackupContent,
  written: WrittenBackup,
): AsyncGenerator<Buffer> {
  const headBytes = Buffer.from(JSON.stringify({ ...head, frames: 1 } satisfies BackupHead, undefined, 2));
  yield* member(HEAD, headBytes);
  const tables: BackupEnd['tables'] = {};
  for (const table of head.tables) {
    const rows = rowsOf(table);
    const sum = createSum();
    let number = 0;
    for await (const part of inParts(rows.chunks)) {
      sum.add(part);
      yield* member(partName(table.name, ++number), part);
    }
    tables[table.name] = { rows: rows.count(), ...sum.end() };
    written.tables++;
    written.rows += rows.count();
    written.bytes += tables[table.name]!.bytes;
  }
  const all: BackupEnd = { headSha256: sha256(headBytes), tables, sequences: await sequences() };
  yield* member(END, Buffer.from(JSON.stringify(all, undefined, 2)));
  yield Buffer.alloc(2 * BLOCK);
}

const partName = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function createSum() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(part: Buffer) {
      hash.update(part);
      bytes += part.length;
    },
    end: (): Omit<Sums, 'rows'> => ({ bytes, sha256: hash.digest('hex') }),
  };
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    const all = Buffer.concat(waiting, bytes);
    let from = 0;
    for (; bytes - from >= PART_BYTES; from += PART_BYTES) yield all.subarray(from, from + PART_BYTES);
    waiting = from < bytes ? [all.subarray(from)] : [];
    bytes -= from;
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

/** A ustar member: a header block, the content, and zeros up to a whole block. */
function* member(name: string, content: Buffer): Generator<Buffer> {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000600\0' + '0000000\0' + '0000000\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`00000000000\0${' '.repeat(8)}0`, 136);
  header.write('ustar\0' + '00', 257);
  header.write(`${headerSum(header).toString(8).padStart(6, '0')}\0 `, 148);
  yield header;
  yield content;
  yield Buffer.alloc(-content.length & (BLOCK - 1));
}

const headerSum = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0);

/** Reads a backup: the rows of each table once, in the order of the head, then the end. */
export type BackupReader = {
  head: BackupHead;
  rowsOf: (table: string) => AsyncGenerator<Buffer>;
  /** Call after all rows. @throws {BackupError} where a checksum differs */
  end: () => Promise<BackupEnd>;
  /** The error for a file that another check found to be damaged. */
  damaged: (cause: Error) => BackupError;
  close: () => void;
};

/**
 * Opens a backup. Only `end` confirms that it is complete and intact. @throws {BackupError} for other or damaged files,
 * here and while reading
 */
export async function openBackupFile(path: string): Promise<BackupReader> {
  const file = await open(path);
  const { bytes, endsEmpty } = await lengthOf(file, path);
  const input = file.createReadStream({ start: 0, ...(endsEmpty && { end: bytes - 1 }) });
  const plain = createZstdDecompress();
  input.on('error', (error) => plain.destroy(error));
  // Node leaves data after the end of a frame in a chunk.
  const archive = readMembers(input.pipe(plain), () => plain.bytesWritten === bytes, path);
  const next = async () => (await archive.next()).value as Member | undefined;
  const close = () => {
    input.destroy();
    plain.destroy();
  };
  try {
    const first = await next();
    if (first?.name !== HEAD) throw noBackup(path);
    const { format } = parseMember(z.looseObject({ format: z.int() }), first, path);
    if (format !== FORMAT)
      throw new BackupError(`${path} was made by a newer version of the portal. Restore it with that one.`);
    const said = parseMember(head, first, path);
    if (said.frames && endsEmpty) throw damaged(path);
    return {
      ...(await readerOf(path, said, sha256(first.content), next)),
      damaged: (cause) => damaged(path, cause),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Length of a file without an empty frame at its end. */
async function lengthOf(file: FileHandle, path: string): Promise<{ bytes: number; endsEmpty: boolean }> {
  try {
    const status = await file.stat();
    if (status.isDirectory()) throw new BackupError(`${path} is a folder.`);
    const bytes = status.size - EMPTY_FRAME.length;
    if (bytes <= 0) return { bytes: status.size, endsEmpty: false };
    const { buffer } = await file.read(Buffer.alloc(EMPTY_FRAME.length), { position: bytes });
    return buffer.equals(EMPTY_FRAME) ? { bytes, endsEmpty: true } : { bytes: status.size, endsEmpty: false };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads a whole backup and returns what it contains. @throws {BackupError} where it is none, or incomplete */
export async function checkBackupFile(
  path: string,
): Promise<Pick<BackupHead, 'madeAt' | 'migrations'> & { rows: number; bytes: number }> {
  const backup = await openBackupFile(path);
  try {
    const { madeAt, migrations, tables } = backup.head;
    for (const { name } of tables) for await (const _ of backup.rowsOf(name));
    const all = Object.values((await backup.end()).tables);
    const sumOf = (key: 'rows' | 'bytes') => all.reduce((sum, table) => sum + table[key], 0);
    return { madeAt, migrations, rows: sumOf('rows'), bytes: sumOf('bytes') };
  } finally {
    backup.close();
  }
}

type Member = { name: string; content: Buffer };

async function readerOf(
  path: string,
  head: BackupHead,
  headSha256: string,
  next: () => Promise<Member | undefined>,
): Promise<Omit<BackupReader, 'close' | 'damaged'>> {
  const found: Record<string, Omit<Sums, 'rows'>> = {};
  let member = await next();
  return {
    head,
    async *rowsOf(table) {
      const sum = createSum();
      for (let number = 1; member?.name === partName(table, number); number++) {
        sum.add(member.content);
        yield member.content;
        member = await next();
      }
      found[table] = sum.end();
    },
    async end() {
      if (member?.name !== END) throw damaged(path);
      const said = parseMember(end, member, path);
      const isSame =
        said.headSha256 === headSha256 &&
        Object.keys(said.tables).length === head.tables.length &&
        head.tables.every(({ name }) => {
          const { bytes, sha256 } = said.tables[name] ?? {};
          return bytes === found[name]?.bytes && sha256 === found[name]?.sha256;
        });
      if (!isSame || (await next())) throw damaged(path);
      return said;
    },
  };
}

async function* readMembers(
  stream: AsyncIterable<Buffer>,
  isAllRead: () => boolean,
  path: string,
): AsyncGenerator<Member> {
  let isBegun = false;
  try {
    const bytes = takeFrom(stream);
    for (;;) {
      const header = await bytes.take(BLOCK);
      if (header[0] === 0) break;
      const { name, size } = readHeader(header);
      const content = await bytes.take(size);
      await bytes.take(-size & (BLOCK - 1));
      isBegun = true;
      yield { name, content };
    }
    await bytes.take(BLOCK);
    await bytes.end();
    if (!isAllRead()) throw new Error('something follows');
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // Other system errors name the file themselves.
    if (error instanceof Error && 'syscall' in error) throw error;
    const isOurs = isBegun || /^(ZSTD|Z)_(?!error_prefix_unknown)/.test(code);
    throw isOurs ? damaged(path) : noBackup(path);
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0[\s\S]*$/, '');
  const said = Number.parseInt(text(148, 156), 8);
  header.fill(' ', 148, 156);
  const size = Number.parseInt(text(124, 136), 8);
  if (said !== headerSum(header) || !(size >= 0 && size <= MEMBER_LIMIT)) throw new Error('no header of tar');
  return { name: text(0, 100), size };
}

function takeFrom(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  return {
    /** So many bytes; throws where there are fewer. */
    async take(bytes: number): Promise<Buffer> {
      const taken: Buffer[] = [];
      for (let lacking = bytes; lacking > 0; ) {
        if (held.length === 0) {
          const { value, done } = await chunks.next();
          if (done) throw new Error('it ends too early');
          held = value;
        }
        const piece = held.subarray(0, lacking);
        taken.push(piece);
        held = held.subarray(piece.length);
        lacking -= piece.length;
      }
      return taken.length === 1 ? taken[0]! : Buffer.concat(taken, bytes);
    },
    /** Reads to the end, which verifies zstd's checksum; throws on more bytes. */
    async end(): Promise<void> {
      if (held.length > 0 || !(await chunks.next()).done) throw new Error('it goes on');
    },
  };
}

function parseMember<Value>(schema: z.ZodType<Value>, { content }: Member, path: string): Value {
  let json: unknown;
  try {
    json = JSON.parse(content.toString());
  } catch {
    throw damaged(path);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw damaged(path);
  return parsed.data;
}

const noBackup = (path: string) => new BackupError(`${path} is no backup of a portal.`);
const damaged = (path: string, cause?: Error) =>
  new BackupError(`${path} is damaged, or not whole. Take another backup.`, { cause });
