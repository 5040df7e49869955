import type { Account } from './account.ts';

/** Program, arguments and options for spawn or execFile, so that a PostgreSQL program runs as `account`. */
export function programFor(account: Account, path: string, parameters: string[]) {
  const [program = path, ...before] = [...account.prefix, path];
  return {
    program,
    parameters: [...before, ...parameters],
    options: {
      // PGPORT, PGDATA, LC_ALL and the like of whoever starts the portal must not reach it.
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      ...(account.prefix.length === 0 ? account.owner : {}),
    },
  };
}
