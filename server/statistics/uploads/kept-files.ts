import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { User } from '#shared/schemas/user.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** Files of dry runs that this process keeps on its disk, each for the user who sent it. */
export type KeptFiles = {
  /** Keeps the user's file in place of an earlier one, also when it is removed where it came in. */
  keep(user: User, file: UploadedFile): Promise<void>;
  /**
   * The user's file of that SHA-256, as a file of `directory`, which is made where it is missing; nothing when it was
   * dropped or sent by somebody else or to another process.
   */
  find(user: User, sha256: Uint8Array, directory: string): Promise<UploadedFile | undefined>;
};

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MILLISECONDS = 15 * 60_000;

/**
 * Keeps one file per user in `folder`, up to `maxBytes` in all and for `maxMilliseconds`, least recently used dropped
 * first.
 */
export function keepFiles(
  folder: string,
  maxBytes = MAX_BYTES,
  maxMilliseconds = MAX_MILLISECONDS,
): KeptFiles {
  const files = new LRUCache<User['id'], UploadedFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
    ttl: maxMilliseconds,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: ({ path }) => rmSync(path, { force: true }),
  });
  return {
    async keep(user, file) {
      const path = join(folder, `kept-${randomUUID()}`);
      await link(file.path, path);
      files.set(user.id, { ...file, path });
    },
    async find(user, sha256, directory) {
      await mkdir(directory, { recursive: true });
      const file = files.get(user.id);
      if (!file || !Buffer.from(sha256).equals(file.sha256)) return undefined;
      const path = join(directory, 'kept');
      // At once: it may be dropped at any time.
      linkSync(file.path, path);
      return { ...file, path };
    },
  };
}
