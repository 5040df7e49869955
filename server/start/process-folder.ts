import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from './process-start.ts';

export type ProcessFolder = { path: string; remove: () => Promise<void> };

/** Purpose, pid namespace, pid, start time, and a unique suffix. */
const nameOfOne =
  /^portal-(?:duckdb|uploads|catalogue|import|sql|bench)-([0-9a-f]{8})-(\d+)-([0-9a-f]{12})-\w{6}$/;

/** A temporary folder of this process, named for it; removes those of killed processes first. */
export async function openProcessFolder(
  purpose: 'duckdb' | 'uploads' | 'catalogue' | 'import' | 'sql' | 'bench',
): Promise<ProcessFolder> {
  await removeLeftBehind();
  const owner = `${await here()}-${process.pid}-${digest(await startOf(process.pid), 12)}`;
  const path = await mkdtemp(join(tmpdir(), `portal-${purpose}-${owner}-`));
  // Work still running may write a file while the folder is removed.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}

/** Removes folders of ended processes, never of running or foreign ones. */
async function removeLeftBehind(): Promise<void> {
  const place = await here();
  for (const name of await readdir(tmpdir())) {
    const [, where, pid, start] = nameOfOne.exec(name) ?? [];
    if (where !== place || digest(await startOf(Number(pid)), 12) === start) continue;
    const path = join(tmpdir(), name);
    try {
      if (await isOurs(path)) await rm(path, { recursive: true, force: true });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Gone: another starting process has removed it.
      if (code === 'ENOENT') continue;
      process.emitWarning(`${path} is left behind and could not be removed: ${message}`);
    }
  }
}

async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.();
}

/** Processes of other machines or containers may share the folder; their pids mean nothing here. */
async function here(): Promise<string> {
  const namespace = process.platform === 'linux' ? await readlink('/proc/self/ns/pid') : '';
  return digest(`${hostname()} ${namespace}`, 8);
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
