import type { Pool } from 'pg';
import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { portal } from '#shared/schemas/portal.ts';
import { type Setting, setting } from '#shared/schemas/setting.ts';
import type { User } from '#shared/schemas/user.ts';
import { companies } from '../config.ts';
import { refuseOutdated } from '../http/request/if-match.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { Dependencies } from '../market/dependencies.ts';
import { build } from '../platform/build.ts';
import { inTransaction, type Queryable } from '../platform/database/query.ts';
import { invalidInput, notFound } from '../platform/errors.ts';
import { translations } from '../platform/i18n/messages.ts';
import { recordChange } from '../platform/record-audit.ts';
import {
  lastChanges,
  lockSettings,
  storedSettings,
  storeSetting,
} from '../platform/settings/setting-queries.ts';
import {
  type SettingDefaults,
  type SettingKey,
  settingKeys,
  settingList,
  valueInForce,
  variableOf,
} from '../platform/settings/settings.ts';
import { unknownCompanies } from '../reference-data/unknown-companies.ts';
import { readBeginnings } from './checklist.ts';

const params = z.object({ key: z.enum(settingKeys) });
const path = '/api/config/:key';

/** What administrators set in the portal, before environment variables and what it comes with. */
export function settingRoutes(dependencies: Dependencies): Route[] {
  const { pool, config } = dependencies;
  const checked = async (settings: Setting[]): Promise<Setting[]> =>
    Promise.all(
      settings.map(async (each) =>
        each.key === 'PROVIDER_COMPANIES'
          ? { ...each, unknown: await unknownCompanies(dependencies, companies(String(each.value))) }
          : each,
      ),
    );
  return [
    defineRoute({
      method: 'get',
      path: '/api/config',
      summary: 'Every setting with its value, its default and who changed it last.',
      access: 'admin',
      answer: z.array(setting),
      handle: async () => checked(await describeSettings(pool, config)),
    }),
    defineRoute({
      method: 'put',
      path,
      summary: 'Sets a value, in every process; the answer is every setting.',
      access: 'admin',
      audit: 'setting.changed',
      versioned: true,
      announces: true,
      params,
      objects: { key: 'administered' },
      body: z.strictObject({ value: z.union([z.number().min(-1_000_000).max(1_000_000), text(1000)]) }),
      answer: z.array(setting),
      handle: async (_ctx, { params: { key }, body, user, version }) =>
        checked(await changeSetting(pool, config, key, body.value, user, version)),
    }),
    defineRoute({
      method: 'delete',
      path,
      summary: 'Goes back to the default, in every process; the answer is every setting.',
      access: 'admin',
      audit: 'setting.reset',
      versioned: true,
      announces: true,
      params,
      objects: { key: 'administered' },
      answer: z.array(setting),
      handle: async (_ctx, { params: { key }, user, version }) =>
        checked(await changeSetting(pool, config, key, null, user, version)),
    }),
  ];
}

/** Every setting: what is in force, what would be without it, and who changed it last. */
async function describeSettings(db: Queryable, defaults: SettingDefaults): Promise<Setting[]> {
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
function changeSetting(
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

/** What the interface needs before anything else, and its texts. */
export function portalRoutes({ pool, config, settings }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/portal',
      summary: 'Name of the provider, labels that an installation sets, contact.',
      access: 'everyone',
      answer: portal,
      async handle(_ctx, { user }) {
        const { provider, newStockoutDays, deductibleRate, contact, staging } = await settings();
        return {
          providerName: provider.name,
          providerCompanies: [...provider.companies],
          newStockoutDays,
          deductibleRate,
          firstYear: config.firstYear,
          contact,
          demo: config.demo,
          staging,
          ...(user && { build }),
          ...(await readBeginnings(pool)),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/translations/:file',
      summary: 'All texts of a language: {lang}.json.',
      access: 'everyone',
      params: z.object({ file: text() }),
      objects: { file: 'word' },
      answer: z.record(z.string(), z.unknown()).describe('texts by namespace and key'),
      // Texts of before an upgrade lack what its pages say.
      conditional: true,
      handle(_ctx, { params }) {
        const language = languages.find((known) => `${known}.json` === params.file);
        if (!language) throw notFound();
        return translations[language];
      },
    }),
  ];
}
