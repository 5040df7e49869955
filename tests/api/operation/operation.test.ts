import { access, chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createMailer } from '#server/mail/send-mail.ts';
import { findAll } from '#server/operation/findings.ts';
import { build } from '#server/platform/build.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { readSettings } from '#server/platform/settings/setting-queries.ts';
import { buildName } from '#shared/build-name.ts';
import type { Finding, OperationState } from '#shared/schemas/operation.ts';
import { emptyDataDirectory } from '#tests/support/data-directory.ts';
import { testDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { type Outcome, runCommand } from '#tests/support/run-command.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
let mailbox: Mailbox;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  mailbox = await openMailbox();
  portal = await openSmallPortal(undefined, { smtpUrl: mailbox.url });
  await addUser(portal.server.pool, { email: 'admin@portal.example', role: 'Admin' });
});
afterAll(async () => {
  for (const end of ends) await end();
  await portal.server.close();
  await mailbox.close();
});

type Environment = Record<string, string | undefined>;

/** Of an installation with a PostgreSQL and a mail server of its own. */
function environment(changes: Environment): Record<string, string> {
  const all: Environment = {
    DATABASE_URL: portal.server.databaseUrl,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    PUBLIC_URL: portal.server.url,
    SMTP_URL: mailbox.url,
    DISK_RESERVE: '1',
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

const doctor = (changes: Environment = {}): Promise<Outcome> =>
  runCommand(['server/commands/doctor-command.ts'], environment(changes));

/** What is found, by its name. */
async function found(changes: Environment): Promise<Partial<Record<Finding['name'], Finding>>> {
  const config = readConfig(environment(changes));
  const pool = createPool(config.databaseUrl!, { max: 2 });
  const mailer = createMailer(config, () => readSettings(pool, config));
  try {
    const inside = { pool, config, settings: () => readSettings(pool, config), language: 'en' as const };
    return Object.fromEntries((await findAll({ config, mailer }, inside)).map((each) => [each.name, each]));
  } finally {
    mailer.close();
    await pool.end();
  }
}

test('of an installation in order the doctor tells every part, and ends with 1 for what deserves a look', async () => {
  await addUser(portal.server.pool, { email: 'admin2@portal.example', role: 'Admin' });
  const { stdout, code } = await doctor();
  const lines = stdout.trim().split('\n');
  // Nobody backs up, and the list of stock-outs of January is older than a week.
  expect(lines.map((each) => each.slice(0, each.indexOf(':')))).toEqual([
    'ok     Version',
    'ok     Database',
    'ok     Tables',
    'ok     Clock',
    'ok     Disk space',
    'LOOK   Backup',
    'ok     Data directory',
    'ok     Public address',
    'ok     Proxies',
    'ok     Mail server',
    'ok     E-mails',
    'ok     Catalogue',
    'LOOK   Documents',
    'LOOK   Sources',
    'ok     Administrators',
  ]);
  expect(lines[0]).toBe(`ok     Version: ${buildName(build)}`);
  expect(lines[11]).toBe('ok     Catalogue: 3\u00a0products, prices as of 01.01.2026.');
  expect(code).toBe(1);
});

test('a staging portal is found to write its mails, with its database and without', async () => {
  const closed = `postgresql://portal:secret@127.0.0.1:${await freePort()}/portal`;
  for (const changes of [{}, { DATABASE_URL: closed }]) {
    const { mailServer, dataDirectory } = await found({ ...changes, STAGE: 'staging' });
    expect(mailServer).toMatchObject({ state: 'warning', code: 'environment' });
    expect(mailServer!.params.folder).toMatch(/\/outbox$/);
    expect(dataDirectory?.code).not.toBe('unused');
  }
});

test('a database that is not there is said with the reason and no password, and what needs none is found', async () => {
  const { stdout, code } = await doctor({
    DATABASE_URL: `postgresql://portal:secret@127.0.0.1:${await freePort()}/portal`,
  });
  expect(stdout).toMatch(/^WRONG {2}Database: .*ECONNREFUSED/m);
  expect(stdout).toMatch(/^ok {5}Mail server/m);
  expect(stdout).not.toMatch(/Catalogue|secret/);
  expect(code).toBe(2);
});

test('nothing is made where nothing was ever started, and wrong settings are told all at once', async () => {
  const folder = await emptyDataDirectory();
  ends.push(folder.remove);
  const { stdout } = await doctor({ DATABASE_URL: undefined, DATA_DIR: folder.path });
  expect(stdout).toMatch(/^WRONG {2}Database: Nothing was ever started/m);
  await expect(access(folder.path)).rejects.toThrow('ENOENT');

  const wrong = await doctor({ PORT: 'a', DISK_RESERVE: '-1' });
  expect(wrong.stdout).toMatch(/^WRONG {2}Settings: .*\n.*PORT.*\n.*DISK_RESERVE/);
  expect(wrong.code).toBe(2);
});

test('tables of before wait for the next start, and those of a newer version for a newer portal', async () => {
  const database = await testDatabase();
  ends.push(database.close);
  const { rows } = await database.pool.query<{ count: number }>(
    "with gone as (delete from migrations where name > '0002' returning 1) select count(*)::integer as count from gone",
  );
  const older = await found({ DATABASE_URL: database.url });
  expect(older.migrations).toMatchObject({
    state: 'warning',
    code: 'pending',
    params: expect.objectContaining(rows[0]!),
  });
  expect(older.catalogue).toBeUndefined();
  await database.pool.query(
    "insert into migrations (name, checksum) values ('9999-from-the-future.sql', '')",
  );
  const newer = await found({ DATABASE_URL: database.url });
  expect(newer.migrations).toMatchObject({
    state: 'bad',
    code: 'unknown',
    params: { detail: expect.stringMatching(/9999-from-the-future\.sql.*newer/) },
  });
});

test('with tables of a newer version that this one goes on with, that is said and all else is found', async () => {
  const { pool, databaseUrl } = portal.server;
  const { rows } = await pool.query<{ last: string }>(
    `insert into migrations select '9999-from-the-future.sql', '', now(), count(*) from migrations
     returning lpad(least_known::text, 4, '0') as last`,
  );
  const { migrations, catalogue } = await found({ DATABASE_URL: databaseUrl });
  await pool.query("delete from migrations where name = '9999-from-the-future.sql'");
  expect(migrations).toMatchObject({
    state: 'warning',
    code: 'newer',
    params: { names: '9999-from-the-future.sql', known: rows[0]!.last },
  });
  expect(catalogue?.state).toBe('good');
});

test('a mail server that is not there is wrong, and its password is not told', async () => {
  const port = await freePort();
  const { mailServer } = await found({ SMTP_URL: `smtp://name:secret@127.0.0.1:${port}` });
  expect(mailServer).toMatchObject({
    state: 'bad',
    code: 'refused',
    params: { server: `smtp://127.0.0.1:${port}`, detail: expect.stringContaining('ECONNREFUSED') },
  });
});

test('a mail server that may take mails without TLS deserves a look, and with requireTLS it gets none', async () => {
  // Another name of this machine, as one of elsewhere would be.
  const elsewhere = mailbox.url.replace('127.0.0.1', '127.1');
  const { mailServer } = await found({ SMTP_URL: elsewhere });
  expect(mailServer).toMatchObject({ state: 'warning', code: 'optionalTls' });
  const required = await found({ SMTP_URL: `${elsewhere}?requireTLS=true` });
  expect(required.mailServer).toMatchObject({ state: 'bad', code: 'refused' });
  expect((await found({})).mailServer).toMatchObject({ state: 'good', code: 'right' });
});

test('what answers at the public address has to be the portal', async () => {
  const other = createServer((_request, response) => response.end('Welcome to nginx!'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  ends.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  const stranger = await found({ PUBLIC_URL: `http://127.0.0.1:${port}` });
  expect(stranger.publicUrl).toMatchObject({ state: 'bad', code: 'stranger', params: { status: 200 } });
  const nobody = await found({ PUBLIC_URL: `https://127.0.0.1:${await freePort()}` });
  expect(nobody.publicUrl).toMatchObject({
    state: 'bad',
    code: 'unreachable',
    params: { detail: expect.stringContaining('ECONNREFUSED') },
  });
  expect(nobody.proxies).toMatchObject({ state: 'warning', code: 'uncounted' });
});

test('documents of the footer that are placeholders are named, but in the demo', async () => {
  const folder = await emptyDataDirectory();
  ends.push(folder.remove);
  await mkdir(folder.path);
  for (const language of ['de', 'en', 'fr', 'it'])
    await writeFile(join(folder.path, `terms-of-use-${language}.pdf`), '%PDF-1.4 our own');
  const { documents } = await found({ DOCUMENTS_DIR: folder.path });
  expect(documents).toMatchObject({
    state: 'warning',
    code: 'placeholders',
    params: { names: 'terms-and-conditions, data-protection, medical-department' },
  });
  expect((await found({ DEMO: 'on' })).documents).toMatchObject({ state: 'good', code: 'demo' });
});

test('a disk with less than the reserve is wrong, and passwords that others can read are', async () => {
  const folder = await emptyDataDirectory();
  ends.push(folder.remove);
  await mkdir(folder.path);
  const file = join(folder.path, 'demo-password');
  await writeFile(file, 'x', { mode: 0o600 });
  const changes = { SMTP_URL: undefined, DATA_DIR: folder.path, DISK_RESERVE: '100000000' };
  const kept = await found(changes);
  expect(kept.disk).toMatchObject({ state: 'bad', code: 'full' });
  expect(kept.dataDirectory).toMatchObject({ state: 'good', code: 'right' });
  expect(kept.mailServer).toMatchObject({ state: 'warning', code: 'missing' });
  await chmod(file, 0o644);
  const { dataDirectory } = await found(changes);
  expect(dataDirectory).toMatchObject({ state: 'bad', code: 'readable', params: { file } });
});

test('administrators see the same, and what their process is at', async () => {
  const authorization = `Bearer ${await signIn(portal.server.url, 'admin@portal.example')}`;
  const answer = await fetch(`${portal.server.url}/api/operation/state`, { headers: { authorization } });
  const { findings, process } = (await answer.json()) as OperationState;
  expect(findings).toContainEqual({
    name: 'mailServer',
    state: 'good',
    code: 'right',
    params: { server: mailbox.url },
  });
  // Its own address is known only once it listens.
  expect(findings).toContainEqual({ name: 'publicUrl', state: 'warning', code: 'missing', params: {} });
  expect(process).toMatchObject({ ...build, openStatistics: 0, openBytesLimit: 512 * 1024 * 1024 });
  expect(process.memoryBytes).toBeGreaterThan(50 * 1024 * 1024);
  expect(process.places.map(({ place }) => place)).toEqual(
    expect.arrayContaining(['query', 'bulk', 'opening']),
  );
});
