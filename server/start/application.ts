import type { RequestListener } from 'node:http';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Pools } from '../db/pool.ts';
import { createDependencies, type Dependencies } from '../dependencies.ts';
import type { Route } from '../routes/route.ts';
import { openProcessFolder } from './process-folder.ts';

export interface Application {
  listener: RequestListener;
  dependencies: Dependencies;
  /** Call when no request is under way any more. */
  close: () => Promise<void>;
}

/** The HTTP application with all its parts, on a migrated database. */
export async function openApplication(
  config: Config,
  pools: Pools,
  databaseUrl: string,
  log = pino({ level: config.logLevel }),
  routesOf?: (dependencies: Dependencies) => Route[],
): Promise<Application> {
  const folder = await openProcessFolder('duckdb');
  const { dependencies, close } = await createDependencies(config, log, pools, databaseUrl, folder.path);
  return {
    listener: createApp(dependencies, routesOf).callback(),
    dependencies,
    close: async () => {
      await close();
      await folder.remove();
    },
  };
}
