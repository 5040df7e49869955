import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const ENOUGH_BYTES = 2_000_000_000;

/**
 * A private temporary folder for a PostgreSQL, in memory where Linux has room there: a database is hundreds of files, and
 * making and dropping it costs a disk ten times the work.
 */
export async function quickFolder(prefix: string): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return mkdtemp(join(bavail * bsize > ENOUGH_BYTES ? memory : tmpdir(), prefix));
}

/** A data directory that does not exist yet, in a private temporary one. */
export async function emptyDataDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const parent = await quickFolder('portal-data-');
  return { path: join(parent, 'data'), remove: () => rm(parent, { recursive: true, maxRetries: 5 }) };
}

/** To connect to the PostgreSQL that a server runs on a data directory. */
export async function databaseUrlIn(dataDir: string): Promise<string> {
  const directory = join(dataDir, 'postgres');
  const password = (await readFile(join(directory, 'portal-password'), 'utf8')).trim();
  return `postgresql://portal:${password}@${encodeURIComponent(directory)}:5432/portal`;
}

/** Pid of the PostgreSQL that a data directory's pid file names. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Command lines of living processes that name the directory. */
export function processesOn(dataDir: string): string[] {
  const all = execFileSync('ps', ['-ax', '-o', 'stat=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(dataDir) && !line.startsWith('Z'));
}
