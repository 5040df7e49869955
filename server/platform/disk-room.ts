import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DatabaseError } from 'pg';
import type { Config } from '../config.ts';
import { AppError } from './errors.ts';

/** Free bytes of the file system of `path` for non-root users; infinite where unknown. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(path);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** A folder on each disk that files need: one receives them, the embedded PostgreSQL stores them on another. */
export function disksOfFiles({
  databaseUrl,
  postgresDirectory,
}: Pick<Config, 'databaseUrl' | 'postgresDirectory'>): Record<string, string> {
  return databaseUrl ? { temporary: tmpdir() } : { temporary: tmpdir(), database: postgresDirectory };
}

/** Checks that the reserve stays free after `bytes` more. @throws AppError 507 */
export type RequireRoom = (bytes: number) => Promise<void>;

/** Keeps the reserve free on the file systems of all `directories`. */
export function diskRoom(directories: readonly string[], reserveBytes: number): RequireRoom {
  return async (bytes) => {
    const free = await Promise.all(directories.map(freeBytes));
    if (Math.min(...free) - bytes < reserveBytes) throw diskFull();
  };
}

/** Operating system errors: no space left, quota exceeded. */
const systemCodes = new Set(['ENOSPC', 'EDQUOT']);

/** SQLSTATE disk_full. */
const POSTGRES_CODE = '53100';

/** DuckDB reports operating system errors by message only. */
const duckdbWords =
  /^IO Error: [\s\S]*No space left on device|^Out of Memory Error: [\s\S]*max_temp_directory_size/;

export function diskFull(): AppError {
  return new AppError(507, 'disk_full');
}

/** Whether something failed because a disk is full: the portal's, PostgreSQL's or DuckDB's. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseError) return code === POSTGRES_CODE;
  return systemCodes.has(code ?? '') || duckdbWords.test(error.message);
}
