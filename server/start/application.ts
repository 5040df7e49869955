import type { RequestListener } from 'node:http';
import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { incomingFiles } from '../http/request/incoming-files.ts';
import type { Route } from '../http/route.ts';
import type { Pools } from '../platform/database/pool.ts';
import { diskRoom, disksOfFiles } from '../platform/disk-room.ts';
import { keepReserve } from '../platform/postgres/reserve.ts';
import { createApp } from './app.ts';
import { createDependencies, type Dependencies } from './dependencies.ts';
import { openProcessFolder } from './process-folder.ts';

/** Interval of checks for room for PostgreSQL's reserve. */
const RESERVE_MILLISECONDS = 10_000;

export interface Application {
  listener: RequestListener;
  dependencies: Dependencies;
  /** Call when no request is in progress. */
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
  const uploads = await openProcessFolder('uploads');
  const requireRoom = diskRoom(Object.values(disksOfFiles(config)), config.diskReserveBytes);
  const incoming = incomingFiles(uploads.path, requireRoom);
  const { dependencies, close } = await createDependencies(
    config,
    log,
    pools,
    databaseUrl,
    folder.path,
    incoming,
  );
  const stopKeeping = keepReserveOf(config, log);
  return {
    listener: createApp(dependencies, routesOf).callback(),
    dependencies,
    close: async () => {
      stopKeeping();
      await close();
      await folder.remove();
      await uploads.remove();
    },
  };
}

/** Creates the reserve of the embedded PostgreSQL now, or as soon as there is room. Returns a function that stops it. */
function keepReserveOf(
  { databaseUrl, postgresDirectory, diskReserveBytes }: Config,
  log: Logger,
): () => void {
  if (databaseUrl) return () => undefined;
  let isKeeping = false;
  const keep = async () => {
    if (isKeeping) return;
    isKeeping = true;
    await keepReserve(postgresDirectory, diskReserveBytes).catch((error: unknown) =>
      log.error({ err: error }, 'the reserve of PostgreSQL could not be made'),
    );
    isKeeping = false;
  };
  keep();
  const timer = setInterval(keep, RESERVE_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}
