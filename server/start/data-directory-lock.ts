import { link, mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runsElsewhere } from '../platform/postgres/postmaster.ts';
import { startOf } from './process-start.ts';

const commandMark = ' command';

/** Another process that still runs uses the data directory. */
export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError';
  /** It is a command, which will soon be done. */
  readonly byCommand: boolean;
  /** `pid`: of a process here; null: another container's. */
  constructor(directory: string, pid: number | null, byCommand: boolean) {
    const portal = pid === null ? 'The portal of another container' : `Another portal (process ${pid})`;
    super(
      byCommand
        ? `A command (process ${pid}) uses ${directory}. Wait until it is done.`
        : `${portal} uses ${directory}. Stop it, or set DATA_DIR to another directory. Several processes can share one PostgreSQL with DATABASE_URL.`,
    );
    this.byCommand = byCommand;
  }
}

/**
 * Makes sure that one process at a time uses a data directory; the lock of a process that was killed counts for
 * nothing, also when another process has its number by now.
 * @returns what gives the directory back
 * @throws {DataDirectoryInUseError}
 */
export async function lockDataDirectory(
  directory: string,
  user: 'portal' | 'command' = 'portal',
): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  const lock = join(directory, 'portal.lock');
  // Before anything is written: the disk may be full.
  await refuseInUse(directory, lock);
  const own = `${process.pid} ${await startOf(process.pid)}${user === 'command' ? commandMark : ''}`;
  const draft = `${lock}.${process.pid}`;
  await writeFile(draft, own, { mode: 0o600 });
  try {
    while (!(await placed(draft, lock))) await removeStale(directory, lock);
  } finally {
    await unlink(draft);
  }
  return () => rm(lock, { force: true });
}

/** Whether a process that still runs has the data directory. */
export async function isDataDirectoryInUse(directory: string): Promise<boolean> {
  return (await holderIn(join(directory, 'portal.lock'))).lives;
}

/** A hard link appears at once and with its content, and fails where a lock exists. */
async function placed(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Who has placed a lock, and what stands in it. */
async function holderIn(
  lock: string,
): Promise<{ seen: string; pid: number; byCommand: boolean; lives: boolean }> {
  const seen = await readFile(lock, 'utf8').catch(() => '');
  const pid = Number.parseInt(seen, 10);
  const byCommand = seen.endsWith(commandMark);
  const holder = byCommand ? seen.slice(0, -commandMark.length) : seen;
  const start = pid > 0 ? await startOf(pid) : '';
  return {
    seen,
    pid,
    byCommand,
    lives: start !== '' && withoutBoot(holder) === withoutBoot(`${pid} ${start}`),
  };
}

/** LXC and systemd-nspawn give a container a boot id of its own, which units that protect /proc/sys do not see. */
function withoutBoot(process: string): string {
  return process.slice(0, process.lastIndexOf(' '));
}

/** What stands in a lock whose holder runs no more. @throws {DataDirectoryInUseError} */
async function refuseInUse(directory: string, lock: string): Promise<string> {
  const { seen, pid, byCommand, lives } = await holderIn(lock);
  if (lives) throw new DataDirectoryInUseError(directory, pid, byCommand);
  // Of a process in another container, whose number means nothing here, its lock can't tell whether it runs.
  if (await runsElsewhere(join(directory, 'postgres')))
    throw new DataDirectoryInUseError(directory, null, false);
  return seen;
}

async function removeStale(directory: string, lock: string): Promise<void> {
  const seen = await refuseInUse(directory, lock);
  const aside = `${lock}.stale-${process.pid}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Two processes may see the same stale lock, and the slower one take away the new lock of the faster one.
  const taken = await readFile(aside, 'utf8');
  if (taken !== seen) await link(aside, lock);
  await unlink(aside);
}
