import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEngine } from '#analytics/engine.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { sumStoredLines } from '#server/statistics/sum-stored-lines.ts';

/** A process that does nothing but sum stored lines, as a server does beside its work; given back when it begins. */
export async function startSumming(databaseUrl: string): Promise<ChildProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-summing-'));
  const child = fork(fileURLToPath(import.meta.url), [databaseUrl, directory], { execArgv: [] });
  child.once('exit', () => rm(directory, { recursive: true, force: true }));
  await once(child, 'message');
  return child;
}

const [databaseUrl, directory] = process.argv.slice(2);
if (process.send && databaseUrl && directory) {
  const engine = await openEngine({ directory });
  const pool = createPool(databaseUrl);
  await pool.query('select 1');
  process.send('begins');
  sumStoredLines(pool, engine, (error) => {
    throw error;
  });
}
