import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What pages are shown in beside Chromium: the distribution's packages of it, and its program where there is one. */
export const engines = [
  { name: 'Firefox', packages: ['firefox-esr'], find: () => found('firefox-esr', 'firefox') },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: () => found('Xvfb') && found('WebKitWebDriver'),
  },
] as const;

/** The oldest that is supported; gives the folder of its programs, as TEST_POSTGRES_BIN takes it. */
export const oldestPostgres = {
  name: 'PostgreSQL 15',
  packages: ['postgresql-15'],
  find: () => ['/usr/lib/postgresql/15/bin'].find((bin) => existsSync(join(bin, 'initdb'))),
} as const;

/** What stands before several processes. */
export const proxy = {
  name: 'HAProxy',
  packages: ['haproxy', 'openssl'],
  find: () => found('haproxy'),
} as const;

/** What an operator may have between the portal and PostgreSQL. */
export const pooler = {
  name: 'PgBouncer',
  packages: ['pgbouncer'],
  find: () => found('pgbouncer'),
} as const;

function found(...names: string[]): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return names.flatMap((name) => directories.map((directory) => join(directory, name))).find(existsSync);
}
