import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, gunzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupError, checkBackupFile, openBackupFile, writeBackupFile } from '#server/backup/backup-file.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { MigrationError, migrate, pendingOfBackup } from '#server/platform/database/migrate.ts';
import { createClient } from '#server/platform/database/pool.ts';
import { type Queryable, queryRow, queryRows } from '#server/platform/database/query.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { describeSchema } from '#tests/support/describe-schema.ts';
import { long } from '#tests/support/rounds.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
let folder: string;
/** Of the portal with one upload. */
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backup-'));
  portal = await openSmallPortal();
  await portal.upload([[original, 9]]);
  file = join(folder, 'portal.backup');
  await writeBackup(portal.server.databaseUrl, file, 0);
});

afterAll(async () => {
  await portal.server.close();
  await rm(folder, { recursive: true });
});

const fresh = () => testDatabase({ template: 'none' });

async function into<Result>(work: (database: TestDatabase) => Promise<Result>): Promise<Result> {
  const database = await fresh();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Every table with how many rows it has and a sum of them. */
async function contentOf(db: Queryable): Promise<Record<string, string>> {
  const tables = await queryRows<{ name: string }>(
    db,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const { sum } = await queryRow<{ sum: string }>(
      db,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as sum from ${name} t`,
    );
    content[name] = sum;
  }
  return content;
}

/** The same without what ends when it is restored, and what says so and what is held: tests/api/backup/restored-portal.long.test.ts. */
async function lastingContentOf(db: Queryable): Promise<Record<string, string>> {
  await db.query("delete from config where starts_with(key, 'HELD:') or key = 'RESTORED'");
  const ended = ['migrations', 'sessions', 'known_devices', 'reset_tokens', 'setup_links', 'figures_turn'];
  return Object.fromEntries(Object.entries(await contentOf(db)).filter(([name]) => !ended.includes(name)));
}

const isEmpty = async ({ pool }: TestDatabase) => (await describeSchema(pool)) === '\n';

test('a restored database has every row, and counts on from where it was', () =>
  into(async ({ url, pool }) => {
    await restoreBackup(url, file);
    const before = await lastingContentOf(portal.server.pool);
    expect(await lastingContentOf(pool)).toEqual(before);
    expect(before.statistics).toMatch(/^1 /);
    expect(await describeSchema(pool)).toBe(await describeSchema(portal.server.pool));
    const next = `select nextval(pg_get_serial_sequence('statistics', 'id')) as id`;
    expect(await queryRow(pool, next)).toEqual({ id: 2 });
    expect(await migrate(pool)).toEqual([]);
  }));

if (long)
  test('a combined statistic is restored as it was, and hears of its members again', async () => {
    const { server, token, upload } = portal;
    for (const packs of [3, 4]) await upload([[original, packs]], { timeMonthTo: '6' });
    const { rows } = await server.pool.query<{ id: number }>(
      'select id from statistics order by id desc limit 2',
    );
    const answer = await fetch(`${server.url}/api/statistics/combined`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Together', members: rows.map(({ id }) => id) }),
    });
    const { bezugsStatistikID: combined } = (await answer.json()) as { bezugsStatistikID: number };
    const path = join(folder, 'combined.backup');
    await writeBackup(server.databaseUrl, path, 0);
    await into(async ({ url, pool }) => {
      await restoreBackup(url, path);
      expect(await lastingContentOf(pool)).toEqual(await lastingContentOf(server.pool));
      const said = () =>
        queryRow(
          pool,
          'select time_month_to as until, revision, test_upload as test from statistics where id = $1',
          [combined],
        );
      const { revision } = (await said()) as { revision: number };
      expect(await said()).toEqual({ until: 6, revision, test: false });
      await pool.query('update statistics set time_month_to = 8, revision = revision + 1 where id = $1', [
        rows[0]!.id,
      ]);
      expect(await said()).toEqual({ until: 8, revision: revision + 1, test: false });
      // What members are in it can't be changed unnoticed either.
      await pool.query('delete from statistics where id = $1', [rows[1]!.id]);
      const places =
        'select member_id as id from statistic_members where statistic_id = $1 order by position';
      expect(await queryRows(pool, places, [combined])).toEqual([{ id: rows[0]!.id }, { id: null }]);
    });
    await rm(path);
    await server.pool.query('delete from statistics where id = any ($1)', [
      [combined, ...rows.map(({ id }) => id)],
    ]);
  });

test('a backup is its owner’s alone to read, and nothing else is left in the folder', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['portal.backup']);
});

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const { pool, databaseUrl } = portal.server;
  await pool.query(`create table first_half (n integer primary key); create table second_half (n integer)`);
  let isOver = false;
  const writing = (async () => {
    for (let n = 1; !isOver; n++)
      await pool.query(
        `with one as (insert into first_half values (${n})) insert into second_half values (${n})`,
      );
  })();
  try {
    for (let round = 1; round <= 3; round++) {
      const path = join(folder, `while-${round}.backup`);
      await writeBackup(databaseUrl, path, 0);
      // The portal's own tables came back; the others were left out, and said so.
      await into(async ({ url }) =>
        expect((await restoreBackup(url, path)).leftOut).toEqual(['first_half', 'second_half']),
      );
      const { rowsOf, head, close } = await openBackupFile(path);
      const rows = new Map<string, string>();
      for (const { name } of head.tables)
        rows.set(name, Buffer.concat(await Array.fromAsync(rowsOf(name))).toString('hex'));
      close();
      expect(rows.get('first_half')).toBe(rows.get('second_half'));
      await rm(path);
    }
  } finally {
    isOver = true;
    await writing;
    await pool.query('drop table first_half, second_half');
  }
});

test('a file that is cut off, changed or none of ours is refused, and the database stays empty', () =>
  into(async (database) => {
    const whole = await readFile(file);
    const content = zstdDecompressSync(whole);
    // A bit of a thousand is none that the compression reads, or names other bytes that are the same.
    const isHarmless = (bytes: Buffer) => {
      try {
        return zstdDecompressSync(bytes).equals(content);
      } catch {
        return false;
      }
    };
    const changed = (at: number): Buffer => {
      const copy = Buffer.from(whole);
      copy[at] = copy[at]! ^ 0x10;
      return isHarmless(copy) ? changed(at + 1) : copy;
    };
    const places = [0.02, 0.3, 0.6, 0.9].map((share) => Math.floor(share * whole.length));
    const files: [Buffer, RegExp][] = [
      ...places.map((at): [Buffer, RegExp] => [whole.subarray(0, at), /is damaged|is no backup/]),
      // A name in its head may have become another one, which is told before the sum of all.
      ...places.map((at): [Buffer, RegExp] => [changed(at), /is damaged|is no backup|otherwise than/]),
      [Buffer.alloc(0), /is damaged/],
      [await readFile('package.json'), /is no backup of a portal/],
      [gunzipSync(await readFile('tests/api/platform/before-baseline.sql.gz')), /is no backup of a portal/],
    ];
    for (const [bytes, reason] of files) {
      const path = join(folder, 'bad.backup');
      await writeFile(path, bytes);
      await expect(restoreBackup(database.url, path)).rejects.toThrow(reason);
      await expect(restoreBackup(database.url, path)).rejects.toThrow(BackupError);
      expect(await isEmpty(database)).toBe(true);
    }
    await rm(join(folder, 'bad.backup'));
  }));

/** What `zstd` makes of it, with its checksum. */
const compressed = (bytes: Buffer) =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });

test('a backup that lacks its last byte, or that anything was appended to, is not whole', () =>
  into(async (database) => {
    const whole = await readFile(file);
    const path = join(folder, 'almost.backup');
    const nothing = Buffer.alloc(0);
    // The last four bytes are the checksum.
    expect(compressed(zstdDecompressSync(whole)).subarray(-4)).toEqual(whole.subarray(-4));
    const lacking = [1, 4, 5, 13].map((bytes) => whole.subarray(0, -bytes));
    const appended = [
      Buffer.from('x'),
      Buffer.alloc(1),
      Buffer.alloc(70_000),
      compressed(nothing),
      compressed(Buffer.from('more')),
      // To be skipped, says zstd.
      Buffer.from('502a4d1800000000', 'hex'),
      whole,
    ].map((bytes) => Buffer.concat([whole, bytes]));
    const changed = Buffer.from(whole);
    changed[whole.length - 1]! ^= 1;
    for (const bytes of [...lacking, ...appended, changed]) {
      await writeFile(path, bytes);
      const reason = new BackupError(`${path} is damaged, or not whole. Take another backup.`);
      await expect(checkBackupFile(path)).rejects.toThrow(reason);
      await expect(restoreBackup(database.url, path)).rejects.toThrow(reason);
      expect(await isEmpty(database)).toBe(true);
    }
    await rm(path);
  }));

test('a backup of before, which ends with an empty frame beside, is whole with it and not with less of it', async () => {
  const path = join(folder, 'before.backup');
  const archive = zstdDecompressSync(await readFile(file));
  // As long as it was: sizes of parts stand before them. Its sum stands in the end.
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const head = archive.subarray(512, 512 + Number.parseInt(archive.toString('latin1', 124, 135), 8));
  const unmarked = Buffer.from(head.toString().replace('"frames"', '"before"'));
  const of = (bytes: Buffer) => bytes.toString('latin1');
  const before = Buffer.from(
    of(archive).replace(of(head), of(unmarked)).replace(sha256(head), sha256(unmarked)),
    'latin1',
  );
  const frames = Buffer.concat([compressed(before), compressed(Buffer.alloc(0))]);
  for (const [bytes, isWhole] of [
    [frames, true],
    [frames.subarray(0, -1), false],
    [Buffer.concat([frames, compressed(Buffer.alloc(0))]), false],
  ] as const) {
    await writeFile(path, bytes);
    const checked = checkBackupFile(path);
    if (isWhole) expect((await checked).rows).toBe((await checkBackupFile(file)).rows);
    else await expect(checked).rejects.toThrow('is damaged, or not whole');
  }
  await rm(path);
});

/** Nothing of a table, as PostgreSQL copies it. */
const noRows = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0\xff\xff', 'latin1');

/** What stands in the backup, for one to be written whose sums are right. */
async function contentOfFile() {
  const backup = await openBackupFile(file);
  const rows = new Map<string, Buffer>();
  for (const { name } of backup.head.tables)
    rows.set(name, Buffer.concat(await Array.fromAsync(backup.rowsOf(name))));
  const { tables, sequences } = await backup.end();
  backup.close();
  return { head: backup.head, rows, counts: new Map(Object.entries(tables)), sequences };
}

test('a backup that was forged, sums and all, is refused in words, and the database stays empty', () =>
  into(async (database) => {
    type Content = Awaited<ReturnType<typeof contentOfFile>>;
    const path = join(folder, 'forged.backup');
    const changeColumns = (change: (columns: string[]) => string[]) => (content: Content) => {
      const users = content.head.tables.find(({ name }) => name === 'users')!;
      users.columns = change(users.columns);
    };
    const forgeries: [(content: Content) => void, RegExp][] = [
      [changeColumns(([_, ...others]) => ['forged', ...others]), /has the table users otherwise/],
      [changeColumns((columns) => [columns.toSorted().join()]), /has the table users otherwise/],
      [changeColumns((columns) => columns.toReversed()), /is damaged/],
      [
        ({ head }) => head.tables.push({ name: 'users', columns: ['forged'] }),
        /has the table users otherwise/,
      ],
      [({ sequences }) => Object.assign(sequences[0]!, { column: 'forged' }), /otherwise than/],
      [({ sequences }) => Object.assign(sequences[0]!, { last: -1 }), /is damaged/],
      [({ head }) => head.migrations.splice(0), /is damaged/],
      // Uploads of nobody who is there.
      [
        ({ rows, counts }) => {
          rows.set('users', noRows);
          counts.get('users')!.rows = 0;
        },
        /is damaged/,
      ],
    ];
    for (const [forge, reason] of forgeries) {
      const content = await contentOfFile();
      forge(content);
      const { head, rows, counts, sequences } = content;
      await writeBackupFile(
        path,
        {
          head,
          rowsOf: ({ name }) => ({
            chunks: Readable.from([rows.get(name)!]),
            count: () => counts.get(name)!.rows,
          }),
          sequences: async () => sequences,
        },
        0,
      );
      const restoring = restoreBackup(database.url, path);
      await expect(restoring).rejects.toThrow(reason);
      await expect(restoring).rejects.toThrow(BackupError);
      expect(await isEmpty(database)).toBe(true);
    }
    await rm(path);
  }));

test('what a backup names is told without what steers a terminal', async () => {
  const name = '9\u001b[2J\nAll is well\u202e';
  await expect(pendingOfBackup([{ name, checksum: '' }])).rejects.toThrow(
    'has migration 9\ufffd[2J\ufffdAll is well, which',
  );
  const path = join(folder, 'named.backup');
  const { pool, databaseUrl } = portal.server;
  await pool.query(`create table "${name}" (n integer)`);
  await writeBackup(databaseUrl, path, 0);
  await pool.query(`drop table "${name}"`);
  const { leftOut } = await into(({ url }) => restoreBackup(url, path));
  expect(leftOut).toEqual(['9\ufffd[2J\ufffdAll is well']);
  await rm(path);
});

test('a folder in the place of a backup is called one', async () => {
  await expect(checkBackupFile(folder)).rejects.toThrow(new BackupError(`${folder} is a folder.`));
});

test('a database with anything in it is refused, and stays as it is', async () => {
  const before = await contentOf(portal.server.pool);
  await expect(restoreBackup(portal.server.databaseUrl, file)).rejects.toThrow(
    /^The database is not empty: it has public\.alert_subscriptions, .* and more\. /,
  );
  expect(await contentOf(portal.server.pool)).toEqual(before);
  await into(async ({ url, pool }) => {
    await pool.query('create schema other; create view other.seen as select 1 as one');
    await expect(restoreBackup(url, file)).rejects.toThrow('it has other.seen.');
  });
});

if (long)
  test.runIf(existsSync('/proc/self/status'))('large rows are restored one after the other', async () => {
    const { pool, databaseUrl } = portal.server;
    await pool.query(
      `insert into template_images (name, content_type, content)
       select 'large ' || n, 'image/png', decode(repeat('00', 4000000), 'hex') from generate_series(1, 25) as n`,
    );
    const path = join(folder, 'large.backup');
    await writeBackup(databaseUrl, path, 0);
    await into(async ({ url, pool: watching }) => {
      const restoring = restoreBackup(url, path);
      let isOver = false;
      void restoring.finally(() => (isOver = true)).catch(() => undefined);
      let peak = 0;
      while (!isOver) {
        const backends = await queryRows<{ pid: number }>(
          watching,
          'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        await sleep(20);
        for (const { pid } of backends) {
          const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
          peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
        }
      }
      await restoring;
      // 100 MB of rows.
      expect(peak).toBeGreaterThan(0);
      expect(peak / 1000).toBeLessThan(90);
    });
    await rm(path);
    await pool.query("delete from template_images where name like 'large %'");
  });

if (long)
  test('of two who restore at once one does', () =>
    into(async ({ url, pool }) => {
      const outcomes = await Promise.allSettled([restoreBackup(url, file), restoreBackup(url, file)]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await contentOf(pool)).statistics).toMatch(/^1 /);
    }));

if (long)
  test('a backup by an earlier version is migrated to this one', () =>
    into(async (old) => {
      const client = createClient(old.url);
      await client.connect();
      await client.query(
        gunzipSync(await readFile(new URL('../platform/before-baseline.sql.gz', import.meta.url))).toString(),
      );
      await client.end();
      const path = join(folder, 'old.backup');
      await writeBackup(old.url, path, 0);
      await into(async ({ url, pool }) => {
        const { migrations } = await restoreBackup(url, path);
        expect(migrations[0]).toBe('0002-mails-in-one-table.sql');
        expect(await describeSchema(pool)).toBe(await describeSchema(portal.server.pool));
        await migrate(old.pool);
        expect(await lastingContentOf(pool)).toEqual(await lastingContentOf(old.pool));
      });
      await rm(path);
    }));

test('a backup by a newer version is refused with the migration that is unknown', async () => {
  const { pool, databaseUrl } = portal.server;
  const path = join(folder, 'newer.backup');
  await pool.query("insert into migrations values ('9999-of-later.sql', 'unknown')");
  await writeBackup(databaseUrl, path, 0);
  await pool.query("delete from migrations where name = '9999-of-later.sql'");
  const { migrations } = await checkBackupFile(path);
  await expect(pendingOfBackup(migrations)).rejects.toThrow('9999-of-later.sql');
  expect(await pendingOfBackup(migrations.slice(0, -2))).toHaveLength(1);
  await into(async (database) => {
    const restoring = restoreBackup(database.url, path);
    await expect(restoring).rejects.toThrow(MigrationError);
    await expect(restoring).rejects.toThrow(
      'The backup has migration 9999-of-later.sql, which this version of the portal does not know. Restore it with the version',
    );
    expect(await isEmpty(database)).toBe(true);
  });
  await rm(path);
});

if (long)
  test('a command that is told to end leaves no part of a backup', async () => {
    const path = join(folder, 'ended.backup');
    const script = `
      import { writeBackupFile } from './server/backup/backup-file.ts';
      import { closeOnSignals } from './server/platform/closing.ts';
      closeOnSignals();
      const head = { format: 1, madeAt: '', postgres: '', migrations: [], tables: [{ name: 'slow', columns: ['n'] }] };
      async function* chunks() {
        yield Buffer.alloc(1024);
        console.log('under way');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      }
      const rowsOf = () => ({ chunks: chunks(), count: () => 0 });
      await writeBackupFile(${JSON.stringify(path)}, { head, rowsOf, sequences: async () => [] }, 0);`;
    const parts = async () => (await readdir(folder)).filter((name) => name.startsWith('ended.backup'));
    const command = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    await once(command.stdout, 'data');
    expect(await parts()).toHaveLength(1);
    command.kill('SIGINT');
    expect(await once(command, 'exit')).toEqual([null, 'SIGINT']);
    expect(await parts()).toEqual([]);
  });

test('where there is no portal there is nothing to back up', () =>
  into(async ({ url }) => {
    const path = join(folder, 'none.backup');
    await expect(writeBackup(url, path, 0)).rejects.toThrow('There is no portal in this database.');
    expect(existsSync(path)).toBe(false);
  }));

const disk = mountSmallDisk(8);
afterAll(() => disk?.remove());

test.skipIf(!disk)('on a disk that is full or would be there is no backup, nor part of one', async () => {
  const { pool, databaseUrl } = portal.server;
  // Of bytes that can't be compressed.
  await pool.query(
    `insert into template_images (name, content_type, content)
     select 'large', 'image/png', string_agg(sha256(int4send(n)), '') from generate_series(1, 400000) as n`,
  );
  const path = join(disk!.path, 'portal.backup');
  await expect(writeBackup(databaseUrl, path, 0)).rejects.toThrow(`The disk of ${path} is full`);
  expect(await readdir(disk!.path)).toEqual([]);
  await expect(writeBackup(databaseUrl, path, 2 ** 30)).rejects.toThrow('Less than 1024 MB (DISK_RESERVE)');
  expect(await readdir(disk!.path)).toEqual([]);
  await pool.query("delete from template_images where name = 'large'");
});
