import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOf } from './process-start.ts';

export type ProcessFolder = { path: string; remove: () => Promise<void> };

/** Purpose, where process numbers are counted, process number, its start, and what makes the name unique. */
const nameOfOne =
  /^portal-(?:duckdb|uploads|catalogue|import|sql|bench)-([0-9a-f]{8})-(\d+)-([0-9a-f]{12})-\w{6}$/;

/**
 * A temporary folder of this process, whose name says whose it is; what killed processes have left behind goes first.
 */
export async function openProcessFolder(
  purpose: 'duckdb' | 'uploads' | 'catalogue' | 'import' | 'sql' | 'bench',
): Promise<ProcessFolder> {
  await removeLeftBehind();
  const owner = `${await here()}-${process.pid}-${digest(await startOf(process.pid), 12)}`;
  const path = await mkdtemp(join(tmpdir(), `portal-${purpose}-${owner}-`));
  // What is running when its process closes may still write a file into it.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}

/** Removes the folders of processes that are no more, never of one that lives or of which nobody here can say. */
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
      // Gone: another process that starts looks for them too.
      if (code === 'ENOENT') continue;
      process.emitWarning(`${path} is left behind and could not be removed: ${message}`);
    }
  }
}

async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.();
}

/** Processes of another machine or container may use the same folder, and their numbers mean nothing here. */
async function here(): Promise<string> {
  const namespace = process.platform === 'linux' ? await readlink('/proc/self/ns/pid') : '';
  return digest(`${hostname()} ${namespace}`, 8);
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
