import { z } from 'zod';
import { NEW_STOCKOUT_DAYS } from '#analytics/context.ts';
import { type Rates, readVatRates, STANDARD_VAT_RATES } from '#analytics/rates.ts';
import { contactFields } from '#shared/contact.ts';
import { type Config, companies, settings as variables } from '../../config.ts';
import { RESTORED_STAGING } from '../database/history.ts';
import { LONGEST_RETENTION_MONTHS, retentionMonths } from './retention.ts';

/** What administrators can set; settingList has the keys. */
export type Settings = {
  /** `companies`: manufacturers whose products count as the provider's. */
  provider: { name: string; companies: readonly string[] };
  /** Days during which a stock-out is new. */
  newStockoutDays: number;
  /** Raised patient deductible in percent. */
  deductibleRate: number;
  contact: Config['contact'];
  /** Days between two publications of a source. */
  expectedDays: Record<ExpectedKey, number>;
  staging: Staging;
};

/** Why a portal is staging: by STAGE, or because it was restored and not released. null: it is production. */
export type Staging = 'environment' | 'restored' | null;

export type SettingDefaults = Pick<Config, 'deductibleRate' | 'contact' | 'provider' | 'stage'>;

type Setting = {
  kind: 'number' | 'text' | 'email';
  /** The environment variable's value, else the built-in default. */
  standard(defaults: SettingDefaults): number | string;
  /** What can be set. */
  schema: z.ZodType<number | string>;
  least?: number;
  most: number;
};

/** Upper bound in days for settings of periods. */
export const LONGEST_WINDOW = 365;

const line = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u);

function whole(least: number, most: number, standard: Setting['standard']): Setting {
  return { kind: 'number', schema: z.int().min(least).max(most), standard, least, most };
}

/**
 * Expected days between publications; for monthly sources one more than the longest month. Lists of stock-outs are
 * fetched weekly.
 */
const expectedDefaults = {
  'swissmedic-packs': 32,
  'bag-sl-fhir': 32,
  'bag-sl-prices': 32,
  'stockouts-wholesaler': 7,
  'stockouts-drugshortage': 7,
  'stockouts-engpassradar': 7,
  'stockouts-national-supply': 7,
  'stockouts-own': 7,
} as const;

export type ExpectedKey = keyof typeof expectedDefaults;
export const expectedKeys = Object.keys(expectedDefaults) as ExpectedKey[];

function expected(key: ExpectedKey): Setting {
  return whole(1, LONGEST_WINDOW, () => expectedDefaults[key]);
}

function retention(key: keyof typeof retentionMonths): Setting {
  return whole(1, LONGEST_RETENTION_MONTHS, () => retentionMonths[key]);
}

/** All settings by configuration key. */
export const settingList = {
  PROVIDER_NAME: {
    kind: 'text',
    schema: line.min(1).max(100),
    standard: ({ provider }) => provider.name,
    most: 100,
  },
  PROVIDER_COMPANIES: {
    kind: 'text',
    schema: line.max(1000).refine((list) => companies(list).length > 0, 'names no company'),
    standard: ({ provider }) => provider.companies.join('; '),
    most: 1000,
  },
  NEW_STOCKOUT_DAYS: whole(1, LONGEST_WINDOW, () => NEW_STOCKOUT_DAYS),
  DEDUCTIBLE_RATE: whole(0, 100, ({ deductibleRate }) => deductibleRate),
  VAT_RATES: {
    kind: 'text',
    schema: line.max(200).refine((text) => readVatRates(text) !== undefined, 'is no list of days and rates'),
    standard: () => STANDARD_VAT_RATES,
    most: 200,
  },
  CUSTOMER_NOTE_MONTHS: retention('CUSTOMER_NOTE_MONTHS'),
  DELETED_USER_MONTHS: retention('DELETED_USER_MONTHS'),
  USAGE_MONTHS: retention('USAGE_MONTHS'),
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
  EXPECTED_SWISSMEDIC_PACKS: expected('swissmedic-packs'),
  EXPECTED_BAG_SL_FHIR: expected('bag-sl-fhir'),
  EXPECTED_BAG_SL_PRICES: expected('bag-sl-prices'),
  EXPECTED_STOCKOUTS_WHOLESALER: expected('stockouts-wholesaler'),
  EXPECTED_STOCKOUTS_DRUGSHORTAGE: expected('stockouts-drugshortage'),
  EXPECTED_STOCKOUTS_ENGPASSRADAR: expected('stockouts-engpassradar'),
  EXPECTED_STOCKOUTS_NATIONAL_SUPPLY: expected('stockouts-national-supply'),
  EXPECTED_STOCKOUTS_OWN: expected('stockouts-own'),
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settingList;
export const settingKeys = Object.keys(settingList) as [SettingKey, ...SettingKey[]];

/** The environment variable of the default, where there is one. */
export function variableOf(key: SettingKey): string | null {
  return key in variables.shape ? key : null;
}

/** The stored value, else the default. `stored` holds texts by key, as the configuration keeps them. */
export function valueInForce(
  key: SettingKey,
  stored: ReadonlyMap<string, string>,
  defaults: SettingDefaults,
): number | string {
  const { kind, standard } = settingList[key];
  const value = stored.get(key);
  if (value === undefined) return standard(defaults);
  if (kind !== 'number') return value;
  return readNumber(value) ?? standard(defaults);
}

/** Invalid text in the database counts as not set. */
function readNumber(value = ''): number | undefined {
  return /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

/** Settings that figures depend on. */
export const rateKeys = ['DEDUCTIBLE_RATE', 'VAT_RATES'] as const satisfies SettingKey[];

export function isRateKey(key: string): boolean {
  return (rateKeys as readonly string[]).includes(key);
}

/** The stored ones of these rates. */
export function ratesSet(stored: ReadonlyMap<string, string>): Partial<Rates> {
  const raisedDeductible = readNumber(stored.get('DEDUCTIBLE_RATE'));
  const vat = readVatRates(stored.get('VAT_RATES') ?? '');
  return {
    ...(raisedDeductible === undefined ? {} : { raisedDeductible }),
    ...(vat === undefined ? {} : { vat }),
  };
}

/** From the environment first, then from what is stored. */
export function stagingOf(stored: ReadonlyMap<string, string>, { stage }: Pick<Config, 'stage'>): Staging {
  if (stage === 'staging') return 'environment';
  return stored.has(RESTORED_STAGING) ? 'restored' : null;
}

/** All of them, as the portal reads them. */
export function settingsOf(stored: ReadonlyMap<string, string>, defaults: SettingDefaults): Settings {
  const number = (key: SettingKey) => Number(valueInForce(key, stored, defaults));
  const words = (key: SettingKey) => String(valueInForce(key, stored, defaults));
  return {
    provider: { name: words('PROVIDER_NAME'), companies: companies(words('PROVIDER_COMPANIES')) },
    newStockoutDays: number('NEW_STOCKOUT_DAYS'),
    deductibleRate: number('DEDUCTIBLE_RATE'),
    contact: {
      address: words('CONTACT_ADDRESS'),
      phone: words('CONTACT_PHONE'),
      email: words('CONTACT_EMAIL'),
    },
    expectedDays: {
      'swissmedic-packs': number('EXPECTED_SWISSMEDIC_PACKS'),
      'bag-sl-fhir': number('EXPECTED_BAG_SL_FHIR'),
      'bag-sl-prices': number('EXPECTED_BAG_SL_PRICES'),
      'stockouts-wholesaler': number('EXPECTED_STOCKOUTS_WHOLESALER'),
      'stockouts-drugshortage': number('EXPECTED_STOCKOUTS_DRUGSHORTAGE'),
      'stockouts-engpassradar': number('EXPECTED_STOCKOUTS_ENGPASSRADAR'),
      'stockouts-national-supply': number('EXPECTED_STOCKOUTS_NATIONAL_SUPPLY'),
      'stockouts-own': number('EXPECTED_STOCKOUTS_OWN'),
    },
    staging: stagingOf(stored, defaults),
  };
}
