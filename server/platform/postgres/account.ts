import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Owner {
  uid: number;
  gid: number;
}

/** How to start a PostgreSQL program: as the current user, or from root as another. */
export interface Account {
  /** Owner of PostgreSQL's files; undefined for the current user. */
  owner?: Owner;
  /** Put before the program and its arguments. */
  prefix: string[];
}

const accountName = 'postgres';

/**
 * PostgreSQL refuses to run as root, so root starts it as the user postgres, created where missing. Undefined when not
 * root. @throws {Error} with instructions where no such user can be created
 */
export async function postgresOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await findAccount()) ?? (await createAccount());
}

/** @param directory of PostgreSQL's data @throws {Error} with instructions where `owner` has no access to it */
export async function accountFor(owner: Owner | undefined, directory: string): Promise<Account> {
  if (!owner) return { prefix: [] };
  const closed = await firstClosed(directory, owner);
  return { owner, prefix: closed === undefined ? [] : passThrough(owner, closed) };
}

async function findAccount(): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', accountName]), run('id', ['-g', accountName])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createAccount(): Promise<Owner> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', accountName]);
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and the user ${accountName} could not be created. Start the portal as an ordinary user, or create that user.`,
      { cause },
    );
  }
  const owner = await findAccount();
  if (!owner) throw new Error(`The user ${accountName} was created but is not found.`);
  return owner;
}

/** The first directory or file on the way to `path` that `owner` may not enter or read. */
export async function firstClosed(path: string, owner: Owner): Promise<string | undefined> {
  const steps: string[] = [];
  for (let step = resolve(path); step !== dirname(step); step = dirname(step)) steps.unshift(step);
  for (const step of steps) {
    const entry = await stat(step);
    const mode = entry.mode >> (entry.uid === owner.uid ? 6 : entry.gid === owner.gid ? 3 : 0);
    if ((mode & (entry.isDirectory() ? 0o1 : 0o4)) === 0) return step;
  }
  return undefined;
}

const setpriv = '/usr/bin/setpriv';

/** For data below /root or in a private directory: PostgreSQL gets the one capability that permits access. */
function passThrough(owner: Owner, closed: string): string[] {
  if (!existsSync(setpriv))
    throw new Error(
      `PostgreSQL does not run as root, and the user ${accountName} may not enter ${closed}. Allow it (chmod o+x ${closed}), move the portal, or start it as an ordinary user.`,
    );
  const capability = '-all,+dac_override';
  return [
    setpriv,
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ];
}
