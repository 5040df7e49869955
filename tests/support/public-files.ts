import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { referenceData, referenceDataPresent } from './reference-data.ts';

export type Outcome = { status: number; [figure: string]: unknown };

/** Files as people send them, by name, with the outcomes that are right, of which each has one. */
export const publicFiles: [string, Outcome[]][] = referenceDataPresent
  ? Object.entries(
      JSON.parse(readFileSync(publicFile('expected.json'), 'utf8')) as Record<string, { right: Outcome[] }>,
    ).map(([name, { right }]) => [name, right])
  : [];

export function publicFile(name: string): URL {
  return new URL(`public/${name}`, referenceData);
}

/** The right outcome that a file has, or the first one to show what is otherwise. */
export function rightOne(right: Outcome[], outcome: Outcome): Outcome {
  return right.find((each) => isDeepStrictEqual({ ...outcome, ...each }, outcome)) ?? right[0]!;
}
