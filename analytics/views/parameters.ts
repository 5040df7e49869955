import { z } from 'zod';
import { text } from './text.ts';

/** More than any list of products has rows. */
const MOST_PRODUCTS = 20_000;
const thirteenDigits = z.string().regex(/^\d{13}$/, 'must be a GTIN of 13 digits');

/** A choice of values as the query form sends it: absent, one value, or the key repeated. */
export function choices<const Values extends readonly string[]>(values: Values) {
  return z.preprocess(asArray, z.array(z.enum(values)).max(values.length)).default([]);
}

/** Any names, e.g. molecules: absent, one value, or the key repeated. */
export function names() {
  return z.preprocess(asArray, z.array(text(500).min(1)).max(1000)).default([]);
}

/** Words that are looked for: absent, one text, or the key repeated. */
export function searched() {
  return z
    .preprocess(asArray, z.array(text(200).min(1)).max(10))
    .default([])
    .describe('words that are looked for, whatever their case and accents');
}

/** A product; null when absent. */
export function gtin() {
  return thirteenDigits.nullable().default(null);
}

/** Any products: absent, one GTIN, or the key repeated. */
export function gtins() {
  return z.preprocess(asArray, z.array(thirteenDigits).max(MOST_PRODUCTS)).default([]);
}

/** ATC codes of any level (`C`, `C09`, `C09A`, `C09AA`, `C09AA05`): what begins with one of them. */
export function atcCodes() {
  const code = z.string().regex(/^[A-Z](\d\d([A-Z]([A-Z](\d\d)?)?)?)?$/);
  return z.preprocess(asArray, z.array(code).max(1000)).default([]);
}

/** A whole number of rows; null when absent. */
export function rowNumber(least: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.int().min(least).max(999_999_999).nullable().default(null),
  );
}

/** A day of the calendar, YYYY-MM-DD; null when absent. */
export function day() {
  const ofOurTime = (date: string) => /^[12]/.test(date);
  return z.iso.date().refine(ofOurTime, 'must be a date of our time').nullable().default(null);
}

/** Sort order of every aggregate list; descending, ties by name. */
export const sortBy = z
  .enum(['count', 'qtySum', 'efPreisSum', 'pPreisSum', 'turnoverPotential'])
  .default('turnoverPotential');

export const productTypes = ['generika', 'original', 'others'] as const;

function asArray(value: unknown): unknown {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
