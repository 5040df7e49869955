import { z } from 'zod';
import { gtinPattern, pharmacodePattern } from './identifiers.ts';
import { plainText } from './plain-text.ts';

/** Text input, always with a limit. */
export function text(most = 255) {
  return z.string().max(most).regex(plainText, 'must be text without NUL and in whole characters');
}

/** A telephone number in any notation, at most E.164's 15 digits and an international prefix. */
export const phone = z
  .string()
  .max(50)
  .regex(/^\+?(?:[\p{Zs}()/.\-–]*\d){3,17}[\p{Zs}()/.\-–]*$/u, 'must be a telephone number');

/** One e-mail address. */
export const mail = z.email('must be an e-mail address').max(255);

/** Largest value of PostgreSQL's integer. */
export const MOST_INTEGER = 2_147_483_647;

/** A number of an integer column. */
export const integer = z.int().min(-MOST_INTEGER).max(MOST_INTEGER);

/** Whole numbers from `least` to `most` in paths and queries: digits only, not `1e3`, ` 7` or `0x10`. */
export function digits(least: number, most: number) {
  const pattern = /^\d{1,10}$/;
  return z
    .string()
    .regex(pattern, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most));
}

/** The id of a row, as a number or in a path. */
export const id = z.int().positive().max(MOST_INTEGER);
export const pathId = digits(1, MOST_INTEGER);

/** A calendar date of these two millennia, YYYY-MM-DD. */
export const day = z.iso.date().refine((date) => /^[12]/.test(date), 'must be a date of our time');

/** A boolean in a query or form. */
export const truth = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');

/** Optional text; missing means unchanged, empty means null. */
export const optionalText = text()
  .trim()
  .transform((value) => value || null)
  .nullable()
  .optional();

/** The same, but missing also means null. */
export const textOrNull = text()
  .trim()
  .nullish()
  .transform((value) => value || null);

/** From JSON, or from a form as digits or empty. */
export const integerOrNull = z
  .union([z.literal('').transform(() => null), digits(0, MOST_INTEGER), integer, z.null()], {
    error: 'must be a whole number',
  })
  .nullish()
  .transform((value) => value ?? null);

export const gtin = z.string().regex(gtinPattern, 'must be a GTIN of 13 digits');
export const pharmacode = z.string().regex(pharmacodePattern, 'must be a Pharmacode of 1 to 7 digits');
