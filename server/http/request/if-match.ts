import type { Context } from 'koa';
import { invalidInput } from '../../platform/errors.ts';

/** The version that If-Match asks for, with or without quotes; undefined where it asks for none. @throws AppError 400 */
export function versionAsked(ctx: Context): number | undefined {
  const given = ctx.get('if-match').trim();
  if (given === '' || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,10})"?$/.exec(given)?.[1];
  if (version === undefined) throw invalidInput([{ path: ['if-match'], message: 'must be a version' }]);
  return Number(version);
}
