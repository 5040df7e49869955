import { statfs } from 'node:fs/promises';
import { diskFull } from './disk-full.ts';

/** Free bytes of the file system of `path` for whoever is not root; infinite where it does not say. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(path);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** Looks whether `bytes` more would leave the reserve free. @throws AppError 507 where they would not */
export type RequireRoom = (bytes: number) => Promise<void>;

/** The reserve is to stay free wherever one of the `directories` lies. */
export function diskRoom(directories: readonly string[], reserveBytes: number): RequireRoom {
  return async (bytes) => {
    const free = await Promise.all(directories.map(freeBytes));
    if (Math.min(...free) - bytes < reserveBytes) throw diskFull();
  };
}
