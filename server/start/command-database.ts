import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.ts';
import { closing } from '../platform/closing.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { NoDatabaseError } from '../platform/database/pool.ts';
import { OtherPostgresError, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { PostgresStartError } from '../platform/postgres/postmaster.ts';
import { freeReserve } from '../platform/postgres/reserve.ts';
import { DataDirectoryInUseError, isDataDirectoryInUse, lockDataDirectory } from './data-directory-lock.ts';

const explained = [
  ConfigError,
  NoDatabaseError,
  MigrationError,
  PostgresStartError,
  OtherPostgresError,
  DataDirectoryInUseError,
];

export type CommandDatabase = { url: string; close(): Promise<void> };

const ASK_AGAIN_MILLISECONDS = 100;
/** Longest start of a PostgreSQL that a portal is starting in the data directory. */
const START_MILLISECONDS = 30_000;

/**
 * The database for a command: DATABASE_URL, else the embedded PostgreSQL of a portal that runs on the data directory,
 * else one started for the command; waits for another command that has started it. `close` releases it.
 */
export async function openCommandDatabase(config: Config): Promise<CommandDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => undefined };
  const directory = config.postgresDirectory;
  if (!(await isDataDirectoryInUse(config.dataDir))) await freeReserve(directory, console.error);
  const until = performance.now() + START_MILLISECONDS;
  for (;;) {
    const holder = await startUnlessInUse(config.dataDir, directory);
    if (!(holder instanceof DataDirectoryInUseError)) return holder;
    if (!holder.byCommand) {
      const url = await runningUrl(directory);
      if (url) return { url, close: async () => undefined };
      if (performance.now() > until) throw holder;
    }
    await sleep(ASK_AGAIN_MILLISECONDS);
  }
}

async function startUnlessInUse(
  dataDir: string,
  directory: string,
): Promise<CommandDatabase | DataDirectoryInUseError> {
  let unlock: () => Promise<void>;
  try {
    unlock = await lockDataDirectory(dataDir, 'command');
  } catch (error) {
    if (error instanceof DataDirectoryInUseError) return error;
    throw error;
  }
  try {
    const postgres = await startEmbeddedPostgres({ directory });
    const close = closing(async () => {
      await postgres.stop();
      await unlock();
    });
    return { url: postgres.url, close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * The address of the PostgreSQL that runs on `directory`; undefined while none does. See postmaster.pid, lines 4 to 8.
 */
async function runningUrl(directory: string): Promise<string | undefined> {
  try {
    const lines = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n');
    const [, , , port, socket, address, , status] = lines.map((line) => line.trim());
    if (status !== 'ready') return undefined;
    const password = (await readFile(join(directory, 'portal-password'), 'utf8')).trim();
    const host = address || encodeURIComponent(socket ?? '');
    return `postgresql://portal:${password}@${host}:${port}/portal`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Whether the message explains the error to the operator, so that a stack trace would only hide it; also system errors,
 * which name a file.
 */
export function isExplained(error: unknown): error is Error {
  return error instanceof Error && (explained.some((type) => error instanceof type) || 'syscall' in error);
}

/**
 * The folder to resolve file names of a command against: npm runs `script` in the package's folder and passes the
 * original one here.
 */
export function calledFrom(script: string): string {
  return (process.env.npm_lifecycle_event === script && process.env.INIT_CWD) || process.cwd();
}
