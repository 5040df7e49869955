import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 * 1024;

/** A file system of its own, which can be filled. */
export type SmallDisk = {
  path: string;
  free: () => number;
  /** Fills it until so many bytes are free. */
  fillTo: (bytes: number) => void;
  /** Removes what filled it. */
  makeRoom: () => void;
  remove: () => void;
};

/** Mounts a file system of so many megabytes in memory; undefined, and said loudly, where that is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'portal-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], {
      stdio: 'pipe',
    });
  } catch (error) {
    rmSync(path, { recursive: true });
    console.warn(
      `\nLEFT OUT: tests of full disks. They mount file systems, which takes root on Linux: ${(error as Error).message}\n`,
    );
    return undefined;
  }
  const filler = join(path, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    free,
    fillTo(bytes) {
      for (let more = free() - bytes; more > 0; more = free() - bytes)
        appendFileSync(filler, Buffer.alloc(Math.min(more, MB), 1));
    },
    makeRoom: () => {
      if (existsSync(filler)) rmSync(filler);
    },
    remove() {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}
