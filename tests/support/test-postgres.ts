import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '#server/platform/database/migrate.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { startNewCluster } from './cluster.ts';
import { quickFolder } from './data-directory.ts';
import { createDatabase, migratedDatabase } from './database.ts';

/**
 * One PostgreSQL for a whole test run, with a migrated template that testDatabase() copies, and a place for compiled
 * sources. Workers find them through environment variables. Set-up of vitest and of Playwright.
 * @returns what ends it again
 */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  if (process.env.TEST_POSTGRES_URL) return async () => {};
  const directory = await quickFolder('portal-test-');
  const postgres = await startPostgres(join(directory, 'pg'));
  const guard = removeWhenWeDie(postgres.pid, directory);
  process.env.TEST_POSTGRES_URL = postgres.superuserUrl;
  process.env.TEST_PORTAL_URL = postgres.url;
  await createTemplate();
  process.env.TEST_COMPILE_CACHE = join(directory, 'compiled');
  return async () => {
    await postgres.stop();
    guard.kill('SIGKILL');
    await rm(directory, { recursive: true });
    delete process.env.TEST_POSTGRES_URL;
  };
}

/** The one that npm installed, or that of the programs in the folder that TEST_POSTGRES_BIN names. */
async function startPostgres(directory: string) {
  const bin = process.env.TEST_POSTGRES_BIN;
  if (!bin) return startEmbeddedPostgres({ directory, durable: false });
  const cluster = await startNewCluster(bin, directory, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '4GB',
    max_connections: '200',
  });
  const pid = Number.parseInt(await readFile(join(cluster.data, 'postmaster.pid'), 'utf8'), 10);
  return { ...cluster, pid, stop: () => cluster.stop('fast') };
}

async function createTemplate(): Promise<void> {
  const pool = createPool(await createDatabase(migratedDatabase));
  await migrate(pool);
  await pool.end();
}

/** A test run that is killed must not leave a PostgreSQL behind: this shell ends it when our end of the pipe closes. */
function removeWhenWeDie(pid: number, directory: string) {
  const guard = spawn(
    'sh',
    ['-c', 'read -r line; kill -QUIT "$1"; sleep 1; rm -rf "$2"', 'guard', `${pid}`, directory],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  );
  guard.unref();
  return guard;
}
