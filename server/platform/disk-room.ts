import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DatabaseError } from 'pg';
import type { Config } from '../config.ts';
import { AppError } from './errors.ts';

/** Free bytes of the file system of `path` for whoever is not root; infinite where it does not say. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(path);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** A folder of each disk that files need: they come in on one, and the own PostgreSQL stores them on another. */
export function disksOfFiles({
  databaseUrl,
  postgresDirectory,
}: Pick<Config, 'databaseUrl' | 'postgresDirectory'>): Record<string, string> {
  return databaseUrl ? { temporary: tmpdir() } : { temporary: tmpdir(), database: postgresDirectory };
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

/** Of the operating system: no space left, and the quota of the portal's user. */
const systemCodes = new Set(['ENOSPC', 'EDQUOT']);

/** SQLSTATE disk_full. */
const POSTGRES_CODE = '53100';

/** DuckDB has no codes for what the operating system says. */
const duckdbWords =
  /^IO Error: [\s\S]*No space left on device|^Out of Memory Error: [\s\S]*max_temp_directory_size/;

export function diskFull(): AppError {
  return new AppError(507, 'disk_full');
}

/** Whether something failed because a disk is full: the portal's, PostgreSQL's or one that DuckDB writes to. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseError) return code === POSTGRES_CODE;
  return systemCodes.has(code ?? '') || duckdbWords.test(error.message);
}
