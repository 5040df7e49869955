import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../platform/errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses an edit that is based on another version than the one stored; one that names none is taken as it comes.
 * @throws AppError 412 with the stored version, and of each field that would change both values
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

/** Two of a kind with one name could not be told apart where they are offered. */
export function nameTaken(path: string, name: string): AppError {
  return new AppError(409, 'name_taken', { params: { name }, issues: [{ path, message: 'name_taken' }] });
}
