import { webcrypto } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { User } from '../answers/user.ts';

export type KeptFile = { bytes: Uint8Array; sha256: Buffer };

/** Files of dry runs in this process's memory, each for the user who sent it. */
export type KeptFiles = {
  /** Keeps the user's file in place of an earlier one. */
  keep(user: User, bytes: Uint8Array): Promise<KeptFile>;
  /** The user's file of that SHA-256; nothing when it was dropped or sent by somebody else or to another process. */
  find(user: User, sha256: Buffer): KeptFile | undefined;
};

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MILLISECONDS = 15 * 60_000;

/** Keeps one file per user up to `maxBytes` in all and for `maxMilliseconds`, least recently used dropped first. */
export function keepFiles(maxBytes = MAX_BYTES, maxMilliseconds = MAX_MILLISECONDS): KeptFiles {
  const files = new LRUCache<User['id'], KeptFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
    ttl: maxMilliseconds,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  });
  return {
    async keep(user, bytes) {
      // Off the event loop, unlike createHash: the file can have 15 MB.
      const digest = await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
      const file = { bytes, sha256: Buffer.from(digest) };
      files.set(user.id, file);
      return file;
    },
    find(user, sha256) {
      const file = files.get(user.id);
      return file?.sha256.equals(sha256) ? file : undefined;
    },
  };
}
