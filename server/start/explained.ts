import { ConfigError } from '../config.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { NoDatabaseError } from '../platform/database/pool.ts';
import { PostgresStartError } from '../platform/postgres/postmaster.ts';
import { DataDirectoryInUseError } from './data-directory-lock.ts';

const explained = [ConfigError, NoDatabaseError, MigrationError, PostgresStartError, DataDirectoryInUseError];

/** Whether the message says what is wrong around a command, so that a stack would only bury it; also that of the system's errors, which name a file. */
export function isExplained(error: unknown): error is Error {
  return error instanceof Error && (explained.some((type) => error instanceof type) || 'syscall' in error);
}
