import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { daysBetween } from '#shared/calendar.ts';
import type { Language } from '#shared/languages.ts';
import { zurichTime } from '#shared/zurich.ts';
import { insertNotice } from '../accounts/account-mails.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import { createClient, failureText } from '../platform/database/pool.ts';
import { execute, inTransaction, type Queryable, queryRow, queryRows } from '../platform/database/query.ts';
import { translate } from '../platform/i18n/messages.ts';
import { UNFINISHED } from './backup-file.ts';
import { writeBackup } from './write-backup.ts';

/** Earliest time, in Switzerland. */
const FROM_TIME = '02:00';
const INTERVAL_MILLISECONDS = 10 * 60_000;

/** State of the nightly backups, in the configuration; days are YYYY-MM-DD. */
export type BackupState = { done: string | null; failed: { day: string; detail: string } | null };

const KEY = 'BACKUP_STATE';

export async function readBackupState(db: Queryable): Promise<BackupState> {
  const { value } = await queryRow<{ value: string | null }>(
    db,
    'select (select value from config where key = $1) as value',
    [KEY],
  );
  return value === null ? { done: null, failed: null } : JSON.parse(value);
}

/** Days since the last nightly backup; Infinity where the first has failed, null before it is due. */
export function ageOfBackup({ done, failed }: BackupState): number | null {
  if (done === null) return failed ? Number.POSITIVE_INFINITY : null;
  return daysBetween(done, todayInZurich());
}

async function storeBackupState(db: Queryable, state: BackupState): Promise<void> {
  await execute(
    db,
    'insert into config (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [KEY, JSON.stringify(state)],
  );
}

type Nightly = {
  databaseUrl: string;
  pool: Pool;
  /** Folder of backups portal-YYYY-MM-DD.backup; a second one of a day has the time in its name. */
  folder: string;
  /** Days for which they are kept. */
  keep: number;
  reserveBytes: number;
  log: Pick<Logger, 'info' | 'error'>;
};

/**
 * Makes a backup every night: checks every ten minutes, so that one missed while no process ran is made later. Returns a
 * function that stops it without waiting: an unfinished backup is made again by the next process.
 */
export function backUpNightly(nightly: Nightly): () => void {
  let running: Promise<void> = look();
  const timer = setInterval(() => {
    running = running.then(look);
  }, INTERVAL_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);

  async function look(): Promise<void> {
    try {
      await backUpWhenDue(nightly);
    } catch (error) {
      nightly.log.error({ err: error }, 'looking for a nightly backup failed');
    }
  }
}

/** Makes the backup of the day unless it exists, is not due or is being made; returns the outcome. */
export async function backUpWhenDue(nightly: Nightly): Promise<'done' | 'failed' | undefined> {
  const { databaseUrl, pool, log } = nightly;
  const at = zurichTime(now());
  const { day, time } = at;
  if (time < FROM_TIME || (await readBackupState(pool)).done === day) return undefined;
  // On its own connection, so that a killed process releases the lock.
  const client = createClient(databaseUrl, 'assortment-portal backup');
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { free } = await queryRow<{ free: boolean }>(client, 'select pg_try_advisory_lock($1) as free', [
      advisoryLocks.backups,
    ]);
    const before = await readBackupState(pool);
    if (!free || before.done === day) return undefined;
    try {
      const file = await backUp(nightly, at);
      await storeBackupState(pool, { done: day, failed: null });
      log.info({ file }, 'nightly backup made');
      return 'done';
    } catch (error) {
      const detail = failureText(error);
      log.error({ err: error }, 'nightly backup failed');
      await inTransaction(pool, async (transaction) => {
        await storeBackupState(transaction, { ...before, failed: { day, detail } });
        // Retried all day, reported once.
        if (before.failed?.day !== day) await tellAdministrators(transaction, detail);
      });
      return 'failed';
    }
  } finally {
    await client.end();
  }
}

/** Names of backups, complete or unfinished. */
const nameOfOne = /^portal-(\d{4}-\d\d-\d\d)(-\d{6})?\.backup/;
const dayOf = (name: string) => nameOfOne.exec(name)?.[1] ?? '';

async function backUp(
  { databaseUrl, folder, keep, reserveBytes }: Nightly,
  { day, time }: { day: string; time: string },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ours = (await readdir(folder)).filter((name) => nameOfOne.test(name));
  // Left by a killed process: only the holder of the lock writes here.
  for (const name of ours) if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
  // An existing backup of the day may be the one restored, or from before the restore: it is not overwritten.
  const first = `portal-${day}.backup`;
  const made = ours.includes(first) ? `portal-${day}-${time.replaceAll(':', '')}.backup` : first;
  const path = join(folder, made);
  await writeBackup(databaseUrl, path, reserveBytes);
  const whole = ours.filter((name) => name.endsWith('.backup') && name !== made);
  const days = [...new Set([...whole.map(dayOf), day])].sort().slice(-keep);
  // Of the current day, the first and the last are kept.
  for (const name of whole)
    if (!days.includes(dayOf(name)) || (dayOf(name) === day && name !== first))
      await rm(join(folder, name), { force: true });
  return path;
}

async function tellAdministrators(db: Queryable, detail: string): Promise<void> {
  const admins = await queryRows<{ id: number; email: string; name: string; language: Language }>(
    db,
    "select id, email, name, language from users where active and role = 'Admin' order by id",
  );
  for (const { id, email, name, language } of admins) {
    const words = (key: string) => translate(language, `mail.backup.${key}`, { name, detail });
    await insertNotice(db, id, {
      to: email,
      subject: words('subject'),
      text: `${words('greeting')}\n\n${words('text')}\n`,
    });
  }
}
