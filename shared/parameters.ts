import * as z from 'zod/mini';
import { gtinPattern } from './identifiers.ts';
import { LONGEST_CATALOGUE_NAME } from './limits.ts';
import { plainText } from './plain-text.ts';

/** More than any list of products. */
const MOST_PRODUCTS = 20_000;
/** Most values that fit an address beside everything else. */
const MOST_SWITCHING = 300;
const thirteenDigits = z.string().check(z.regex(gtinPattern, 'must be a GTIN of 13 digits'));

/** Values of a fixed set in a query: absent, one value, or the key repeated. */
export function choices<const Values extends readonly string[]>(values: Values) {
  return listOf(z.enum(values), values.length);
}

/** Any names, e.g. molecules: absent, one value, or the key repeated. */
export function names() {
  return listOf(text(LONGEST_CATALOGUE_NAME), 1000);
}

/** Search words: absent, one text, or the key repeated. */
export function searched() {
  const description = 'words that are looked for, whatever their case and accents';
  return listOf(text(200), 10).with(z.describe(description));
}

/** A GTIN; null when absent. */
export function gtin() {
  return z._default(z.nullable(thirteenDigits), null);
}

/** GTINs: absent, one, or the key repeated. */
export function gtins() {
  return listOf(thirteenDigits, MOST_PRODUCTS);
}

/** ATC codes of any level (`C`, `C09`, `C09A`, `C09AA`, `C09AA05`), matched as prefixes. */
export function atcCodes() {
  const code = z.string().check(z.regex(/^[A-Z](\d\d([A-Z]([A-Z](\d\d)?)?)?)?$/));
  return listOf(code, 1000);
}

/** A share with up to four decimals, as exact text. */
const part = String.raw`(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)`;

/** Of the prefix of a name, as in `0.1234@manufacturer:`. */
const LONGEST_PREFIX = 20;

/** What switches (see sql/load/what-if.sql), with its own share where it has one. */
export function switching() {
  const named = new RegExp(
    `^(?:${part}@)?(?:all|none|(?:product|set|molecule|manufacturer):[^\\0\\p{Cs}]+)$`,
    'u',
  );
  const entry = z
    .string()
    .check(
      z.maxLength(LONGEST_CATALOGUE_NAME + LONGEST_PREFIX),
      z.regex(named, 'must be all, none, product:…, set:…, molecule:… or manufacturer:…'),
    );
  return z._default(z.pipe(z.transform(asArray), z.array(entry).check(z.maxLength(MOST_SWITCHING))), ['all']);
}

/** The default share that switches: exact text, '1' when absent. */
export function shareOf() {
  return z._default(
    z
      .string()
      .check(z.maxLength(6), z.regex(new RegExp(`^${part}$`), 'must be 0 to 1, with up to four decimals')),
    '1',
  );
}

/** A whole percentage from 0 to 100; null when absent. */
export function wholePercent() {
  const number = z.int().check(z.minimum(1), z.maximum(99));
  return z.pipe(
    z.transform((value) => (typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value)),
    z._default(z.nullable(number), null),
  );
}

/** A number of rows; null when absent. */
export function rowNumber(least: number) {
  const number = z.int().check(z.minimum(least), z.maximum(999_999_999));
  return z.pipe(
    z.transform((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value)),
    z._default(z.nullable(number), null),
  );
}

/** A calendar day, YYYY-MM-DD; null when absent. */
export function day() {
  const ofOurTime = (date: string) => /^[12]/.test(date);
  const date = z.iso.date().check(z.refine(ofOurTime, 'must be a date of our time'));
  return z._default(z.nullable(date), null);
}

/** Sort order of every aggregate list; descending, ties by name. */
export const sortBy = z._default(
  z.enum(['count', 'qtySum', 'efPreisSum', 'pPreisSum', 'turnoverPotential']),
  'turnoverPotential',
);

export const productTypes = ['generika', 'original', 'others'] as const;

/** Non-empty text with a limit. */
function text(most: number) {
  const whole = z.regex(plainText, 'must be text without NUL and in whole characters');
  return z.string().check(z.maxLength(most), whole, z.minLength(1));
}

function listOf<Schema extends z.core.$ZodType>(schema: Schema, most: number) {
  return z._default(z.pipe(z.transform(asArray), z.array(schema).check(z.maxLength(most))), []);
}

function asArray(value: unknown): unknown {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
