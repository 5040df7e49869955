import { readFile, realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Pool } from 'pg';
import { CommandError, unreadable } from '#analytics/cli/command-error.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { holdStatistics } from '#analytics/statistics.ts';
import { type Config, readConfig } from '../../config.ts';
import { toAppError } from '../../http/answer-errors.ts';
import { httpUrl } from '../../http/portal-url.ts';
import { newestRevisions } from '../../platform/cache-invalidation/revisions.ts';
import { goByDatabase } from '../../platform/clock.ts';
import { closing } from '../../platform/closing.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createPool } from '../../platform/database/pool.ts';
import { execute } from '../../platform/database/query.ts';
import { diskRoom, disksOfFiles } from '../../platform/disk-room.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { recordChange } from '../../platform/record-audit.ts';
import { openCommandDatabase } from '../../start/command-database.ts';
import { openProcessFolder } from '../../start/process-folder.ts';
import { postgresSources } from '../../start/statistic-sources.ts';
import { findSameUploads } from '../../statistics/statistic-queries.ts';
import { type Importer, type Ownership, readToStore } from '../../statistics/uploads/import-statistic.ts';
import type { Upload } from '../../statistics/uploads/upload-fields.ts';
import { answerVersion } from '../../statistics/views/results.ts';
import type { ImportCommand } from './arguments.ts';
import { checkRow, findRepresentatives, RefusedRow } from './checked-row.ts';
import { type ManifestRow, readManifest } from './manifest.ts';
import { type Outcome, openReport } from './report.ts';

/** Files processed concurrently: while one waits for PostgreSQL, others are read. */
const AT_ONCE = Math.min(4, availableParallelism() + 1);

/**
 * Imports the files of the manifest, reports the outcome of each and tells `hear`. It stops early where it cannot go on,
 * e.g. without a database; stored files stay.
 */
export async function importHistory(
  command: ImportCommand,
  environment: NodeJS.ProcessEnv,
  hear: (outcome: Outcome) => void,
): Promise<void> {
  const config = readConfig(environment);
  const rows = readManifest(
    basename(command.manifest),
    await read(command.manifest, (path) => readFile(path)),
  );
  const folder = await read(command.folder, (path) => realpath(path));
  const temporary = await openProcessFolder('import');
  const remove = closing(temporary.remove);
  const database = await openCommandDatabase(config);
  const pool = createPool(database.url, { max: AT_ONCE });
  const engine = await openEngine({ directory: temporary.path, memoryLimit: config.duckdbMemoryLimit });
  try {
    await migrate(pool);
    await goByDatabase(pool);
    const importer = await openImporter(pool, engine, config);
    const place = {
      pool,
      folder,
      firstYear: config.firstYear,
      representative: findRepresentatives(pool),
    };
    const requireRoom = diskRoom(Object.values(disksOfFiles(config)), config.diskReserveBytes);
    const portal = config.publicUrl ?? httpUrl(config.host, config.port);
    const report = openReport(command.report);
    if (!command.check) await recordRun(pool, command.manifest, rows.length);
    await eachOf(rows, async (row, signal) => {
      const outcome = await outcomeOf(row, async () => {
        const { upload, ownership } = await checkRow(place, row);
        await requireRoom(upload.file.size + (upload.consentFile?.size ?? 0));
        return importFile(importer, upload, ownership, { check: command.check, portal, signal });
      });
      report.add(outcome);
      hear(outcome);
    });
    report.close();
  } finally {
    engine.close();
    await pool.end();
    await database.close();
    await remove();
  }
}

async function read<T>(path: string, reading: (path: string) => Promise<T>): Promise<T> {
  try {
    return await reading(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The inputs of an import. @throws AppError 409 while there is no catalogue */
async function openImporter(pool: Pool, engine: Engine, config: Config): Promise<Importer> {
  const currentRevisions = () => newestRevisions(pool);
  await currentRevisions();
  return {
    pool,
    engine,
    config,
    currentRevisions,
    statistics: holdStatistics(engine, {
      sources: postgresSources(pool, engine),
      mostCodes: config.mostCodes,
      providerCompanies: config.provider.companies,
      rates: { raisedDeductible: config.deductibleRate },
      memoryBytes: config.statisticsMemoryBytes,
      onError: (error) => console.error(error),
    }),
    answerVersion: answerVersion([config.provider.companies, config.deductibleRate]),
  };
}

/** Before the first file, so that the audit also has killed runs. */
function recordRun(pool: Pool, manifest: string, rows: number): Promise<void> {
  const fileName = basename(manifest);
  return recordChange(pool, {
    by: null,
    action: 'statistic.imported',
    subject: 'statistic',
    subjectKey: fileName,
    subjectName: fileName,
    after: { fileName, rows },
  });
}

/** A few at a time, until all are done, one fails or a signal ends the command. */
async function eachOf<Row>(
  rows: readonly Row[],
  take: (row: Row, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const queue = rows.values();
  const work = async () => {
    for (const row of queue) {
      signal.throwIfAborted();
      await take(row, signal);
    }
  };
  const works = Array.from({ length: AT_ONCE }, () => work().catch((error) => ending.abort(error)));
  const stop = closing(async () => {
    ending.abort(new CommandError('The import was stopped. The same command goes on with it.'));
    await Promise.all(works);
  });
  await Promise.all(works);
  signal.throwIfAborted();
  await stop();
}

async function outcomeOf(
  { line, file }: ManifestRow,
  work: () => Promise<Omit<Outcome, 'line' | 'file'>>,
): Promise<Outcome> {
  try {
    return { line, file, ...(await work()) };
  } catch (error) {
    const reason = refusal(error);
    if (reason === undefined) throw error;
    return { line, file, outcome: 'refused', reason };
  }
}

/** Why a file is refused; undefined where the file is not to blame. */
function refusal(error: unknown): string | undefined {
  if (error instanceof RefusedRow) return error.message;
  const known = toAppError(error);
  if (!known || known.status >= 500) return undefined;
  const issues = (known.issues ?? []) as { path?: string; message?: string }[];
  const details =
    known.code === 'invalid_input' ? issues.map(({ path, message }) => `${path} ${message}`) : [];
  return [translate('en', `${known.namespace}.${known.code}`, known.params), ...details].join(' ');
}

/** Another command or line has stored the file since the check. */
class StoredMeanwhile extends Error {}

async function importFile(
  importer: Importer,
  upload: Upload,
  ownership: Ownership,
  { check, portal, signal }: { check: boolean; portal: string; signal: AbortSignal },
): Promise<Omit<Outcome, 'line' | 'file'>> {
  const { pool } = importer;
  const same = { ...upload, fileSha256: upload.file.sha256, uploaderId: ownership.uploaderId };
  const linkOf = ({ id, directLinkId }: { id: number; directLinkId: string }) => ({
    id,
    link: `${portal}/dashboard/${directLinkId}`,
  });
  const [known] = await findSameUploads(pool, same);
  if (known) return { outcome: 'known already', statistic: linkOf(known) };
  const { report, store } = await readToStore(importer, upload, ownership, undefined, signal);
  if (check) return { outcome: 'would be stored', report };
  try {
    const stored = await store(async (client) => {
      await execute(client, 'select pg_advisory_xact_lock($1, hashtext($2))', [
        advisoryLocks.history,
        Buffer.from(upload.file.sha256).toString('hex'),
      ]);
      if ((await findSameUploads(client, same)).length > 1) throw new StoredMeanwhile();
    });
    return { outcome: 'stored', statistic: linkOf(stored), report };
  } catch (error) {
    if (!(error instanceof StoredMeanwhile)) throw error;
    return importFile(importer, upload, ownership, { check, portal, signal });
  }
}
