import type { RequestListener } from 'node:http';
import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { createDependencies, type Dependencies } from '../dependencies.ts';
import { incomingFiles } from '../http/request/incoming-files.ts';
import type { Route } from '../http/route.ts';
import type { Pools } from '../platform/database/pool.ts';
import { diskRoom, type RequireRoom } from '../platform/disk-room.ts';
import { keepReserve } from '../platform/postgres/reserve.ts';
import { createApp } from './app.ts';
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
  const uploads = await openProcessFolder('uploads');
  const incoming = incomingFiles(uploads.path, roomFor(config, uploads.path, log));
  const { dependencies, close } = await createDependencies(
    config,
    log,
    pools,
    databaseUrl,
    folder.path,
    incoming,
  );
  return {
    listener: createApp(dependencies, routesOf).callback(),
    dependencies,
    close: async () => {
      await close();
      await folder.remove();
      await uploads.remove();
    },
  };
}

/**
 * Room for what is sent: where it comes in, and where the own PostgreSQL stores it, whose reserve is made now or as soon as
 * there is room.
 */
function roomFor(
  { databaseUrl, postgresDirectory, diskReserveBytes }: Config,
  uploads: string,
  log: Logger,
): RequireRoom {
  if (databaseUrl) return diskRoom([uploads], diskReserveBytes);
  const requireRoom = diskRoom([uploads, postgresDirectory], diskReserveBytes);
  let isKeeping = false;
  keep();
  return async (bytes) => {
    await requireRoom(bytes);
    keep();
  };

  function keep(): void {
    if (isKeeping) return;
    isKeeping = true;
    keepReserve(postgresDirectory, diskReserveBytes)
      .catch((error: unknown) => log.error({ err: error }, 'the reserve of PostgreSQL could not be made'))
      .finally(() => {
        isKeeping = false;
      });
  }
}
