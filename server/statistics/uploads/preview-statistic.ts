import { rm } from 'node:fs/promises';
import { type PooledConnection, quoted } from '#analytics/engine.ts';
import { temporaryPath, withWritten } from '#analytics/files.ts';
import { storedLines } from '#analytics/lines.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { ColumnChoice, FilePreview, TextChoice, UnusualQuantity } from '#shared/schemas/preview.ts';
import type { UploadedFile } from '../../http/request/uploaded-file.ts';
import { findEarlierStatistics } from '../earlier-statistic-queries.ts';
import type { SeenPreview } from '../lines/import-lines.ts';
import { readStatistic } from '../lines/read-statistic.ts';
import { findMatchesFor } from '../matches/match-queries.ts';
import { findLink, findUploadsOfFile } from '../statistic-queries.ts';
import type { TimeRange } from '../time-range.ts';
import { onCurrentRevisions, statisticKey } from '../views/view-tables.ts';
import { findColumnChoices } from './column-choice-queries.ts';
import type { Importer } from './import-statistic.ts';
import { readMatches } from './read-matches.ts';

export type PreviewRequest = {
  file: Pick<UploadedFile, 'path' | 'sha256'>;
  choice: ColumnChoice | undefined;
  text: TextChoice | undefined;
  customerExternalId: string | null;
  /** Until it is known, quantities are not suspicious: they can't be told per month. */
  time: TimeRange | undefined;
  /** Whose upload it would be. */
  uploaderId: number;
  /** Users whose statistics may be named; null: all. */
  visibleUploaderIds: number[] | null;
};

/** Reads and matches a file as an import would, and stores nothing. Throws ImportError. */
export async function previewStatistic(
  importer: Importer,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<FilePreview> {
  const { pool, engine, statistics } = importer;
  const { readReport, preview, ...stored } = await read();

  return onCurrentRevisions(importer.currentRevisions, async (revisions) => {
    const duplicateOf = await findUploadsOfFile(
      pool,
      Buffer.from(request.file.sha256),
      request.visibleUploaderIds,
    );
    const earlier = request.customerExternalId
      ? await findEarlierStatistics(pool, request.customerExternalId, request.visibleUploaderIds)
      : [];
    const last = earlier[0];
    const link = last && request.time && (await findLink(pool, last.directLinkId));
    const matches = await findMatchesFor(pool, { ...request, testUpload: false });
    const lookAt = (last?: string) =>
      statistics.tryOut(
        { ...stored, matches, head: { ...emptyHead, ...request.time } },
        revisions,
        async (connection) => ({
          read: await readMatches(connection, readReport.notices),
          unusual: last === undefined ? [] : await unusualQuantities(connection, last),
        }),
        signal,
      );
    const { read: rows, unusual } = link
      ? await withWritten(engine, 'purchases', lookAt, (path) =>
          statistics.use(statisticKey(link, revisions), writePurchases(path), signal),
        )
      : await lookAt();
    return {
      ...preview,
      sheet: readReport.sheet,
      headingRow: readReport.headingRow,
      columns: readReport.columns,
      report: { ...readReport, ...rows, duplicateOf },
      suspicious: [
        ...earlier
          .filter(({ bezugsStatistikID }) =>
            duplicateOf.some((same) => same.bezugsStatistikID === bezugsStatistikID),
          )
          .map((statistic) => ({ kind: 'same_file' as const, statistic })),
        ...earlier
          .filter((statistic) => request.time && overlap(statistic, request.time))
          .map((statistic) => ({ kind: 'overlapping_period' as const, statistic })),
        ...unusual,
      ],
    };
  });

  async function read() {
    const { file, choice, text, customerExternalId } = request;
    const remembered = await findColumnChoices(pool, customerExternalId);
    const linesPath = temporaryPath(engine, 'preview.csv');
    let preview: SeenPreview | undefined;
    try {
      const readReport = await readStatistic(file.path, {
        linesPath,
        remembered,
        onPreview: (seen) => {
          preview = seen;
        },
        timeoutMs: importer.config.importTimeoutMs,
        mostCodes: importer.config.mostCodes,
        signal,
        choice,
        text,
      });
      return { readReport, preview: preview!, ...(await storedLines(engine, linesPath, signal)) };
    } finally {
      await rm(linesPath, { force: true });
    }
  }
}

const emptyHead = {
  customerName: null,
  customerExternalId: null,
  timeInformation: null,
  timeMonthFrom: null,
  timeYearFrom: null,
  timeMonthTo: null,
  timeYearTo: null,
  headerImage: null,
};

function overlap(one: TimeRange, other: TimeRange): boolean {
  const month = (year: number, monthOfYear: number) => 12 * year + monthOfYear;
  return (
    month(one.timeYearFrom, one.timeMonthFrom) <= month(other.timeYearTo, other.timeMonthTo) &&
    month(other.timeYearFrom, other.timeMonthFrom) <= month(one.timeYearTo, one.timeMonthTo)
  );
}

/** Writes what was bought, on a connection that stands on a statistic's tables, for unusualQuantities. */
function writePurchases(path: string) {
  return ({ runScript }: PooledConnection) =>
    runScript(`copy (${sqlFile('import/purchases.sql').text}) to ${quoted(path)} (format parquet)`);
}

/** The articles whose packs per month are unusual beside those that `writePurchases` wrote, the most unusual first. */
async function unusualQuantities({ rows }: PooledConnection, earlier: string): Promise<UnusualQuantity[]> {
  return (await rows(sqlFile('import/unusual-quantities.sql').text, { earlier })) as UnusualQuantity[];
}
