import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

const run = promisify(execFile);

export interface Postmaster {
  pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

/** PostgreSQL ended before it was ready; `log` is what it wrote. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
  readonly log: string;
  constructor(directory: string, log: string) {
    super(`PostgreSQL in ${directory} did not start:\n${log.trim()}`);
    this.log = log;
  }
}

/**
 * Starts postgres on a cluster and waits until it accepts connections. It gets its own session (setsid), so that Ctrl-C
 * reaches the portal alone, which stops it after the last request.
 */
export async function startPostmaster(
  directory: string,
  options: {
    postgres: string;
    account: Account;
    settings: Record<string, string>;
    notice: (text: string) => void;
  },
): Promise<Postmaster> {
  const logFile = join(directory, 'portal-postgres.log');
  const log = await open(logFile, 'w', 0o600);
  const start = programFor(options.account, options.postgres, [
    '-D',
    directory,
    ...Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const child = spawn(start.program, start.parameters, {
    ...start.options,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  await log.close();
  const pid = child.pid;
  if (pid === undefined) throw new PostgresStartError(directory, `${start.program} could not be run.`);

  let over = false;
  ended.then(() => {
    over = true;
  });
  for (let waited = 0; !(await isReady(directory, pid)); waited += pollMs) {
    if (over) throw new PostgresStartError(directory, await readFile(logFile, 'utf8'));
    if (waited === 3000) options.notice('PostgreSQL is recovering after it was not stopped properly …');
    await sleep(pollMs);
  }
  child.unref();
  return { pid, ended, stop: () => stopProcess(pid, () => over) };
}

/**
 * Cleans up after a killed portal: stops a PostgreSQL that still runs on the cluster, and neutralises stale lock files,
 * which PostgreSQL trusts when another process has reused the pid. @returns whether one was stopped
 */
export async function clearLeftovers(directory: string): Promise<boolean> {
  const pid = await pidIn(directory);
  const orphaned = pid > 0 && (await isPostmasterOf(directory, pid));
  if (orphaned) await stopProcess(pid, async () => !(await isPostmasterOf(directory, pid)));
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) await disown(join(directory, name));
  return orphaned;
}

/**
 * Whether the cluster is in use by a PostgreSQL of another container, whose pid means nothing here. Neither lock files
 * nor shared memory would stop a second one from starting.
 */
export async function runsElsewhere(directory: string): Promise<boolean> {
  const pid = await pidIn(directory);
  if (pid > 0 && (await isPostmasterOf(directory, pid))) return false;
  return isAnswered(join(directory, '.s.PGSQL.5432'));
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** The pid in a cluster's lock file, of a running PostgreSQL or an earlier one. */
async function pidIn(directory: string): Promise<number> {
  return Number.parseInt(await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
}

/**
 * PostgreSQL takes a lock file with its parent's pid for stale. The file must not be deleted: it also names the shared
 * memory that sessions may still use.
 */
async function disown(lockFile: string): Promise<void> {
  if (!existsSync(lockFile)) return;
  const [, ...rest] = (await readFile(lockFile, 'utf8')).split('\n');
  await writeFile(lockFile, [process.pid, ...rest].join('\n'));
}

const pollMs = 20;
const statusLine = 7;

/** postmaster.pid tells the state, as pg_ctl reads it. */
async function isReady(directory: string, pid: number): Promise<boolean> {
  const lines = await readFile(join(directory, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  return Number(lines[0]) === pid && lines[statusLine]?.trim() === 'ready';
}

async function isPostmasterOf(directory: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const [cwd, own] = await Promise.all([readlink(`/proc/${pid}/cwd`).catch(() => ''), realpath(directory)]);
    return cwd === own;
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(directory);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Fast shutdown first (ends sessions, writes everything), then immediate, then SIGKILL. */
async function stopProcess(pid: number, isOver: () => boolean | Promise<boolean>): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (await isOver()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    for (let waited = 0; waited < patienceMs; waited += pollMs) {
      if (await isOver()) return;
      await sleep(pollMs);
    }
  }
}

/** Program, arguments and options for spawn or execFile, to run a PostgreSQL program as `account`. */
export function programFor(account: Account, path: string, parameters: string[]) {
  const [program = path, ...before] = [...account.prefix, path];
  return {
    program,
    parameters: [...before, ...parameters],
    options: {
      // PGPORT, PGDATA, LC_ALL and the like must not be inherited.
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      ...(account.prefix.length === 0 ? account.owner : {}),
    },
  };
}
