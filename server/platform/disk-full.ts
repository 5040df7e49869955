import { DatabaseError } from 'pg';
import { AppError } from './errors.ts';

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
