import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '#analytics/cli/command-error.ts';
import type { Held } from '#shared/schemas/held.ts';
import { BackupError, checkBackupFile, openBackupFile } from '../backup/backup-file.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type Config, readConfig } from '../config.ts';
import { closeOnSignals } from '../platform/closing.ts';
import { MigrationError, pendingOfBackup } from '../platform/database/migrate.ts';
import { calledFrom, isExplained, openCommandDatabase } from '../start/command-database.ts';

const usage = `Writes all that the portal keeps into one file, and fills an empty database with it.

  npm run backup -- FILE
  npm run restore -- FILE
  npm run restore -- --check FILE

backup   writes what the portal has at one moment, while it runs. FILE must not exist yet; it has its name once it is whole,
         and only its owner may read it. DISK_RESERVE stays free on its disk.
restore  fills an empty database with it: all of it, or nothing. A backup by an earlier version is migrated to this one.
--check  reads all of FILE and says whether it is whole and as it was written, and whether this version of the portal restores
         it. It needs no database.

The commands read the environment variables of the portal and use DATABASE_URL, or the portal's own PostgreSQL in DATA_DIR,
whether the portal runs or not. docs/operation.md says more. They end with 0 when they have done what was asked, else with 1.`;

const said = [UsageError, BackupError, MigrationError];

closeOnSignals();
try {
  const { values, positionals } = readArguments();
  const [command, path, ...more] = positionals;
  if (values.help) console.log(usage);
  else if (!path || more.length > 0) throw new UsageError('Say which file.');
  else {
    const file = resolve(calledFrom(command!), path);
    if (command === 'backup') console.log(await backUp(file));
    else console.log(await (values.check ? check(file) : restore(file)));
  }
} catch (error) {
  process.exitCode = 1;
  const isSaid = isExplained(error) || said.some((type) => error instanceof type);
  console.error(isSaid ? (error as Error).message : error);
  if (error instanceof UsageError) console.error(`\n${usage}`);
}

function readArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    if (parsed.values.check && parsed.positionals[0] !== 'restore')
      throw new Error('--check is for restore.');
    return parsed;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Of the configuration, backing up and restoring need only the database. */
function whereItIs(): Config {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR, DISK_RESERVE } = process.env;
  return readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR, DISK_RESERVE, DEMO: 'on' });
}

async function backUp(file: string): Promise<string> {
  const config = whereItIs();
  if (existsSync(file)) throw new BackupError(`${file} exists already; nothing is written over.`);
  if (!existsSync(dirname(file))) throw new BackupError(`There is no folder ${dirname(file)}.`);
  if (!config.databaseUrl && !existsSync(config.postgresDirectory))
    throw new BackupError(`There is no portal in ${config.dataDir} (DATA_DIR), and no DATABASE_URL is set.`);
  const database = await openCommandDatabase(config);
  try {
    const started = performance.now();
    const written = await writeBackup(database.url, file, config.diskReserveBytes);
    const pace = paceOf(written.bytes, started);
    return `${file}: ${written.rows} rows of ${written.tables} tables, ${pace}, ${inMegabytes(written.fileBytes)} as a file.`;
  } finally {
    await database.close();
  }
}

async function restore(file: string): Promise<string> {
  const config = whereItIs();
  // Before a PostgreSQL is created for it.
  (await openBackupFile(file)).close();
  const database = await openCommandDatabase(config);
  try {
    const started = performance.now();
    const { madeAt, rows, bytes, migrations, ended, held, leftOut } = await restoreBackup(database.url, file);
    const things = held.filter(({ kind }) => kind !== 'staging');
    return [
      `What the portal had at ${madeAt} is restored: ${rows} rows, ${paceOf(bytes, started)}.`,
      ...(migrations.length > 0 ? [`Migrated by ${migrations.join(', ')}.`] : []),
      ...(leftOut.length > 0
        ? [`Left out, for they are no tables of the portal: ${leftOut.join(', ')}.`]
        : []),
      `Everybody signs in anew, and links to set passwords are void${ended.linkMails > 0 ? `; ${ended.linkMails} mails to users that waited are gone` : ''}.`,
      ...(ended.orderMails > 0
        ? [
            `${ended.orderMails} orders that were on their way wait for their sender to say whether they arrived.`,
          ]
        : []),
      ...(ended.nextOrder === null
        ? []
        : [
            `Orders of production go on with number ${ended.nextOrder}, for some may have been made since, with the numbers before it.`,
          ]),
      'It is a copy to try things out, whose mails are written to DATA_DIR/outbox and whose orders are tests, until an administrator says at /admin/state that it is the portal of production.',
      ...(things.length > 0
        ? [
            `Held until an administrator releases them (docs/operation.md): ${things.map(heldWords).join(', ')}.`,
          ]
        : []),
    ].join('\n');
  } finally {
    await database.close();
  }
}

function heldWords({ kind, count }: Held): string {
  const words: Record<Held['kind'], string> = {
    staging: 'test orders',
    links: 'direct links',
    feeds: 'feeds',
    publications: 'scheduled catalogues',
    alerts: 'subscriptions of alerts',
  };
  return `${count} ${words[kind]}`;
}

async function check(file: string): Promise<string> {
  const started = performance.now();
  const { madeAt, migrations, rows, bytes } = await checkBackupFile(file);
  console.log(`${file} is whole: what the portal had at ${madeAt}, ${rows} rows, ${paceOf(bytes, started)}.`);
  const pending = await pendingOfBackup(migrations);
  return `This version restores it${pending.length > 0 ? `, and migrates it by ${pending.join(', ')}` : ''}.`;
}

function paceOf(bytes: number, started: number): string {
  const seconds = (performance.now() - started) / 1000;
  return `${inMegabytes(bytes)} in ${seconds.toFixed(1)} s (${(bytes / 1e6 / seconds).toFixed(0)} MB/s)`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
