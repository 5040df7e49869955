import type { Pool } from 'pg';
import type { Changes } from '../cache-invalidation/changes.ts';
import { keepUntilChanged } from '../cache-invalidation/keep-until-changed.ts';
import type { Queryable } from '../database/query.ts';
import { storedSettings } from './setting-queries.ts';
import { type SettingDefaults, type Settings, settingKeys, settingsOf } from './settings.ts';

/**
 * Gives what administrators have set, and the defaults of the rest; asked once and again after every change of the
 * configuration, in whichever process.
 */
export function followSettings(
  pool: Pool,
  changes: Changes,
  defaults: SettingDefaults,
): () => Promise<Settings> {
  const kept = keepUntilChanged<Settings>(changes, { max: 1, kinds: ['config'] });
  return () => kept('', () => readSettings(pool, defaults));
}

/** The same, as it stands now. */
export async function readSettings(db: Queryable, defaults: SettingDefaults): Promise<Settings> {
  return settingsOf(await storedSettings(db, settingKeys), defaults);
}
