import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { standardRates } from '#analytics/rates.ts';
import { contactFields } from '#shared/contact.ts';
import { FIRST_YEAR, MOST_CODES } from '#shared/limits.ts';

/** What is costly, and how often in an hour one user, or one address without a user, may ask for it: far more than work needs. */
export const hourlyCosts = {
  preview: 300,
  upload: 200,
  export: 300,
  explain: 1200,
  proposal: 600,
  edit: 3600,
  note: 600,
  match: 600,
  order: 600,
  mail: 100,
} as const;

export type Cost = keyof typeof hourlyCosts;
export type HourlyCosts = Readonly<Record<Cost, number>>;

/** The company whose portal this is, in the demo: PROVIDER_NAME and PROVIDER_COMPANIES default to it. */
export const demoProvider = {
  name: 'Rothorn Generika AG',
  companies: ['Rothorn Generika AG', 'Rothorn Pharma (Schweiz) AG'],
};

const numberOfProxies =
  'must be the number of proxies in front of the portal: 1 where it was true behind one, 0 where it was false';

/** What the demo needs; an installation with more products needs more. */
const LEAST_DUCKDB_MEGABYTES = 64;

function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const words = `must be a whole number${most < Number.MAX_SAFE_INTEGER ? ` from ${least} to ${most}` : `, ${least} or more`}`;
  return z.coerce.number(words).int(words).min(least, words).max(most, words);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether there is a comma between hosts, before the path or in PostgreSQL's `?host=`; names and passwords may have one. */
function namesSeveralHosts(address: string): boolean {
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(address) ?? [];
  return (
    authority.slice(authority.lastIndexOf('@') + 1).includes(',') ||
    /[?&]host(addr)?=[^&#]*(,|%2C)/i.test(address)
  );
}

/** A URL of one host. `otherwise`: what is said where it is none, and `severalHosts` where it names more. */
function oneHost({
  otherwise,
  severalHosts,
  ...rest
}: { otherwise: string; severalHosts: string } & Exclude<Parameters<typeof z.url>[0], string | undefined>) {
  return z
    .url({
      ...rest,
      error: ({ input }) => (namesSeveralHosts(String(input)) ? severalHosts : otherwise),
      abort: true,
    })
    .refine((address) => !namesSeveralHosts(address), { error: severalHosts, abort: true });
}

/** The pages and the files they load have addresses from the root on; a part of its own would not be reached. */
function isOrigin(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(address);
  return username + password + search + hash === '' && /^\/*$/.test(pathname);
}

const onePostgres = oneHost({
  protocol: /^postgres(ql)?$/,
  otherwise: 'must be a postgres:// URL',
  severalHosts:
    'names several hosts, and must name one: where there are several PostgreSQL servers, a proxy in front of them finds the one that takes changes (docs/operation.md)',
});

/**
 * Every environment variable the server reads, with its default and what it does.
 * npm run docs writes them into docs/configuration.md.
 */
export const settings = z.object({
  PORT: whole(0, 65_535).default(3000).describe('Port to listen on; 0 takes any free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .describe(
      'Port on which Prometheus finds figures of the process, at /metrics; 0 takes any free one. Without it there are none.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address on which they are; another one is for a network that only Prometheus shares, for they ask for no password.',
    ),
  DRAIN_SECONDS: whole(0, 600)
    .default(0)
    .describe(
      'Seconds for which a process that is told to end still answers everything, while /api/health/ready says that it is not ready: so a proxy sends its requests elsewhere before it ends.',
    ),
  DATABASE_URL: onePostgres
    .optional()
    .describe(
      'PostgreSQL to use. Without it the server starts its own under DATA_DIR and stops it again, and DEMO is on.',
    ),
  DATABASE_DIRECT_URL: onePostgres
    .optional()
    .describe(
      'The same PostgreSQL without the connection pooler that DATABASE_URL leads to: for migrations, locks, notices, files and commands. Not needed without a pooler.',
    ),
  DATABASE_CONNECTIONS: whole(4, 200)
    .default(10)
    .describe(
      'Most PostgreSQL connections one server process opens: one hears of changes, one announces them, a third of the others is for uploads, publications and mails, and the rest for what people wait for. A nightly backup takes two more.',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Where the own PostgreSQL and generated passwords are kept.'),
  DOCUMENTS_DIR: z
    .string()
    .refine(isFolder, 'is no folder')
    .optional()
    .describe(
      'Folder with PDF files that replace the placeholders in `documents/`, under the same names, for example terms-of-use-de.pdf.',
    ),
  PUBLIC_URL: oneHost({
    protocol: /^https?$/,
    otherwise: 'must be an http:// or https:// URL',
    severalHosts: 'names several hosts, and must name the one that links lead to',
  })
    .refine(isOrigin, 'must end after the host or the port')
    .optional()
    .describe(
      'Address under which users reach the portal, without a path, used in e-mails and links. Default: http://HOST:PORT, with the port that was taken when PORT is 0. With https:// cookies are Secure.',
    ),
  PROVIDER_NAME: z
    .string()
    .optional()
    .describe(
      'Name of the provider as users see it, until an administrator sets another. Required unless DEMO is on.',
    ),
  PROVIDER_COMPANIES: z
    .string()
    .optional()
    .describe(
      'Manufacturer names that count as the provider, separated by semicolons, until an administrator sets others. Required unless DEMO is on.',
    ),
  STAGE: z
    .enum(['production', 'staging'])
    .default('production')
    .describe(
      'staging: a portal to try things out says so on every page, writes mails to DATA_DIR/outbox whatever SMTP_URL says, and makes orders as tests, with numbers above 1,000,000,000. A restored portal does so until an administrator says that it is the one of production.',
    ),
  SMTP_URL: oneHost({
    protocol: /^smtps?$/,
    hostname: /./,
    otherwise: 'must be an smtp:// or smtps:// URL',
    severalHosts: 'names several hosts, and must name one mail server',
  })
    .optional()
    .describe(
      'Mail server, for example smtps://name:password@mail.example:465, or smtp://name:password@mail.example:587?requireTLS=true; with smtp:// alone mails go out without TLS where the server offers none. Without it mails are written to DATA_DIR/outbox.',
    ),
  DEMO: z
    .stringbool({ error: 'must be true or false' })
    .optional()
    .describe('Load the demo world into an empty database. Default: on without DATABASE_URL, else off.'),
  DEMO_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .optional()
    .describe('Password of all demo users. Without it one is generated and kept in DATA_DIR/demo-password.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .optional()
    .describe('Least severe log entries to write. Default: info, and warn when DEMO is on.'),
  WEB_CLIENT: z
    .enum(['build', 'none'])
    .default('build')
    .describe('build: build the web client when its sources changed. none: something else serves it.'),
  DUCKDB_MEMORY_LIMIT: z
    .string()
    .regex(/^\d+(\.\d+)?(MB|GB|MiB|GiB)$/, { error: 'must be a size such as 2GB', abort: true })
    .refine((size) => Number.parseFloat(size) * (size.includes('G') ? 1000 : 1) >= LEAST_DUCKDB_MEGABYTES, {
      error: `must be ${LEAST_DUCKDB_MEGABYTES}MB or more, which the catalogue alone needs`,
    })
    .default('2GB')
    .describe(`Memory DuckDB may use in all, ${LEAST_DUCKDB_MEGABYTES}MB at least.`),
  STATISTICS_MEMORY: whole(1)
    .default(512)
    .describe(
      'Memory for open statistics and catalogues in MB; beyond it the least recently used statistics are dropped.',
    ),
  RESULT_CACHE_MEMORY: whole(1).default(64).describe('Memory for cached view results in MB.'),
  DISK_RESERVE: whole(1)
    .default(512)
    .describe(
      'Free space in MB that uploads leave on the disks of the temporary folder and of the own PostgreSQL; they are refused where there is less.',
    ),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe(
      'Folder for a backup a night, after 02:00 in Switzerland: portal-YYYY-MM-DD.backup. Without it there are none.',
    ),
  BACKUP_KEEP: whole(1, 1000)
    .default(14)
    .describe('Of how many days they are kept; when that of one more is whole, those of the oldest go.'),
  IMPORT_TIMEOUT: whole(1, 3600)
    .default(10)
    .describe(
      'Seconds of the processor’s time that reading one uploaded file may take, 3600 at most; by the clock it ends after six times that.',
    ),
  IMPORT_CODES: whole(1, 1_000_000)
    .default(MOST_CODES)
    .describe(
      'Different codes (pairs of GTIN and Pharmacode) that a statistic may have, or several combined: a file with more is refused, and a stored statistic with more is not opened. What one takes of memory and time grows with them.',
    ),
  FIRST_YEAR: whole(1990, FIRST_YEAR)
    .default(FIRST_YEAR)
    .describe(
      'First year that a statistic can be of; an earlier one than 2018 lets in what an older tool had. It stays set as long as there are statistics of these years, whose edits are refused otherwise.',
    ),
  DEDUCTIBLE_RATE: whole(0, 100)
    .default(standardRates.raisedDeductible)
    .describe(
      'Raised patient deductible in percent, as labels show it and deductibles are reckoned with. A setting counts before it.',
    ),
  CONTACT_ADDRESS: contactFields.address
    .optional()
    .describe(
      'Address in the footer and on orders, in one line. The demo has one of its own. A setting counts before it.',
    ),
  CONTACT_PHONE: contactFields.phone
    .optional()
    .describe('Telephone number in the footer and on orders. A setting counts before it.'),
  CONTACT_EMAIL: contactFields.email
    .optional()
    .describe(
      'E-mail address in the footer and on orders, from which mails come. A setting counts before it.',
    ),
  TRUST_PROXY: z.coerce
    .number(numberOfProxies)
    .int(numberOfProxies)
    .min(0, numberOfProxies)
    .max(10, numberOfProxies)
    .default(0)
    .describe(
      'Number of proxies in front of the portal that add the address they see to X-Forwarded-For, for example 1. As many entries, counted from the right, are believed; with 0 none, nor X-Forwarded-Proto.',
    ),
});

type Settings = z.infer<typeof settings>;

/** The footer of the demo. */
const demoContact = {
  address: `${demoProvider.name}, Musterstrasse 1, 6300 Zug`,
  phone: '',
  email: 'info@portal.example',
};

export type Config = ReturnType<typeof fromSettings>;

/** The settings are wrong. `problems` has one line per variable, and the message has all of them. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((line) => `  ${line}`).join('\n')}\nSee docs/configuration.md.`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the configuration from environment variables; an empty variable counts as not set.
 * @throws {ConfigError} naming every problem at once
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  );
  const parsed = settings.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const demo = parsed.success
    ? isDemo(parsed.data)
    : !given.DATABASE_URL || /^(true|1|yes|on)$/i.test(given.DEMO ?? '');
  if (!demo) {
    for (const name of ['PROVIDER_NAME', 'PROVIDER_COMPANIES'])
      if (!given[name]) problems.push(`${name}: is required unless DEMO is on`);
  }
  if (given.PROVIDER_COMPANIES && companies(given.PROVIDER_COMPANIES).length === 0)
    problems.push('PROVIDER_COMPANIES: names no company');
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL: is for a pooler, whose address DATABASE_URL is to say');
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return fromSettings(parsed.data);
}

/** The table of docs/configuration.md, as Markdown. */
export function configurationTable(): string {
  const rows = Object.entries(settings.shape).map(([name, type]) => {
    const standard = type instanceof z.ZodDefault ? `\`${type.def.defaultValue}\`` : '';
    return `| \`${name}\` | ${standard} | ${type.description} |`;
  });
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** `page` with the table that it has replaced by the one of now. */
export function withConfigurationTable(page: string): string {
  return page.replace(/^\| Variable \|.*\n(?:\|.*\n)*/m, () => `${configurationTable()}\n`);
}

function fromSettings(given: Settings) {
  const demo = isDemo(given);
  return {
    port: given.PORT,
    host: given.HOST,
    /** undefined: no figures for Prometheus. */
    metricsPort: given.METRICS_PORT,
    metricsHost: given.METRICS_HOST,
    drainMs: given.DRAIN_SECONDS * 1000,
    /** undefined: the server runs its own PostgreSQL in dataDir. */
    databaseUrl: given.DATABASE_DIRECT_URL ?? given.DATABASE_URL,
    /** The pooler before it, if there is one. */
    poolerUrl: given.DATABASE_DIRECT_URL && given.DATABASE_URL,
    databaseConnections: given.DATABASE_CONNECTIONS,
    /** Absolute path. */
    dataDir: resolve(given.DATA_DIR),
    /** Absolute path of the PostgreSQL that the server runs where there is no databaseUrl. */
    postgresDirectory: resolve(given.DATA_DIR, 'postgres'),
    /** Absolute path; undefined: only the placeholders. */
    documentsDir: given.DOCUMENTS_DIR === undefined ? undefined : resolve(given.DOCUMENTS_DIR),
    /** Without a trailing slash; undefined: the address the server listens on. */
    publicUrl: given.PUBLIC_URL?.replace(/\/+$/, ''),
    provider: {
      name: given.PROVIDER_NAME ?? demoProvider.name,
      companies: given.PROVIDER_COMPANIES ? companies(given.PROVIDER_COMPANIES) : demoProvider.companies,
    },
    contact: {
      address: given.CONTACT_ADDRESS ?? (demo ? demoContact.address : ''),
      phone: given.CONTACT_PHONE ?? (demo ? demoContact.phone : ''),
      email: given.CONTACT_EMAIL ?? (demo ? demoContact.email : ''),
    },
    stage: given.STAGE,
    smtpUrl: given.SMTP_URL,
    demo,
    demoPassword: given.DEMO_PASSWORD,
    webClient: given.WEB_CLIENT,
    logLevel: given.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    /** As DuckDB writes sizes, for example 2GB. */
    duckdbMemoryLimit: given.DUCKDB_MEMORY_LIMIT,
    statisticsMemoryBytes: given.STATISTICS_MEMORY * 1024 * 1024,
    resultCacheBytes: given.RESULT_CACHE_MEMORY * 1024 * 1024,
    /** What one may ask for in an hour. */
    hourlyCosts: hourlyCosts as HourlyCosts,
    diskReserveBytes: given.DISK_RESERVE * 1024 * 1024,
    /** Absolute path; undefined: no nightly backups. */
    backupDirectory: given.BACKUP_DIR === undefined ? undefined : resolve(given.BACKUP_DIR),
    backupsKept: given.BACKUP_KEEP,
    importTimeoutMs: given.IMPORT_TIMEOUT * 1000,
    mostCodes: given.IMPORT_CODES,
    firstYear: given.FIRST_YEAR,
    /** Percent; a default, which server/platform/settings/ counts a setting before, as it does of `contact`. */
    deductibleRate: given.DEDUCTIBLE_RATE,
    /** Entries of X-Forwarded-For to believe, from the right. */
    trustedProxies: given.TRUST_PROXY,
  };
}

function isDemo(given: Settings): boolean {
  return given.DEMO ?? given.DATABASE_URL === undefined;
}

/** The names of a list separated by semicolons. */
export function companies(list: string): string[] {
  return list
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
