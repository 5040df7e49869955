import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { QueryResult } from 'pg';
import { expect } from 'vitest';
import { createClient } from '#server/platform/database/pool.ts';
import { accountFor, postgresOwner } from '#server/platform/postgres/account.ts';
import { programFor } from '#server/platform/postgres/postmaster.ts';

/** A PostgreSQL of any version from 15 on, by its own programs. */
export interface Cluster {
  /** Where its socket lies; to the portal that brings it along, DATA_DIR. */
  directory: string;
  /** Its files, below. */
  data: string;
  /** For the portal: its own role, which owns its own database. */
  url: string;
  superuserUrl: string;
  /** Waits until it answers, as a standby too. */
  start: () => Promise<void>;
  /** At once as a crash does it, or with everything written; nothing where it does not run. */
  stop: (mode: 'immediate' | 'fast') => Promise<void>;
  /** Runs one of its programs as its user, with these arguments. */
  run: (program: string, ...parameters: string[]) => Promise<void>;
}

const password = 'of-tests-alone';
const common = { timezone: 'UTC', log_timezone: 'UTC', listen_addresses: '' };

/**
 * Makes a cluster in `directory`, which does not exist yet, with the role and the database of a portal, and starts it.
 * @param bin the folder of PostgreSQL's programs
 */
export async function startNewCluster(
  bin: string,
  directory: string,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const cluster = await clusterIn(bin, directory);
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password);
  await cluster.run(
    'initdb',
    `--pgdata=${cluster.data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The order of code points, as in the cluster that the portal makes; initdb knows no builtin locale before 17.
    '--locale=C.UTF-8',
    '--no-sync',
  );
  const lines = Object.entries({ ...common, ...settings }).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(join(cluster.data, 'postgresql.conf'), lines.join(''), { flag: 'a' });
  await cluster.start();
  const client = createClient(cluster.superuserUrl);
  await client.connect();
  await client.query(`create role portal login password '${password}'`);
  await client.query('create database portal owner portal');
  await client.end();
  return cluster;
}

/** A cluster whose data directory is yet to be made, in `directory`, which does not exist yet. */
async function clusterIn(bin: string, directory: string): Promise<Cluster> {
  const owner = await postgresOwner();
  await mkdir(directory, { mode: 0o700 });
  if (owner) await chown(directory, owner.uid, owner.gid);
  const account = await accountFor(owner, dirname(directory));
  const run: Cluster['run'] = async (program, ...given) => {
    const { program: first, parameters, options } = programFor(account, join(bin, program), given);
    await promisify(execFile)(first, parameters, { ...options, cwd: directory });
  };
  const data = join(directory, 'postgres');
  const control = (...parameters: string[]) =>
    run('pg_ctl', '--silent', '--wait', `--pgdata=${data}`, ...parameters);
  const urlOf = (role: string) =>
    `postgresql://${role}:${password}@${encodeURIComponent(directory)}:5432/${role}`;
  return {
    directory,
    data,
    url: urlOf('portal'),
    superuserUrl: urlOf('postgres'),
    start: () => control(`--log=${join(directory, 'log')}`, `--options=-k ${directory}`, 'start'),
    async stop(mode) {
      if (existsSync(join(data, 'postmaster.pid'))) await control(`--mode=${mode}`, 'stop');
    },
    run,
  };
}

/** An asynchronous standby that receives what the primary writes, in `directory`, which does not exist yet. */
export async function startStandby(bin: string, primary: Cluster, directory: string): Promise<Cluster> {
  const standby = await clusterIn(bin, directory);
  await standby.run(
    'pg_basebackup',
    `--dbname=${primary.superuserUrl}`,
    `--pgdata=${standby.data}`,
    '--checkpoint=fast',
    '--write-recovery-conf',
    '--no-sync',
  );
  await standby.start();
  const state = () => asSuperuser(primary, 'select state, sync_state from pg_stat_replication');
  await expect.poll(state).toMatchObject({ rows: [{ state: 'streaming', sync_state: 'async' }] });
  return standby;
}

/** Asks as the superuser, in the database `postgres` or another one. */
export async function asSuperuser(
  { superuserUrl }: Cluster,
  statement: string,
  database = 'postgres',
): Promise<QueryResult> {
  const client = createClient(superuserUrl.replace(/postgres$/, database));
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
