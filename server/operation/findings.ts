import { access, constants, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { millisecondsAhead } from '#analytics/clock.ts';
import type { Language } from '#shared/languages.ts';
import { type Finding, findingNames } from '#shared/schemas/operation.ts';
import type words from '../../translations/en/operation.json';
import { ageOfBackup, readBackupState } from '../backup/nightly-backups.ts';
import type { Config } from '../config.ts';
import type { Mailer } from '../mail/send-mail.ts';
import { mailServer } from '../mail/send-mail.ts';
import { countMails } from '../mail/waiting-mail-queries.ts';
import { goByDatabase, isClockRight } from '../platform/clock.ts';
import { MigrationError, stateOfMigrations } from '../platform/database/migrate.ts';
import { failureText } from '../platform/database/pool.ts';
import { queryRow } from '../platform/database/query.ts';
import { freeBytes } from '../platform/disk-room.ts';
import { count, swissDate } from '../platform/i18n/swiss.ts';
import { type Settings, type Staging, stagingOf } from '../platform/settings/settings.ts';
import { isLate, sourceAges, sourceName } from '../reference-data/source-ages.ts';
import { placeholderDocuments } from '../reference-data/template-files/placeholder-documents.ts';

/** The oldest supported PostgreSQL. */
const LEAST_POSTGRES = 15;

/** Longest wait for the public address. */
const PUBLIC_MILLISECONDS = 5000;

const MEGABYTE = 1024 * 1024;

export type Around = { config: Config; mailer: Pick<Mailer, 'check'> };

export type Inside = {
  pool: Pool;
  config: Pick<Config, 'backupDirectory' | 'documentsDir' | 'demo'>;
  settings: () => Promise<Settings>;
  /** For the names of sources. */
  language: Language;
};

type Name = Finding['name'];
type Words = (typeof words)['findings'];

/** Texts of possible findings; the type checks that none is missing. */
type Code<N extends Name> = {
  [Key in keyof Words[N]]: Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Exclude<Key, 'title'>;
}[keyof Words[N]];

type Found<N extends Name> = Omit<Finding, 'name' | 'code'> & { code: Code<N> };

/** All findings about an installation, in the order of their names. */
export async function findAll(around: Around, inside: Inside): Promise<Finding[]> {
  const staging = await inside.settings().then(
    (settings) => settings.staging,
    // The unavailable database is the finding then.
    () => undefined,
  );
  return inOrder((await Promise.all([findAround(around, staging), findInside(inside)])).flat());
}

/** Findings about machine, disks and network, which need no database except for staging. */
export function findAround(
  { config, mailer }: Around,
  staging = stagingOf(new Map(), config),
): Promise<Finding[]> {
  return Promise.all([
    named('disk', findDisk(config)),
    named('dataDirectory', findDataDirectory(config, staging)),
    named('publicUrl', findPublicUrl(config)),
    named('proxies', findProxies(config)),
    named('mailServer', findMailServer(config, mailer, staging)),
  ]);
}

/** Findings from the database. If it does not answer, or has another schema, only that. */
async function findInside({ pool, config, settings, language }: Inside): Promise<Finding[]> {
  let database: Finding;
  try {
    database = await named('database', findDatabase(pool));
  } catch (error) {
    return [unreachable(failureText(error))];
  }
  const [migrations, clock] = await Promise.all([
    named('migrations', findMigrations(pool)),
    named('clock', findClock(pool)),
  ]);
  if (!['right', 'newer'].includes(migrations.code)) return [database, migrations, clock];
  const others = await Promise.all([
    named('backup', findBackup(pool, config)),
    named('mails', findMails(pool)),
    named('catalogue', findCatalogue(pool)),
    named('documents', findDocuments(pool, config)),
    named('sources', findSources(pool, settings, language)),
    named('administrators', findAdministrators(pool)),
  ]);
  return [database, migrations, clock, ...others];
}

export function unreachable(detail: string): Finding {
  return { name: 'database', ...bad('unreachable', { detail }) };
}

/** A connection pooler that breaks what the portal relies on. */
export function behindPooler(detail: string): Finding {
  return { name: 'database', ...bad('pooler', { detail }) };
}

/** The embedded PostgreSQL is created by the first start. */
export function notStarted(folder: string): Finding {
  return { name: 'database', ...bad('notStarted', { folder }) };
}

export function inOrder(findings: Finding[]): Finding[] {
  return findings.sort((a, b) => findingNames.indexOf(a.name) - findingNames.indexOf(b.name));
}

async function named<N extends Name>(name: N, found: Promise<Found<N>> | Found<N>): Promise<Finding> {
  const { state, code, params } = await found;
  return { name, state, code: String(code), params };
}

async function findDatabase(pool: Pool): Promise<Found<'database'>> {
  const { version, number, bytes } = await queryRow<{ version: string; number: number; bytes: number }>(
    pool,
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::integer as number,
       pg_database_size(current_database()) as bytes`,
  );
  const params = { version: version.split(' ')[0]!, megabytes: count(Math.ceil(bytes / MEGABYTE)) };
  return number < LEAST_POSTGRES * 10_000
    ? bad('old', { ...params, least: LEAST_POSTGRES })
    : good('right', params);
}

async function findMigrations(pool: Pool): Promise<Found<'migrations'>> {
  try {
    const { pending, newer, leastKnown } = await stateOfMigrations(pool);
    const known = String(leastKnown).padStart(4, '0');
    if (newer.length > 0) return warning('newer', { names: newer.join(', '), known });
    return pending.length > 0
      ? warning('pending', { count: pending.length, known })
      : good('right', { known });
  } catch (error) {
    if (error instanceof MigrationError) return bad('unknown', { detail: error.message });
    throw error;
  }
}

async function findClock(pool: Pool): Promise<Found<'clock'>> {
  await goByDatabase(pool);
  const seconds = Math.round(Math.abs(millisecondsAhead()) / 1000);
  if (isClockRight()) return good('right');
  return bad(millisecondsAhead() > 0 ? 'ahead' : 'behind', { count: seconds });
}

async function findDisk({ databaseUrl, dataDir, diskReserveBytes }: Config): Promise<Found<'disk'>> {
  const folders = databaseUrl ? [tmpdir()] : [tmpdir(), dataDir];
  const free = await Promise.all(
    folders.map(async (folder) => ({ folder, bytes: await freeBytes(folder).catch(() => Infinity) })),
  );
  const { folder, bytes } = free.reduce((least, each) => (each.bytes < least.bytes ? each : least));
  const params = {
    folder,
    // Unknown free space counts as infinite.
    megabytes: count(Math.floor(Math.min(bytes, Number.MAX_SAFE_INTEGER) / MEGABYTE)),
    reserve: count(diskReserveBytes / MEGABYTE),
  };
  if (bytes < diskReserveBytes) return bad('full', params);
  return bytes < 2 * diskReserveBytes ? warning('scarce', params) : good('right', params);
}

/** Where it is used: for the embedded PostgreSQL, its passwords, and mails without a server. */
async function findDataDirectory(config: Config, staging: Staging): Promise<Found<'dataDirectory'>> {
  const { dataDir, databaseUrl, smtpUrl, postgresDirectory } = config;
  if (databaseUrl && smtpUrl && !staging) return good('unused');
  try {
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isAbsent ? good('absent', { folder: dataDir }) : bad('closed', { folder: dataDir });
  }
  for (const file of [join(postgresDirectory, 'portal-password'), join(dataDir, 'demo-password')]) {
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    if (mode & 0o077) return bad('readable', { file });
  }
  return good('right', { folder: dataDir });
}

async function findPublicUrl({ publicUrl }: Config): Promise<Found<'publicUrl'>> {
  if (!publicUrl) return warning('missing');
  const { protocol, hostname } = new URL(publicUrl);
  try {
    const signal = AbortSignal.timeout(PUBLIC_MILLISECONDS);
    const answer = await fetch(`${publicUrl}/api/health/live`, { signal, redirect: 'error' });
    const body: unknown = await answer.json().catch(() => undefined);
    if ((body as { live?: unknown } | null | undefined)?.live !== true)
      return bad('stranger', { url: publicUrl, status: answer.status });
  } catch (error) {
    const { cause, message } = error as Error;
    return bad('unreachable', { url: publicUrl, detail: cause ? failureText(cause) : message });
  }
  return protocol === 'https:' || isHere(hostname)
    ? good('right', { url: publicUrl })
    : bad('open', { url: publicUrl });
}

/** Behind an uncounted proxy, all clients share one address and its limits. */
function findProxies({ publicUrl, trustedProxies }: Config): Found<'proxies'> {
  const needsOne = publicUrl?.startsWith('https:') ?? false;
  return needsOne && trustedProxies === 0 ? warning('uncounted') : good('right', { count: trustedProxies });
}

async function findMailServer(
  config: Config,
  mailer: Around['mailer'],
  staging: Staging,
): Promise<Found<'mailServer'>> {
  const { server, outbox } = mailServer(config);
  if (staging) return warning(staging, { folder: outbox });
  if (server === undefined) return warning('missing', { folder: outbox });
  try {
    await mailer.check();
    return needsTls(config.smtpUrl!) ? good('right', { server }) : warning('optionalTls', { server });
  } catch (error) {
    return bad('refused', { server, detail: (error as Error).message });
  }
}

/** Whether mails go out by TLS or not at all; on this machine they need none. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true' || isHere(hostname);
}

const isHere = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** A night may be missed by what is done at it, not two. */
const LATE_DAYS = 2;

async function findBackup(pool: Pool, { backupDirectory }: Inside['config']): Promise<Found<'backup'>> {
  if (!backupDirectory) return warning('none');
  const state = await readBackupState(pool);
  const { done, failed } = state;
  if (failed) return bad('failed', { date: swissDate(failed.day), detail: failed.detail });
  if (done === null) return good('waiting');
  const date = swissDate(done);
  return (ageOfBackup(state) ?? 0) > LATE_DAYS ? bad('late', { date }) : good('right', { date });
}

async function findMails(pool: Pool): Promise<Found<'mails'>> {
  const counts = { waiting: 0, failing: 0, unknown: 0 };
  for (const mails of await countMails(pool)) counts[mails.state] += mails.count;
  if (counts.failing > 0) return bad('failing', { count: counts.failing });
  if (counts.unknown > 0) return warning('unknown', { count: counts.unknown });
  return good('right', { count: counts.waiting });
}

async function findCatalogue(pool: Pool): Promise<Found<'catalogue'>> {
  const { products, prices, stockouts } = await queryRow<{
    products: number | null;
    prices: string | null;
    stockouts: boolean;
  }>(
    pool,
    `select max(product_count) as products, max(coalesce(prices_of, price_date))::text as prices,
       exists (select from stockout_revisions) as stockouts
     from all_catalogue_revisions join current_catalogue using (revision)`,
  );
  if (products === null) return bad('missing');
  return stockouts
    ? good('right', { count: products, date: swissDate(prices ?? '') })
    : warning('noStockouts');
}

async function findDocuments(
  pool: Pool,
  { documentsDir, demo }: Inside['config'],
): Promise<Found<'documents'>> {
  if (demo) return good('demo');
  const names = await placeholderDocuments(pool, documentsDir);
  return names.length === 0 ? good('right') : warning('placeholders', { names: names.join(', ') });
}

async function findSources(
  pool: Pool,
  settings: Inside['settings'],
  language: Language,
): Promise<Found<'sources'>> {
  const late = (await sourceAges(pool, await settings())).filter(isLate);
  if (late.length === 0) return good('right');
  return warning('late', {
    names: late.map((age) => `${sourceName(age, language)} (${age.days})`).join(', '),
  });
}

async function findAdministrators(pool: Pool): Promise<Found<'administrators'>> {
  const { admins } = await queryRow<{ admins: number }>(
    pool,
    "select count(*)::integer as admins from users where active and role = 'Admin'",
  );
  if (admins === 0) return bad('none');
  return admins === 1 ? warning('one') : good('right', { count: admins });
}

type Params = Finding['params'];
const good = <C extends string>(code: C, params: Params = {}) => ({ state: 'good' as const, code, params });
const warning = <C extends string>(code: C, params: Params = {}) => ({
  state: 'warning' as const,
  code,
  params,
});
const bad = <C extends string>(code: C, params: Params = {}) => ({ state: 'bad' as const, code, params });
