import type { Pool } from 'pg';
import type { Problem } from '../sources/source-file.ts';
import { readLines } from './canonical-rows.ts';
import { storedProblems } from './template-version-queries.ts';

/** Some of the problem rows of a version, in the order of the file. */
export async function readProblems(
  pool: Pool,
  id: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Problem[]> {
  const stored = await storedProblems(pool, id);
  if (!stored) return [];
  const problems: Problem[] = [];
  let at = 0;
  for await (const lines of readLines(stored)) {
    for (const line of lines) {
      if (at >= offset && problems.length < limit) problems.push(JSON.parse(line));
      at++;
    }
    if (problems.length >= limit) break;
  }
  return problems;
}
