import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setClock } from '#analytics/clock.ts';
import { checkBackupFile } from '#server/backup/backup-file.ts';
import { backUpWhenDue, readBackupState } from '#server/backup/nightly-backups.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addUser } from '#tests/support/portal.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  await addUser(database.pool, { email: 'admin@portal.example', role: 'Admin', name: 'Ada' });
  await addUser(database.pool, { email: 'rep@portal.example' });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-nightly-'));
  await database.pool.query("delete from config where key = 'BACKUP_STATE'");
});
afterEach(() => {
  setClock(new Date());
  return rm(folder, { recursive: true });
});
afterAll(() => database.close());

function look(changes: { folder?: string; keep?: number } = {}) {
  const { pool, url: databaseUrl } = database;
  const log = pino({ level: 'silent' });
  return backUpWhenDue({ databaseUrl, pool, folder, keep: 14, reserveBytes: 0, log, ...changes });
}

/** An instant of winter, by the clock of Zurich. */
const at = (day: string, time: string) => setClock(new Date(`${day}T${time}:00+01:00`));

test('from two in the morning on there is one backup a day, whole and its owner’s, however many processes look', async () => {
  at('2026-12-01', '01:59');
  expect(await look()).toBeUndefined();
  at('2026-12-01', '02:00');
  const outcomes = await Promise.all([look(), look(), look()]);
  expect(outcomes.filter(Boolean)).toEqual(['done']);
  at('2026-12-01', '23:00');
  expect(await look()).toBeUndefined();
  expect(await readdir(folder)).toEqual(['portal-2026-12-01.backup']);
  const path = join(folder, 'portal-2026-12-01.backup');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await checkBackupFile(path)).rows).toBeGreaterThanOrEqual(2);
  expect(await readBackupState(database.pool)).toEqual({ done: '2026-12-01', failed: null });
});

test('as many are kept as were asked for, nothing else in the folder is touched, and what was left unfinished goes', async () => {
  await writeFile(join(folder, 'portal-by-hand.backup'), '');
  await writeFile(join(folder, 'portal-2026-11-30.backup.77.unfinished'), '');
  for (const day of ['2026-12-01', '2026-12-02', '2026-12-03']) {
    at(day, '03:00');
    expect(await look({ keep: 2 })).toBe('done');
  }
  expect((await readdir(folder)).sort()).toEqual([
    'portal-2026-12-02.backup',
    'portal-2026-12-03.backup',
    'portal-by-hand.backup',
  ]);
});

test('a portal that was restored writes nothing over the backup of the day that is there', async () => {
  at('2026-12-01', '02:00');
  expect(await look()).toBe('done');
  const first = await stat(join(folder, 'portal-2026-12-01.backup'));
  // What it was restored from is older than that, and knows nothing of it.
  await database.pool.query("delete from config where key = 'BACKUP_STATE'");
  at('2026-12-01', '10:04');
  expect(await look()).toBe('done');
  expect(await look()).toBeUndefined();
  expect((await readdir(folder)).sort()).toEqual([
    'portal-2026-12-01-100400.backup',
    'portal-2026-12-01.backup',
  ]);
  expect((await stat(join(folder, 'portal-2026-12-01.backup'))).ino).toBe(first.ino);
  // However often it is restored in a day, older nights are not pushed out.
  await database.pool.query("delete from config where key = 'BACKUP_STATE'");
  at('2026-12-01', '11:00');
  expect(await look()).toBe('done');
  at('2026-12-02', '02:00');
  expect(await look({ keep: 2 })).toBe('done');
  expect((await readdir(folder)).sort()).toEqual([
    'portal-2026-12-01-110000.backup',
    'portal-2026-12-01.backup',
    'portal-2026-12-02.backup',
  ]);
  at('2026-12-03', '02:00');
  expect(await look({ keep: 1 })).toBe('done');
  expect(await readdir(folder)).toEqual(['portal-2026-12-03.backup']);
});

test('a failure is known and mailed to administrators once a day, older backups stay, and the next look makes up for it', async () => {
  at('2026-12-01', '03:00');
  const file = join(folder, 'taken');
  await writeFile(file, '');
  expect(await look({ folder: file })).toBe('failed');
  expect(await look({ folder: file })).toBe('failed');
  expect(await readBackupState(database.pool)).toEqual({
    done: null,
    failed: { day: '2026-12-01', detail: expect.stringContaining('EEXIST') },
  });
  const mails = await database.pool.query("select recipient, content ->> 'text' as text from mails");
  expect(mails.rows).toEqual([
    {
      recipient: 'admin@portal.example',
      text: expect.stringMatching(/^Guten Tag Ada\n\n.*gescheitert: EEXIST/),
    },
  ]);
  expect(await look()).toBe('done');
  expect(await readBackupState(database.pool)).toEqual({ done: '2026-12-01', failed: null });
});
