import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A data directory that does not exist yet, in a private temporary one. */
export async function emptyDataDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'portal-data-'));
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
