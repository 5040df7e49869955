import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { programFor } from './postmaster.ts';

const run = promisify(execFile);

/** In the cluster's own directory, so that both are created and removed together. */
const passwordFile = 'portal-password';

/**
 * Makes sure that `directory` is a complete cluster. A new one is initialised beside it and renamed when complete, so
 * that a killed first start leaves no half cluster; other content is moved aside. @returns the password of its roles
 */
export async function prepareCluster(
  directory: string,
  options: { initdb: string; account: Account; durable: boolean; notice: (text: string) => void },
): Promise<string> {
  await removeUnfinished(directory);
  if (existsSync(directory) && !isComplete(directory)) {
    const aside = `${directory}.incomplete-${randomUUID()}`;
    await rename(directory, aside);
    options.notice(
      `${directory} was not a complete database; it now lies in ${aside} and a new one is made.`,
    );
  }
  if (!existsSync(directory)) await createCluster(directory, options);
  return (await readFile(join(directory, passwordFile), 'utf8')).trim();
}

async function removeUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory);
  for (const name of await readdir(parent))
    if (name.startsWith(`${basename(directory)}.new-`))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10 });
}

function isComplete(directory: string): boolean {
  return [passwordFile, 'PG_VERSION', 'global/pg_control', 'postgresql.conf', 'pg_hba.conf', 'pg_wal'].every(
    (name) => existsSync(join(directory, name)),
  );
}

async function createCluster(
  directory: string,
  { initdb, account, durable }: { initdb: string; account: Account; durable: boolean },
): Promise<void> {
  const workshop = await mkdtemp(`${directory}.new-`);
  const cluster = join(workshop, 'cluster');
  const password = join(workshop, 'password');
  await writeFile(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  await mkdir(cluster, { mode: 0o700 });
  if (account.owner)
    for (const path of [workshop, cluster, password]) await chown(path, account.owner.uid, account.owner.gid);

  const { program, parameters, options } = programFor(account, initdb, [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]);
  await run(program, parameters, options).catch((cause: Error & { stderr?: string }) => {
    throw new Error(
      `initdb could not make a database in ${directory}: ${cause.stderr?.trim() || cause.message}`,
      { cause },
    );
  });

  await rename(password, join(cluster, passwordFile));
  await rename(cluster, directory);
  await rm(workshop, { recursive: true });
}
