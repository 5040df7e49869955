import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createClient, createPool } from '#server/platform/database/pool.ts';
import { databaseUrlIn, emptyDataDirectory } from '../support/data-directory.ts';
import { addUser, signIn } from '../support/portal.ts';
import { childEnvironment, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { generic, original, provider } from '../support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '../support/small-portal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const companies = { PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG' };

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
  const pool = createPool(await databaseUrlIn(data.path), { max: 2 });
  await fillSmallPortal(pool);
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  await pool.end();
  const token = await signIn(before.url, 'rep@portal.example');
  const { directLinkId: link } = await uploadRows(before.url, token, [
    [original, 9],
    [generic, 4],
    [provider, 2],
  ]);
  const views = ['summary', 'short-summary', 'atc', 'product'];
  const answersOf = (url: string) =>
    Promise.all(
      views.map(async (view) => {
        const answer = await fetch(`${url}/api/statistics/${link}/${view}`);
        return {
          view,
          status: answer.status,
          body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
        };
      }),
    );
  const told = await answersOf(before.url);
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await stop(before);

  const folder = await mkdtemp(join(tmpdir(), 'portal-moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'portal.backup');
  await type(
    `DATA_DIR=${data.path} DEMO=off PROVIDER_NAME=Provider PROVIDER_COMPANIES='Provider AG' ${backUp!.replace('portal.backup', file)}`,
  );

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
  expect((await answersOf(after.url)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const released = await fetch(`${after.url}/api/held/links/release`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signIn(after.url, 'admin@portal.example')}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect([released.status, await released.json()]).toEqual([200, []]);
  expect(await answersOf(after.url)).toEqual(told);
}, 120_000);
