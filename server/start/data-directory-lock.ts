import { link, mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runsElsewhere } from '../platform/postgres/postmaster.ts';
import { startOf } from './process-start.ts';

const commandMark = ' command';

/** Another running process uses the data directory. */
export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError';
  /** It is a command, which ends soon. */
  readonly byCommand: boolean;
  /** `pid`: of a process here; null: of another container's. */
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
 * Locks a data directory for one process. The lock of a killed process is ignored, even when its pid has been reused.
 * @returns a function that unlocks it @throws {DataDirectoryInUseError}
 */
export async function lockDataDirectory(
  directory: string,
  user: 'portal' | 'command' = 'portal',
): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true });
  const lock = join(directory, 'portal.lock');
  // Before writing: the disk may be full.
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

/** Whether a running process has locked the data directory. */
export async function isDataDirectoryInUse(directory: string): Promise<boolean> {
  return (await holderIn(join(directory, 'portal.lock'))).lives;
}

/** A hard link appears atomically with its content, and fails where a lock exists. */
async function placed(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The holder of a lock, and its content. */
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

/** LXC and systemd-nspawn give a container its own boot id, which units with a protected /proc/sys do not see. */
function withoutBoot(process: string): string {
  return process.slice(0, process.lastIndexOf(' '));
}

/** The content of a stale lock. @throws {DataDirectoryInUseError} */
async function refuseInUse(directory: string, lock: string): Promise<string> {
  const { seen, pid, byCommand, lives } = await holderIn(lock);
  if (lives) throw new DataDirectoryInUseError(directory, pid, byCommand);
  // The pid of another container means nothing here, so ask its PostgreSQL.
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
  // Of two processes that see the same stale lock, the slower may have moved the new lock of the faster.
  const taken = await readFile(aside, 'utf8');
  if (taken !== seen) await link(aside, lock);
  await unlink(aside);
}
