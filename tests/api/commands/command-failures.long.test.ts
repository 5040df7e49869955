import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDataDirectory } from '#tests/support/data-directory.ts';
import { testDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { runCommand } from '#tests/support/run-command.ts';

/** Those that do not wait for a PostgreSQL that is still being started, as server/main.ts does (start.long.test.ts). */
const commands = [
  ['server/commands/user-command.ts', 'list'],
  ['server/commands/catalogue-command.ts', '--stockouts', 'package.json'],
  ['server/commands/sql-command.ts', '--statistic', 'abc', 'sql/v1/atc.sql'],
];

const run = (command: string[], env: Record<string, string>) =>
  runCommand(command, { PORT: '0', WEB_CLIENT: 'none', ...env });

const production = { PROVIDER_NAME: 'Provider', PROVIDER_COMPANIES: 'Provider AG' };

test.each(commands)(
  '%s says in a line that nothing answers where the database should be',
  async (...command) => {
    const port = await freePort();
    const env = { ...production, DATABASE_URL: `postgresql://portal:geheim@127.0.0.1:${port}/portal` };
    expect(await run(command, env)).toEqual({
      code: 1,
      stdout: '',
      stderr: `PostgreSQL can't be used: connect ECONNREFUSED 127.0.0.1:${port}. DATABASE_URL says where it is.\n`,
    });
  },
);

test('a backup asks for no setting but where the data is', async () => {
  const port = await freePort();
  const env = {
    DATABASE_URL: `postgresql://portal:geheim@127.0.0.1:${port}/portal`,
    SMTP_URL: 'mail.example',
  };
  expect(await run(['server/commands/backup-command.ts', 'backup', 'never.backup'], env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `PostgreSQL can't be used: connect ECONNREFUSED 127.0.0.1:${port}. DATABASE_URL says where it is.\n`,
  });
});

test('a backup into a folder that is not there names it', async () => {
  const command = ['server/commands/backup-command.ts', 'backup', '/no/such/folder/portal.backup'];
  expect(await run(command, {})).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no folder /no/such/folder.\n',
  });
});

test('a start says in a line that there is no such database', async () => {
  const database = await testDatabase();
  try {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    expect(await run(['server/main.ts'], { ...production, DATABASE_URL: url.href })).toEqual({
      code: 1,
      stdout: '',
      stderr: `PostgreSQL can't be used: database "nowhere" does not exist. DATABASE_URL says where it is.\n`,
    });
  } finally {
    await database.close();
  }
});

test('a command says in a line that the data directory can’t be one', async () => {
  for (const command of commands.slice(1)) {
    const { code, stderr } = await run(command, { DATA_DIR: 'package.json' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^E\w+: .*package\.json(\/postgres\/PG_VERSION)?'\n$/);
  }
});

test('the catalogue command tells how it is used when it is asked, and that is no failure', async () => {
  const { code, stdout, stderr } = await run(['server/commands/catalogue-command.ts', '--help'], {});
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Publishes reference data; .*\n\n {2}npm run catalogue -- --products /);
});

test('an address that is none of this machine’s is told with the variable that says it', async () => {
  const database = await testDatabase();
  try {
    const env = { ...production, DATABASE_URL: database.url, HOST: '192.0.2.1' };
    const { code, stderr } = await run(['server/main.ts'], env);
    expect(stderr).toMatch(
      /^Nothing can listen on 192\.0\.2\.1, port 0: listen EADDRNOTAVAIL.*\. HOST and PORT say where\.\n$/,
    );
    expect(code).toBe(1);
  } finally {
    await database.close();
  }
});

test('a data directory of another PostgreSQL is told with the way forward, and stays as it is', async () => {
  const { path, remove } = await emptyDataDirectory();
  try {
    await mkdir(join(path, 'postgres'), { recursive: true });
    await writeFile(join(path, 'postgres', 'PG_VERSION'), '17\n');
    for (const command of [['server/main.ts'], commands[1]!]) {
      const { code, stdout, stderr } = await run(command, { DATA_DIR: path });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^\S+\/postgres was made by PostgreSQL 17, and this version of the portal brings along PostgreSQL \d+\. Nothing was changed\. .*npm run restore -- FILE\. See docs\/operation\.md\.\n$/,
      );
    }
    expect(await readdir(join(path, 'postgres'))).toEqual(['PG_VERSION']);
  } finally {
    await remove();
  }
});
