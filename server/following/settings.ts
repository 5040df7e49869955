import type { Pool } from 'pg';
import type { Queryable } from '../db/query.ts';
import { storedSettings } from '../db/settings.ts';
import { type SettingDefaults, type Settings, settingKeys, settingsOf } from '../settings/settings.ts';
import type { Changes } from './changes.ts';
import { keepUntilChanged } from './keep-until-changed.ts';

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
