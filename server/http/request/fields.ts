import type { Context } from 'koa';
import { z } from 'zod';
import { plainText } from '#shared/plain-text.ts';
import { invalidInput } from '../../platform/errors.ts';

/** Text of a caller; every one has a bound. */
export function text(most = 255) {
  return z.string().max(most).regex(plainText, 'must be text without NUL and in whole characters');
}

/** The largest number of PostgreSQL's integer columns. */
export const MOST_INTEGER = 2_147_483_647;

/** A number of an integer column. */
export const integer = z.int().min(-MOST_INTEGER).max(MOST_INTEGER);

/** Whole numbers from `least` to `most` as paths and queries write them: digits, not `1e3`, ` 7` or `0x10`. */
export function digits(least: number, most: number) {
  const pattern = /^\d{1,10}$/;
  return z
    .string()
    .regex(pattern, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most));
}

/** The id of a row, as a number and as paths write it. */
export const id = z.int().positive().max(MOST_INTEGER);
export const pathId = digits(1, MOST_INTEGER);

/** A calendar date of these two millennia, YYYY-MM-DD. */
export const day = z.iso.date().refine((date) => /^[12]/.test(date), 'must be a date of our time');

/** Yes or no as queries and forms write it. */
export const truth = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');

/** Text that may be missing; an empty one is none. */
export const optionalText = text()
  .trim()
  .transform((value) => value || null)
  .nullable()
  .optional();

/** What a caller sent, as the schema says it is. Throws AppError 400 with the names of the fields that do not fit. */
export function parseInput<Schema extends z.core.$ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  return parsed.data;
}

/** The version that If-Match asks for, with or without quotes; undefined where it asks for none. @throws AppError 400 */
export function versionAsked(ctx: Context): number | undefined {
  const given = ctx.get('if-match').trim();
  if (given === '' || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,10})"?$/.exec(given)?.[1];
  if (version === undefined) throw invalidInput([{ path: ['if-match'], message: 'must be a version' }]);
  return Number(version);
}
