import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertLinkMail } from '#server/accounts/account-mails.ts';
import { RefusedError } from '#server/commands/user/accounts.ts';
import { readArguments } from '#server/commands/user/arguments.ts';
import { runUserCommand } from '#server/commands/user/run.ts';
import { emptyDataDirectory } from '#tests/support/data-directory.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, password, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startInstance } from '#tests/support/server.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

const strong = 'vier Enten tanzen Polka 42';

let database: TestDatabase;
let mailbox: Mailbox;
let portal: { url: string; close: () => Promise<void> };

beforeAll(async () => {
  database = await testDatabase();
  mailbox = await openMailbox();
  portal = await startInstance(database);
});
beforeEach(async () => {
  await emptyTables(database.pool, 'users', 'sessions', 'rate_limits');
  await addUser(database.pool, { email: 'admin@portal.example', name: 'Ada Admin', role: 'Admin' });
});
afterAll(async () => {
  await portal.close();
  await mailbox.close();
  await database.close();
});

const environment = () => ({
  DATABASE_URL: database.url,
  PROVIDER_NAME: 'Provider',
  PROVIDER_COMPANIES: 'Provider AG',
  PUBLIC_URL: 'https://portal.example',
});

/** A process. */
const run = (parameters: string[], env: Record<string, string> = environment()) =>
  runCommand(['server/commands/user-command.ts', ...parameters], env);

/** What a process of the command does, in this one. @throws {RefusedError} */
const command = (parameters: string[], env: Record<string, string> = {}) =>
  runUserCommand(readArguments(parameters) as Parameters<typeof runUserCommand>[0], {
    ...environment(),
    ...env,
  });

function tokenIn(text: string): string {
  return /https:\/\/portal\.example\/reset-password\/([\w-]{43})\s/.exec(text)![1]!;
}

function setPassword(token: string): Promise<Response> {
  return fetch(`${portal.url}/api/users/set-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: strong }),
  });
}

function authenticate(email: string, given: string): Promise<Response> {
  return fetch(`${portal.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: given }),
  });
}

test('a user who is added sets a password through the printed link and signs in', async () => {
  const { code, stdout, stderr } = await run([
    'add',
    'Rita@Portal.Example',
    '--name',
    'Rita Repräsentantin',
    '--language',
    'fr',
  ]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Rita Repräsentantin (Rita@Portal.Example, User) is added.');
  expect(stdout).toContain('good once and for 72 hours');
  expect((await setPassword(tokenIn(stdout))).status).toBe(204);
  const answer = await authenticate('rita@portal.example', strong);
  expect(await answer.json()).toMatchObject({ role: 'User', language: 'fr', FullDataAccess: false });
});

test('the link is good for 72 hours', async () => {
  await command(['set-password', 'admin@portal.example']);
  const { rows } = await database.pool.query<{ hours: number }>(
    'select extract(epoch from expires_at - now())::float8 / 3600 as hours from reset_tokens',
  );
  expect(rows[0]!.hours).toBeGreaterThan(71.9);
  expect(rows[0]!.hours).toBeLessThanOrEqual(72);
});

if (long)
  test('a printed link stays the good one where the mail server did not take an invitation yet', async () => {
    const { rows } = await database.pool.query<{ id: number }>('select id from users');
    const link = { reason: 'newPassword', minutes: 60, portalUrl: 'https://portal.example' } as const;
    await insertLinkMail(database.pool, rows[0]!.id, link);
    const printed = await command(['set-password', 'admin@portal.example']);
    expect((await database.pool.query('select from mails')).rowCount).toBe(0);
    expect((await setPassword(tokenIn(printed))).status).toBe(204);
  });

test('the audit has an entry of every link, without it', async () => {
  const last = 'select coalesce(max(id), 0)::integer as id from audit_entries';
  const { rows } = await database.pool.query<{ id: number }>(last);
  const printed = await command(['add', 'new@portal.example', '--name', 'Neu']);
  await command(['set-password', 'admin@portal.example']);
  const entries = await database.pool.query(
    'select action, user_id, subject_name, after from audit_entries where id > $1 order by id',
    [rows[0]!.id],
  );
  expect(entries.rows).toMatchObject([
    { action: 'user.created', user_id: null },
    { action: 'user.invited', subject_name: 'Neu <new@portal.example>', after: { link: 'invitation' } },
    { action: 'user.invited', user_id: null, after: { link: 'newPassword', hours: 72 } },
  ]);
  expect(JSON.stringify(entries.rows)).not.toContain(tokenIn(printed));
});

test('a link can be mailed, in the language of the user, and is not printed then', async () => {
  const env = { SMTP_URL: mailbox.url };
  const added = await command(
    ['add', 'luc@portal.example', '--name', 'Luc <b>', '--language', 'fr', '--mail'],
    env,
  );
  expect(added).toBe(
    'Luc <b> (luc@portal.example, User) is added.\nA link to set the password, good once and for 72 hours, is mailed to luc@portal.example.',
  );
  const invitation = await mailbox.next('luc@portal.example');
  expect(invitation.subject).toBe('Votre accès au portail d’assortiment');
  expect(invitation.html).toContain('Luc &lt;b&gt;');
  expect((await setPassword(tokenIn(invitation.text!))).status).toBe(204);
  await command(['set-password', 'LUC@portal.example', '--mail'], env);
  const later = await mailbox.next('luc@portal.example');
  expect(later.subject).toBe('Nouveau mot de passe pour le portail d’assortiment');
  expect((await authenticate('luc@portal.example', strong)).status).toBe(200);
  expect((await setPassword(tokenIn(later.text!))).status).toBe(204);
});

test('in a staging portal the mail is written to the outbox, and the link is printed too', async () => {
  const { path, remove } = await emptyDataDirectory();
  const env = { SMTP_URL: mailbox.url, STAGE: 'staging', DATA_DIR: path };
  const told = await command(['set-password', 'admin@portal.example', '--mail'], env);
  expect(told).toContain(
    `is one of staging, so the mail to admin@portal.example is written to ${path}/outbox.`,
  );
  expect(await readdir(join(path, 'outbox'))).toHaveLength(1);
  expect(mailbox.waiting()).toEqual([]);
  expect((await setPassword(tokenIn(told))).status).toBe(204);
  await remove();
});

if (long)
  test('where the mail server does not take the mail, the link is printed and the exit code is 1', async () => {
    const env = { SMTP_URL: 'smtp://127.0.0.1:9' };
    const parameters = ['set-password', 'admin@portal.example', '--mail'];
    const { code, stderr } = await run(parameters, { ...environment(), ...env });
    expect(code).toBe(1);
    expect(stderr).toContain('connect ECONNREFUSED 127.0.0.1:9');
    expect((await setPassword(tokenIn(stderr))).status).toBe(204);
  });

test('the list says who may sign in', async () => {
  await command(['add', 'new@portal.example', '--name', 'Neu']);
  await addUser(database.pool, { email: 'former@portal.example', name: 'Zoe\u001b[2J\nAlt' });
  await command(['deactivate', 'former@portal.example']);
  expect((await command(['list'])).split('\n')).toEqual([
    'E-MAIL                 NAME         ROLE   LANGUAGE  STATE',
    'admin@portal.example   Ada Admin    Admin  de        active',
    'new@portal.example     Neu          User   de        active, no password yet',
    'former@portal.example  Zoe [2J Alt  User   de        deactivated',
  ]);
});

test('who is deactivated is out when the command has ended, in every process, until activated', async () => {
  const second = await startInstance(database);
  try {
    await addUser(database.pool, { email: 'rep@portal.example' });
    const token = await signIn(portal.url, 'rep@portal.example');
    const current = async () =>
      Promise.all(
        [portal.url, second.url].map(
          async (url) =>
            (await fetch(`${url}/api/users/current`, { headers: { authorization: `Bearer ${token}` } }))
              .status,
        ),
      );
    expect(await current()).toEqual([200, 200]);
    const link = await command(['set-password', 'rep@portal.example']);
    const { stdout } = await run(['deactivate', 'rep@portal.example']);
    expect(await current()).toEqual([401, 401]);
    expect(stdout).toBe('rep@portal.example is deactivated; every session is ended.\n');
    expect((await setPassword(tokenIn(link))).status).toBe(400);
    expect(await command(['activate', 'rep@portal.example'])).toBe('rep@portal.example may sign in again.');
    expect(await current()).toEqual([401, 401]);
    expect((await authenticate('rep@portal.example', password)).status).toBe(200);
  } finally {
    await second.close();
  }
});

test('the last active administrator is not deactivated without --force, and another can be made with the command', async () => {
  await addUser(database.pool, { email: 'former@portal.example', role: 'Admin' });
  await command(['deactivate', 'former@portal.example']);
  await expect(command(['deactivate', 'admin@portal.example'])).rejects.toThrow(
    'admin@portal.example is the last active administrator. Make somebody else one first (make-admin), or add --force.',
  );
  await command(['deactivate', 'admin@portal.example', '--force']);
  await expect(command(['make-admin', 'admin@portal.example'])).rejects.toThrow('-- activate admin@');
  await command(['activate', 'admin@portal.example']);
  await addUser(database.pool, { email: 'heir@portal.example' });
  expect(await command(['make-admin', 'heir@portal.example'])).toBe(
    'heir@portal.example is an administrator.',
  );
  await command(['deactivate', 'admin@portal.example']);
  const answer = await authenticate('heir@portal.example', password);
  expect(await answer.json()).toMatchObject({ role: 'Admin' });
});

if (long)
  test('of two administrators deactivated at the same moment one stays', async () => {
    await addUser(database.pool, { email: 'second@portal.example', role: 'Admin' });
    const outcomes = await Promise.allSettled(
      ['admin', 'second'].map((name) => command(['deactivate', `${name}@portal.example`])),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

test('the first user of all must be an administrator', async () => {
  await emptyTables(database.pool, 'users');
  expect(await command(['list'])).toBe('There is no user yet.');
  const { code, stderr } = await run(['add', 'rep@portal.example', '--name', 'Rep']);
  expect([code, stderr]).toEqual([1, 'The first user must be an administrator: add --role Admin.\n']);
  await command(['add', 'a@portal.example', '--name', 'A', '--role', 'Admin']);
});

test.each([
  [
    ['add', 'admin@PORTAL.example', '--name', 'X'],
    'There is a user admin@portal.example already: Ada Admin.',
  ],
  [['deactivate', 'nobody@portal.example'], 'There is no user nobody@portal.example.'],
  [['set-password', 'nobody@portal.example'], 'There is no user nobody@portal.example.'],
  [['set-password', 'admin@portal.example', '--mail'], 'No mail server is configured (SMTP_URL).'],
])('%j is refused in words', async (parameters, message) => {
  const refused = await command(parameters).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect((refused as RefusedError).message).toContain(message);
});

test('a command line that does not fit is explained', async () => {
  const { code, stderr } = await run(['remove', 'x@y.ch']);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no command remove.');
  expect(stderr).toContain('npm run user -- list');
});

test('--help explains itself without any setting', async () => {
  const { code, stdout } = await run(['--help'], {});
  expect(code).toBe(0);
  expect(stdout).toContain('npm run user -- make-admin');
});

if (long)
  if (long)
    test('the command works beside a running portal that brings its own PostgreSQL, and on an empty database', async () => {
      const dataDir = await emptyDataDirectory();
      const settings = {
        DATA_DIR: dataDir.path,
        DEMO: 'off',
        PROVIDER_NAME: 'P',
        PROVIDER_COMPANIES: 'P AG',
      };
      try {
        const port = await freePort();
        const add = await run(['add', 'a@portal.example', '--name', 'A', '--role', 'Admin'], {
          ...settings,
          PORT: `${port}`,
        });
        expect([add.code, add.stderr]).toEqual([0, '']);
        expect(add.stdout).toContain(`http://127.0.0.1:${port}/reset-password/`);
        const server = await startServerProcess(settings);
        expect((await run(['list'], settings)).stdout).toContain('a@portal.example');
        server.kill('SIGTERM');
        await server.ended;
        expect(server.output()).not.toContain('/setup/');
      } finally {
        await dataDir.remove();
      }
    });
