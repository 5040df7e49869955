import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import type { Engine } from '#analytics/engine.ts';
import { temporaryPath } from '#analytics/files.ts';
import { storedLines, withIdentifierSums } from '#analytics/lines.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { ImportReport } from '#shared/schemas/import-report.ts';
import type { ImportProgress } from '#shared/schemas/upload.ts';
import { holdUser } from '../../accounts/deletion-queries.ts';
import type { Config } from '../../config.ts';
import type { Revisions } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { readStatistic } from '../lines/read-statistic.ts';
import { choiceOf, headingPattern, isReadAsHeaded } from '../lines/recognition/column-choice.ts';
import { findMatchesFor, holdMatchesFor } from '../matches/match-queries.ts';
import { figuresVersion, readFigures, storeFigures, toldBy } from '../statistic-metrics.ts';
import { findUploadsOfFile, insertIdentifiers, insertStatistic } from '../statistic-queries.ts';
import { onCurrentRevisions } from '../views/view-tables.ts';
import { findColumnChoices, keepColumnChoice } from './column-choice-queries.ts';
import { consentFileName } from './consent-file.ts';
import { readMatches } from './read-matches.ts';
import { type Upload, uploaderUnknown } from './upload-fields.ts';

export type Importer = {
  pool: Pool;
  engine: Engine;
  statistics: Statistics;
  currentRevisions: () => Promise<Revisions>;
  answerVersion: string;
  config: Pick<Config, 'importTimeoutMs' | 'mostCodes'>;
};

/** Whose upload it is, and what the demo and the import of history may say of it. */
export type Ownership = {
  uploaderId: number;
  /** Name of the sales representative. */
  user: string;
  /** Users whose earlier uploads of the same file may be named; null: all. */
  visibleUploaderIds: number[] | null;
  active?: boolean;
  importDate?: Date;
  /** Where a signed consent lies on paper. */
  consentPlace?: string | null;
};

export type ImportOutcome = 'stored' | 'refused' | 'given_up' | 'failed';

export type Imported = { id: number; directLinkId: string; report: ImportReport };

/**
 * Reads the file, matches it with the newest catalogue and stores everything in one transaction: whole or not at all.
 * Throws ImportError when the file can't be read, and whatever `signal` says when it is aborted before the commit or
 * `beforeCommit` throws, which is called last in the transaction.
 */
export async function importStatistic(
  importer: Importer,
  upload: Upload,
  ownership: Ownership,
  onProgress?: (progress: ImportProgress) => void,
  signal?: AbortSignal,
  beforeCommit?: (client: Queryable) => Promise<void>,
): Promise<Imported> {
  const { report, store } = await readToStore(importer, upload, ownership, onProgress, signal);
  return { ...(await store(beforeCommit)), report };
}

/** The first half of importStatistic, which stores nothing; `store` is the other one. */
export async function readToStore(
  importer: Importer,
  upload: Upload,
  ownership: Ownership,
  onProgress: (progress: ImportProgress) => void = () => undefined,
  signal?: AbortSignal,
) {
  const { pool, engine, statistics } = importer;
  const stopwatch = startStopwatch();
  const totalBytes = upload.file.size;
  onProgress({ stage: 'received', rows: 0, bytes: totalBytes, totalBytes });

  const linesPath = temporaryPath(engine, 'lines.csv');
  let pattern = '';
  const { readReport, ...stored } = await read();
  stopwatch.lap('reading');

  onProgress({ stage: 'matching', rows: readReport.imported, bytes: 0, totalBytes: 0 });
  const head = headOf(upload);
  const telling = { ...head, importDate: ownership.importDate ?? now() };
  // The customer of a test upload is typed in by hand.
  const tellsOf = async (db: Queryable) =>
    upload.testUpload ? { orders: [], proposed: [] } : toldBy(db, telling);
  const told = await tellsOf(pool);
  const whose = { ...upload, uploaderId: ownership.uploaderId };
  const handMatches = await findMatchesFor(pool, whose);
  const { matches, figures, revisions } = await onCurrentRevisions(importer.currentRevisions, (revisions) =>
    statistics.tryOut(
      { ...stored, matches: handMatches, head },
      revisions,
      async (connection) => ({
        matches: await readMatches(connection, readReport.notices),
        figures: await readFigures(connection, told),
        revisions,
      }),
      signal,
    ),
  );
  stopwatch.lap('matching');
  const fileSha256 = Buffer.from(upload.file.sha256);
  const duplicateOf = await findUploadsOfFile(pool, fileSha256, ownership.visibleUploaderIds);
  const report: ImportReport = { ...readReport, ...matches, duplicateOf, timings: stopwatch.laps };
  return { report, store };

  async function store(
    beforeCommit: (client: Queryable) => Promise<void> = async () => undefined,
  ): Promise<{ id: number; directLinkId: string }> {
    onProgress({ stage: 'saving', rows: readReport.imported, bytes: 0, totalBytes: 0 });
    const directLinkId = randomBytes(16).toString('base64url');
    signal?.throwIfAborted();
    const id = await withIdentifierSums(
      engine,
      stored.sums,
      (identifiers) => insert(directLinkId, identifiers, beforeCommit),
      signal,
    );
    stopwatch.lap('saving');
    return { id, directLinkId };
  }

  function insert(
    directLinkId: string,
    identifiers: string,
    beforeCommit: (client: Queryable) => Promise<void>,
  ): Promise<number> {
    return inTransaction(pool, async (client) => {
      if (!(await holdUser(client, ownership.uploaderId))) {
        // Who uploads for themselves is told that the session has ended.
        await beforeCommit(client);
        throw uploaderUnknown();
      }
      const inserted = await insertStatistic(client, {
        ...upload,
        directLinkId,
        active: ownership.active ?? true,
        importDate: ownership.importDate ?? now(),
        user: ownership.user,
        uploaderId: ownership.uploaderId,
        fileName: upload.file.name,
        consentFileName: upload.consentFile && consentFileName(upload.consentFile.name),
        consentPlace: ownership.consentPlace ?? null,
        lineCount: readReport.imported,
        report,
        // Here at last, where few can be at once.
        file: await readFile(upload.file.path),
        fileSha256,
        consent: upload.consentFile && (await readFile(upload.consentFile.path)),
        ...stored,
      });
      await insertIdentifiers(client, inserted, identifiers);
      // Another statistic may have become this customer's meanwhile, or another's, or somebody has said what a code means: then
      // they are reckoned anew.
      const isCurrent =
        isDeepStrictEqual(await tellsOf(client), told) &&
        isDeepStrictEqual(await holdMatchesFor(client, whose), handMatches);
      const version = isCurrent ? figuresVersion(importer.answerVersion, revisions) : '';
      const kept = { statistic: inserted, revision: 1, row: null };
      await storeFigures(client, kept, version, figures, revisions);
      const isChosen = upload.columns || (upload.text && isReadAsHeaded(readReport));
      if (isChosen && upload.customerExternalId && !upload.testUpload) {
        const choice = upload.columns ?? choiceOf(readReport);
        const text = upload.text ?? null;
        await keepColumnChoice(client, upload.customerExternalId, { headings: pattern, choice, text });
      }
      await beforeCommit(client);
      signal?.throwIfAborted();
      return inserted;
    });
  }

  async function read() {
    // As the preview does, which may not have been there yet when the upload was sent.
    const remembered = await findColumnChoices(pool, upload.customerExternalId);
    try {
      const readReport = await readStatistic(upload.file.path, {
        linesPath,
        onProgress,
        timeoutMs: importer.config.importTimeoutMs,
        mostCodes: importer.config.mostCodes,
        onPreview: ({ headings }) => {
          pattern = headingPattern(headings);
        },
        remembered,
        choice: upload.columns,
        text: upload.text,
        ...(signal ? { signal } : {}),
      });
      return { readReport, ...(await storedLines(engine, linesPath, signal)) };
    } finally {
      await rm(linesPath, { force: true });
    }
  }
}

function headOf(upload: Upload) {
  const { customerName, customerExternalId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = upload;
  return {
    customerName,
    customerExternalId,
    timeInformation: null,
    timeMonthFrom,
    timeYearFrom,
    timeMonthTo,
    timeYearTo,
    headerImage: null,
  };
}

function startStopwatch() {
  const laps: Record<string, number> = {};
  let last = performance.now();
  return {
    laps,
    lap(stage: string) {
      const now = performance.now();
      laps[stage] = Math.round(now - last);
      last = now;
    },
  };
}
