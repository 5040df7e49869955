import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequireRoom } from '../../platform/disk-room.ts';
import { AppError, type ErrorCode } from '../../platform/errors.ts';
import type { UploadedFile } from './uploaded-file.ts';

const MB = 1024 * 1024;

/** Bytes of files that are being received or wait to be stored. */
const UPLOAD_BUDGET = { perUser: 64 * MB, inAll: 512 * MB };

/** Bytes of a request that are not counted: requests without files stay below. */
const UNCOUNTED = 100_000;

/** Retry-After in seconds. */
const RETRY_SECONDS = 10;

/** Bytes received between two checks of the disk. */
const LOOK_EVERY = 1024 * 1024;

/** Stores incoming files on disk, within budgets and while the disk has room. */
export type IncomingFiles = {
  /** Belongs to this process alone. */
  directory: string;
  /** Reserves room for a request of a user, `length` bytes if known. @throws AppError 429, 503 */
  open(userId: number, length: number): IncomingPlace;
};

export function incomingFiles(
  directory: string,
  requireRoom: RequireRoom,
  shareOf: (userId: number) => Share = uploadBudget(),
): IncomingFiles {
  return {
    directory,
    open(userId, length) {
      const share = shareOf(userId);
      try {
        share.hold(length);
      } catch (error) {
        share.giveBack();
        throw error;
      }
      return new IncomingPlace(join(directory, randomUUID()), share, (received) =>
        requireRoom(Math.max(0, length - received)),
      );
    },
  };
}

/** The files of one request. */
export class IncomingPlace {
  /** Its own directory; created with the first file. */
  readonly directory: string;
  readonly #share: Share;
  readonly #requireRoom: (received: number) => Promise<void>;
  readonly #files: IncomingFile[] = [];
  #received = 0;
  #lookAt = LOOK_EVERY;

  constructor(directory: string, share: Share, requireRoom: (received: number) => Promise<void>) {
    this.directory = directory;
    this.#share = share;
    this.#requireRoom = requireRoom;
  }

  /** Counts received bytes, unpacked, before they are stored. @throws AppError 429, 503, 507 */
  async count(bytes: number): Promise<void> {
    this.#received += bytes;
    this.#share.hold(this.#received);
    if (this.#received < this.#lookAt) return;
    this.#lookAt = this.#received + LOOK_EVERY;
    await this.#requireRoom(this.#received);
  }

  /** Begins a file. @throws AppError 507 where the disk has no room */
  async file(): Promise<IncomingFile> {
    await this.#requireRoom(this.#received);
    await mkdir(this.directory, { recursive: true });
    const path = join(this.directory, String(this.#files.length));
    const file = new IncomingFile(path, await open(path, 'wx', 0o600));
    this.#files.push(file);
    return file;
  }

  /** Removes the files and releases their share of the budgets. */
  async remove(): Promise<void> {
    try {
      await Promise.all(this.#files.map((file) => file.close()));
      await rm(this.directory, { recursive: true, force: true });
    } finally {
      this.#share.giveBack();
    }
  }
}

/** A file while it is received. */
export class IncomingFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #sha256 = createHash('sha256');
  #size = 0;
  #isClosed = false;

  constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  get size(): number {
    return this.#size;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.byteLength;
    this.#sha256.update(bytes);
    await this.#handle.writeFile(bytes);
  }

  async end(name: string): Promise<UploadedFile> {
    await this.close();
    return { path: this.#path, name, size: this.#size, sha256: this.#sha256.digest() };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handle.close();
  }
}

/** The share of a request in the budgets. */
type Share = {
  /** Raises the share to so many bytes in all. @throws AppError 429, 503 */
  hold(bytes: number): void;
  giveBack(): void;
};

/**
 * Bounds the disk space of requests with files, per user and in all. A user may always send one file of any size; further
 * ones must fit the user's budget.
 */
export function uploadBudget({ perUser, inAll } = UPLOAD_BUDGET): (userId: number) => Share {
  const users = new Map<number, Set<{ bytes: number }>>();
  let all = 0;

  return (userId) => {
    const shares = users.get(userId) ?? new Set();
    users.set(userId, shares);
    const share = { bytes: 0 };
    shares.add(share);
    return {
      hold(bytes) {
        const more = bytes - share.bytes;
        if (bytes <= UNCOUNTED || more <= 0) return;
        const ofUser = [...shares].reduce((sum, each) => sum + each.bytes, 0);
        const isOnlyOne = ofUser === share.bytes;
        if (!isOnlyOne && ofUser + more > perUser) throw busy(429, 'uploads_user_busy', perUser);
        if (all + more > inAll) throw busy(503, 'uploads_busy', inAll);
        share.bytes = bytes;
        all += more;
      },
      giveBack() {
        if (!shares.delete(share)) return;
        all -= share.bytes;
        if (shares.size === 0) users.delete(userId);
      },
    };
  };
}

function busy(status: number, code: ErrorCode, budget: number): AppError {
  return new AppError(status, code, {
    params: { megabytes: Math.floor(budget / MB), retryAfter: RETRY_SECONDS },
  });
}
