import { statfs } from 'node:fs/promises';

/** Bytes that can still be written to the file system of `path`. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
