import type { Context } from 'koa';
import { z } from 'zod';
import { invalidInput } from '../../platform/errors.ts';

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
