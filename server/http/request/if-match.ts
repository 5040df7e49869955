import { isDeepStrictEqual } from 'node:util';
import type { Context } from 'koa';
import { AppError, invalidInput } from '../../platform/errors.ts';

/** The version in If-Match, quoted or not; undefined without the header. @throws AppError 400 */
export function versionAsked(ctx: Context): number | undefined {
  const given = ctx.get('if-match').trim();
  if (given === '' || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,10})"?$/.exec(given)?.[1];
  if (version === undefined) throw invalidInput([{ path: ['if-match'], message: 'must be a version' }]);
  return Number(version);
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses an edit that is based on another version than the stored one; without a version it is accepted. @throws
 * AppError 412 with the stored version, and both values of each field that would change
 */
export function refuseOutdated(
  asked: number | undefined,
  stored: { version: number; fields: Fields },
  yours: Fields,
): void {
  if (asked === undefined || asked === stored.version) return;
  const differing = Object.keys(yours).filter((name) => !isDeepStrictEqual(yours[name], stored.fields[name]));
  throw new AppError(412, 'changed_meanwhile', {
    issues: [
      { path: 'version', theirs: stored.version },
      ...differing.map((path) => ({ path, theirs: stored.fields[path], yours: yours[path] })),
    ],
  });
}
