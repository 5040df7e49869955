import type { Pool } from 'pg';
import type { Setting } from '#shared/schemas/setting.ts';
import type { User } from '#shared/schemas/user.ts';
import { recordChange } from '../../audit/record-audit.ts';
import { refuseOutdated } from '../../reference-data/changed-meanwhile.ts';
import { inTransaction, type Queryable } from '../database/query.ts';
import { invalidInput } from '../errors.ts';
import { lastChanges, lockSettings, storedSettings, storeSetting } from './setting-queries.ts';
import {
  type SettingDefaults,
  type SettingKey,
  settingKeys,
  settingList,
  valueInForce,
  variableOf,
} from './settings.ts';

/** Every setting: what is in force, what would be without it, and who changed it last. */
export async function describeSettings(db: Queryable, defaults: SettingDefaults): Promise<Setting[]> {
  const stored = await storedSettings(db, settingKeys);
  const changes = new Map((await lastChanges(db, settingKeys)).map((change) => [change.key, change]));
  return settingKeys.map((key) => {
    const { kind, most, standard, ...more } = settingList[key];
    return {
      key,
      kind,
      value: valueInForce(key, stored, defaults),
      default: standard(defaults),
      isSet: stored.has(key),
      variable: variableOf(key),
      least: 'least' in more ? (more.least ?? null) : null,
      most,
      changedAt: changes.get(key)?.changedAt ?? null,
      changedBy: changes.get(key)?.changedBy ?? null,
      version: changes.get(key)?.id ?? 0,
      unknown: [],
    };
  });
}

/**
 * Sets a value; null: back to the default. What is so already is no change.
 * @throws AppError 400, 412 where the setting has another version than `ifVersion`
 */
export function changeSetting(
  pool: Pool,
  defaults: SettingDefaults,
  key: SettingKey,
  given: string | number | null,
  by: User,
  ifVersion?: number,
): Promise<Setting[]> {
  const yours = given === null ? settingList[key].standard(defaults) : parse(key, given);
  const value = given === null ? null : String(yours);
  return inTransaction(pool, async (client) => {
    await lockSettings(client);
    const stored = await storedSettings(client, [key]);
    const before = stored.get(key) ?? null;
    const [last] = await lastChanges(client, [key]);
    const fields = { value: valueInForce(key, stored, defaults) };
    refuseOutdated(ifVersion, { version: last?.id ?? 0, fields }, { value: yours });
    if (before !== value) {
      await storeSetting(client, key, value, by.id);
      const after = value === null ? new Map<string, string>() : new Map([[key, value]]);
      await recordChange(client, {
        by,
        action: value === null ? 'setting.reset' : 'setting.changed',
        subject: 'setting',
        subjectKey: key,
        subjectName: key,
        before: { value: valueInForce(key, stored, defaults) },
        after: { value: valueInForce(key, after, defaults) },
      });
    }
    return describeSettings(client, defaults);
  });
}

function parse(key: SettingKey, given: string | number): string | number {
  const parsed = settingList[key].schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.map(({ message }) => ({ path: ['value'], message })));
}
