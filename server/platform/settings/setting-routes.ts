import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { type Setting, setting } from '#shared/schemas/setting.ts';
import { companies } from '../../config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { versionAsked } from '../../http/request/parse-input.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { unknownCompanies } from '../../reference-data/unknown-companies.ts';
import { changeSetting, describeSettings } from './change-settings.ts';
import { settingKeys } from './settings.ts';

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
      summary:
        'Sets a value, in every process; the answer is every setting. If-Match: the setting’s version, else it is taken as it comes.',
      access: 'admin',
      audit: 'setting.changed',
      announces: true,
      params,
      objects: { key: 'administered' },
      body: z.strictObject({ value: z.union([z.number().min(-1_000_000).max(1_000_000), text(1000)]) }),
      answer: z.array(setting),
      handle: async (ctx, { params: { key }, body, user }) =>
        checked(await changeSetting(pool, config, key, body.value, user, versionAsked(ctx))),
    }),
    defineRoute({
      method: 'delete',
      path,
      summary:
        'Goes back to the default, in every process; the answer is every setting. If-Match: as in PUT.',
      access: 'admin',
      audit: 'setting.reset',
      announces: true,
      params,
      objects: { key: 'administered' },
      answer: z.array(setting),
      handle: async (ctx, { params: { key }, user }) =>
        checked(await changeSetting(pool, config, key, null, user, versionAsked(ctx))),
    }),
  ];
}
