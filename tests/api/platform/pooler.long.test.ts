import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { queryRows } from '#server/platform/database/query.ts';
import { accountFor, postgresOwner } from '#server/platform/postgres/account.ts';
import { programFor } from '#server/platform/postgres/postmaster.ts';
import type { Cart } from '#shared/schemas/cart.ts';
import { quickFolder } from '#tests/support/data-directory.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { pooler } from '#tests/support/engines.ts';
import { freePort } from '#tests/support/free-port.ts';
import { postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { original, provider, workbook } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

// A portal whose DATABASE_URL leads to PgBouncer, which an operator may have before every PostgreSQL.

const program = pooler.find();
if (!program)
  console.error(
    `LEFT OUT: nothing was tried with ${pooler.name}, as there is no ${pooler.packages.join()} here.`,
  );

const modes = ['session', 'transaction'];

test.skipIf(!program).for(modes)(
  'a portal that knows nothing but a pooler in %s mode says what it needs, and so do commands',
  async (mode) => {
    const { database, poolerUrl } = await openDatabase(mode);
    const needs = 'DATABASE_DIRECT_URL says where PostgreSQL itself is';
    const before = performance.now();
    await expect(startProcess({ DATABASE_URL: poolerUrl })).rejects.toThrow(needs);
    expect(performance.now() - before).toBeLessThan(10_000);
    const file = join(await ownFolder(), 'file.backup');
    const commands: [string, ...string[]][] = [['user', 'list'], ['backup', file], ['doctor']];
    for (const command of commands) {
      const { output, code } = await commandWith({ DATABASE_URL: poolerUrl }, ...command);
      expect(output).toContain(needs);
      expect(output).not.toMatch(/\n +at /);
      expect(code).toBe(1 + Number(command[0] === 'doctor'));
    }
    expect(await queryRows(database.pool, 'select from users')).toEqual([]);
  },
);

test.skipIf(!program).for(modes)(
  'through a pooler in %s mode nothing is asked without the timeouts that the portal promises',
  async (mode) => {
    const { database, poolerUrl } = await openDatabase(mode);
    const addresses = { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: database.url };
    const failure = await startProcess(addresses).catch((error: Error) => error.message);
    const statements = String(failure).match(/alter role .+;/g)!;
    expect(statements.map((each) => each.replace(/^.+ set /, ''))).toEqual([
      "idle_in_transaction_session_timeout = '60s';",
      "lock_timeout = '5s';",
      "statement_timeout = '20s';",
    ]);
    expect(failure).not.toMatch(/\n +at /);
    const { output } = await commandWith(addresses, 'doctor');
    for (const statement of statements) expect(output).toContain(statement);
  },
);

test.skipIf(!program).for(modes)(
  'through a pooler in %s mode two processes keep what they promise: figures, rights, carts, timeouts, backups',
  async (mode) => {
    const { database, poolerUrl, statements } = await openDatabase(mode);
    await fillSmallPortal(database.pool);
    await statements();
    const addresses = { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: database.url };
    const [one, other] = (await Promise.all([startProcess(addresses), startProcess(addresses)])) as [
      ServerProcess,
      ServerProcess,
    ];
    const tokens = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signIn(index % 2 ? one.url : other.url, 'rep@portal.example')),
    );
    const token = tokens[0]!;
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const links = await Promise.all(
      tokens.map(async (each, index) => {
        const file = await workbook([[original, index + 1]]);
        const answer = await postStatistic(index % 2 ? one.url : other.url, each, uploadForm(file));
        return ((await answer.json()) as { bezugsStatistik: { directLinkId: string } }).bezugsStatistik
          .directLinkId;
      }),
    );
    const quantities = links.map(async (link, index) => {
      const answer = await fetch(`${index % 2 ? other.url : one.url}/api/statistics/${link}/summary`, {
        headers,
      });
      return ((await answer.json()) as { totalQty: number }).totalQty;
    });
    expect(await Promise.all(quantities)).toEqual(tokens.map((_, index) => index + 1));

    const json = { ...headers, 'content-type': 'application/json' };
    const made = await fetch(`${one.url}/api/cart/from-statistic/${links[0]}`, {
      method: 'POST',
      headers: json,
      body: '{}',
    });
    const { cartKey } = (await made.json()) as Cart;
    const packs = (url: string, amount: number) =>
      fetch(`${url}/api/cart/${cartKey}/${provider}/${amount}`, { method: 'PUT', headers });
    expect((await packs(one.url, 3)).status).toBe(200);
    // Somebody holds the cart: who wants to change it is told within the time that a person waits.
    const holder = await database.pool.connect();
    await holder.query('begin; lock table carts');
    const before = performance.now();
    const held = packs(other.url, 4);
    await expect.poll(() => countLockWaits(database.pool)).toBeGreaterThan(0);
    expect((await held).status).toBe(503);
    expect(performance.now() - before).toBeLessThan(8000);
    await holder.query('rollback');
    holder.release();
    expect((await packs(other.url, 5)).status).toBe(200);

    // One who is signed out through one process is out in the other.
    const last = { authorization: `Bearer ${tokens[1]}` };
    await fetch(`${one.url}/api/logout`, { method: 'POST', headers: last });
    expect((await fetch(`${other.url}/api/users/current/sessions`, { headers: last })).status).toBe(401);

    const file = join(await ownFolder(), 'portal.backup');
    expect(await commandWith(addresses, 'backup', file)).toEqual({ code: 0, output: expect.any(String) });
    expect((await commandWith(addresses, 'restore', '--check', file)).output).toContain('whole');
    // What may take its time has none of the timeouts.
    expect(await queryRows(database.pool, 'show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    for (const each of [one, other]) each.kill('SIGTERM');
    expect(await Promise.all([one.ended, other.ended])).toEqual([0, 0]);
    const failures = [one, other].flatMap((each) => each.output().match(/^.*"level":[56]0.*$/gm) ?? []);
    expect(failures).toEqual([expect.stringContaining('"code":"55P03"')]);
  },
);

async function ownFolder(): Promise<string> {
  const folder = await quickFolder('portal-pooler-');
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}

/** An empty database with PgBouncer before it; `statements` sets the timeouts that the portal asks for. */
async function openDatabase(mode: string) {
  const database: TestDatabase = await testDatabase();
  onTestFinished(database.close);
  const direct = new URL(database.url);
  const name = direct.pathname.slice(1);
  const port = await freePort();
  const folder = await ownFolder();
  await chmod(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const host = decodeURIComponent(direct.hostname);
  await writeFile(
    file,
    `[databases]
${name} = host=${host} port=${direct.port} user=${direct.username} password=${direct.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 20 : 4}
`,
  );
  // It refuses to run as root, and the socket lies where PostgreSQL's user alone comes.
  const account = await accountFor(await postgresOwner(), host);
  const { program: first, parameters, options } = programFor(account, program!, [file]);
  const child = spawn(first, parameters, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGINT');
    await ended;
  });
  await expect.poll(() => said).toContain('process up');
  const poolerUrl = `postgresql://${direct.username}@127.0.0.1:${port}/${name}`;
  const statements = () =>
    database.pool.query(
      `alter role portal in database ${name} set statement_timeout = '20s';
       alter role portal in database ${name} set lock_timeout = '5s';
       alter role portal in database ${name} set idle_in_transaction_session_timeout = '60s'`,
    );
  return { database, poolerUrl, statements };
}

const settings = { PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG' };

/** What npm run … does, with all that it writes. */
async function commandWith(addresses: Record<string, string>, name: string, ...parameters: string[]) {
  const script = ['backup', 'restore'].includes(name) ? ['backup-command.ts', name] : [`${name}-command.ts`];
  const [file, ...first] = script as [string, ...string[]];
  const env = { ...settings, ...addresses };
  const { code, stdout, stderr } = await runCommand(
    [`server/commands/${file}`, ...first, ...parameters],
    env,
  );
  return { code, output: stdout + stderr };
}

async function startProcess(addresses: Record<string, string>): Promise<ServerProcess> {
  const started = await startServerProcess({ ...settings, ...addresses });
  onTestFinished(async () => {
    started.kill('SIGKILL');
    await started.ended;
  });
  return started;
}
