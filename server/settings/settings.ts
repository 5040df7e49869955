import { z } from 'zod';
import { NEW_STOCKOUT_DAYS } from '#analytics/context.ts';
import { type Config, settings as variables } from '../config.ts';
import { contactFields } from '../request/contact-fields.ts';

/** What administrators can set in the portal; see settingList for the keys. */
export type Settings = {
  /** Days for which a stock-out is new. */
  newStockoutDays: number;
  /** The raised patient deductible in percent. */
  deductibleRate: number;
  contact: Config['contact'];
};

export type SettingDefaults = Pick<Config, 'deductibleRate' | 'contact'>;

type Setting = {
  kind: 'number' | 'text' | 'email';
  /** What an environment variable of the same name gives, or else what the portal comes with. */
  standard(defaults: SettingDefaults): number | string;
  /** What can be set. */
  schema: z.ZodType<number | string>;
  least?: number;
  most: number;
};

const LONGEST_WINDOW = 365;

function whole(least: number, most: number, standard: Setting['standard']): Setting {
  return { kind: 'number', schema: z.int().min(least).max(most), standard, least, most };
}

/** Every setting, by its key in the configuration. */
export const settingList = {
  NEW_STOCKOUT_DAYS: whole(1, LONGEST_WINDOW, () => NEW_STOCKOUT_DAYS),
  DEDUCTIBLE_RATE: whole(0, 100, ({ deductibleRate }) => deductibleRate),
  CONTACT_ADDRESS: {
    kind: 'text',
    schema: contactFields.address,
    standard: ({ contact }) => contact.address,
    most: 255,
  },
  CONTACT_PHONE: {
    kind: 'text',
    schema: contactFields.phone,
    standard: ({ contact }) => contact.phone,
    most: 50,
  },
  CONTACT_EMAIL: {
    kind: 'email',
    schema: contactFields.email,
    standard: ({ contact }) => contact.email,
    most: 255,
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settingList;
export const settingKeys = Object.keys(settingList) as [SettingKey, ...SettingKey[]];

/** The environment variable that gives the default, where there is one. */
export function variableOf(key: SettingKey): string | null {
  return key in variables.shape ? key : null;
}

/** The value in force: what is stored, else the default. `stored` holds texts by key, as the configuration keeps them. */
export function valueInForce(
  key: SettingKey,
  stored: ReadonlyMap<string, string>,
  defaults: SettingDefaults,
): number | string {
  const { kind, standard } = settingList[key];
  const value = stored.get(key);
  if (value === undefined) return standard(defaults);
  if (kind !== 'number') return value;
  // Whoever writes another text into the database has set nothing.
  return /^\d{1,4}$/.test(value) ? Number(value) : standard(defaults);
}

/** All of them, as the portal reads them. */
export function settingsOf(stored: ReadonlyMap<string, string>, defaults: SettingDefaults): Settings {
  const number = (key: SettingKey) => Number(valueInForce(key, stored, defaults));
  const words = (key: SettingKey) => String(valueInForce(key, stored, defaults));
  return {
    newStockoutDays: number('NEW_STOCKOUT_DAYS'),
    deductibleRate: number('DEDUCTIBLE_RATE'),
    contact: {
      address: words('CONTACT_ADDRESS'),
      phone: words('CONTACT_PHONE'),
      email: words('CONTACT_EMAIL'),
    },
  };
}
