import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createDependencies, type Dependencies } from '../dependencies.ts';

export interface Application {
  listener: RequestListener;
  dependencies: Dependencies;
  /** Call when no request is under way any more. */
  close: () => Promise<void>;
}

/** The HTTP application with all its parts, on a migrated database. */
export async function openApplication(
  config: Config,
  pool: Pool,
  databaseUrl: string,
  log = pino({ level: config.logLevel }),
): Promise<Application> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-duckdb-'));
  const { dependencies, close } = await createDependencies(config, log, pool, databaseUrl, directory);
  return {
    listener: createApp(dependencies).callback(),
    dependencies,
    close: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
