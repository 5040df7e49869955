import type { Pool } from 'pg';
import type { Rates } from '#analytics/rates.ts';
import type { Changes } from '../cache-invalidation/changes.ts';
import { keepUntilChanged } from '../cache-invalidation/keep-until-changed.ts';
import { RESTORED_STAGING } from '../database/history.ts';
import { execute, instant, type Queryable, queryRows } from '../database/query.ts';
import {
  rateKeys,
  ratesSet,
  type SettingDefaults,
  type Settings,
  settingKeys,
  settingsOf,
} from './settings.ts';

/** Stored texts of these configuration keys. */
export async function storedSettings(db: Queryable, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ key: string; value: string }>(
    db,
    'select key, value from config where key = any ($1)',
    [keys],
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** The last change of each key that somebody has changed. */
export type LastChange = { key: string; id: number; changedAt: string; changedBy: string | null };

export function lastChanges(db: Queryable, keys: readonly string[]): Promise<LastChange[]> {
  return queryRows<LastChange>(
    db,
    `select distinct on (c.key) c.key, c.id, ${instant('c.changed_at')} as "changedAt", u.name as "changedBy"
     from config_changes c left join users u on u.id = c.changed_by
     where c.key = any ($1)
     order by c.key, c.id desc`,
    [keys],
  );
}

/** Locks the settings until the transaction ends. */
export async function lockSettings(db: Queryable): Promise<void> {
  await execute(db, 'lock table config_changes in share row exclusive mode');
}

/** Sets a key; null removes it. Call it in a transaction. */
export async function storeSetting(
  db: Queryable,
  key: string,
  value: string | null,
  userId: number,
): Promise<void> {
  if (value === null) await execute(db, 'delete from config where key = $1', [key]);
  else {
    await execute(
      db,
      'insert into config (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, value],
    );
  }
  await execute(db, 'insert into config_changes (key, value, changed_by) values ($1, $2, $3)', [
    key,
    value,
    userId,
  ]);
}

/** The rates in force at the change with the number `revision`. */
export async function findRatesRevision(db: Queryable, revision: number): Promise<Partial<Rates>> {
  const rows = await queryRows<{ key: string; value: string | null }>(
    db,
    `select distinct on (key) key, value from config_changes
     where key = any ($1) and id <= $2
     order by key, id desc`,
    [rateKeys, revision],
  );
  return ratesSet(new Map(rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]]))));
}

/**
 * Returns the settings of administrators, with defaults for the rest; cached until the configuration changes in any
 * process.
 */
export function followSettings(
  pool: Pool,
  changes: Changes,
  defaults: SettingDefaults,
): () => Promise<Settings> {
  const kept = keepUntilChanged<Settings>(changes, { max: 1, kinds: ['config'] });
  return () => kept('', () => readSettings(pool, defaults));
}

/** The same, uncached. */
export async function readSettings(db: Queryable, defaults: SettingDefaults): Promise<Settings> {
  return settingsOf(await storedSettings(db, [...settingKeys, RESTORED_STAGING]), defaults);
}
