import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { DataDirectoryInUseError, lockDataDirectory } from './data-directory-lock.ts';

/**
 * The database for a command: DATABASE_URL, else the own PostgreSQL of a portal that runs on the data directory, else
 * that PostgreSQL started for as long as the command takes. `close` gives it back.
 */
export async function openCommandDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => undefined };
  const directory = join(config.dataDir, 'postgres');
  let unlock: () => Promise<void>;
  try {
    unlock = await lockDataDirectory(config.dataDir);
  } catch (error) {
    if (error instanceof DataDirectoryInUseError) {
      return { url: await runningUrl(directory), close: async () => undefined };
    }
    throw error;
  }
  try {
    const postgres = await startEmbeddedPostgres({ directory });
    return {
      url: postgres.url,
      async close() {
        await postgres.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Where the PostgreSQL that runs on `directory` listens; lines 4 to 6 of postmaster.pid say so. */
async function runningUrl(directory: string): Promise<string> {
  const [, , , port, socket, address] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split(
    '\n',
  );
  const password = (await readFile(join(directory, 'portal-password'), 'utf8')).trim();
  const host = address?.trim() || encodeURIComponent(socket?.trim() ?? '');
  return `postgresql://portal:${password}@${host}:${port?.trim()}/portal`;
}
