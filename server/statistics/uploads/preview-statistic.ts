import { rm } from 'node:fs/promises';
import type { PooledConnection } from '#analytics/engine.ts';
import { temporaryPath } from '#analytics/files.ts';
import { storedLines } from '#analytics/lines.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { ColumnChoice, FilePreview, TextChoice, UnusualQuantity } from '#shared/schemas/preview.ts';
import type { UploadedFile } from '../../http/request/uploaded-file.ts';
import { findEarlierStatistics } from '../earlier-statistic-queries.ts';
import type { SeenPreview } from '../lines/import-lines.ts';
import { readStatistic } from '../lines/read-statistic.ts';
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
    const { matches, purchases } = await statistics.tryOut(
      { ...stored, head: { ...emptyHead, ...request.time } },
      revisions,
      async (connection) => ({
        matches: await readMatches(connection),
        purchases: await readPurchases(connection),
      }),
      signal,
    );
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
    const lastPurchases =
      link && (await statistics.use(statisticKey(link, revisions), readPurchases, signal));
    return {
      ...preview,
      sheet: readReport.sheet,
      headingRow: readReport.headingRow,
      columns: readReport.columns,
      report: { ...readReport, ...matches, duplicateOf },
      suspicious: [
        ...earlier
          .filter(({ bezugsStatistikID }) =>
            duplicateOf.some((same) => same.bezugsStatistikID === bezugsStatistikID),
          )
          .map((statistic) => ({ kind: 'same_file' as const, statistic })),
        ...earlier
          .filter((statistic) => request.time && overlap(statistic, request.time))
          .map((statistic) => ({ kind: 'overlapping_period' as const, statistic })),
        ...(lastPurchases ? unusualQuantities(purchases, lastPurchases) : []),
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

/** Net packs of every article bought in a period of so many months. */
type Purchases = {
  months: number;
  articles: { article: string; gtin: string | null; description: string | null; quantity: number }[];
};

/** A quantity per month this many times the last period's is worth a look. */
const SUSPICIOUS_FACTOR = 10;
const LISTED = 100;

/** Reads what was bought on a connection that stands on a statistic's schema. */
async function readPurchases({ rows }: PooledConnection): Promise<Purchases> {
  const [period] = await rows(sqlFile('compare/period.sql').text);
  const articles = await rows(
    'select article, gtin, product_name as description, quantity::double as quantity from assortment order by article',
  );
  return { months: (period as { months: number }).months, articles: articles as Purchases['articles'] };
}

/** The articles whose packs per month are unusual beside the last period's, the most unusual first. */
function unusualQuantities(now: Purchases, last: Purchases): UnusualQuantity[] {
  const before = new Map(last.articles.map(({ article, quantity }) => [article, quantity]));
  return now.articles
    .flatMap(({ article, gtin, description, quantity }) => {
      const earlier = before.get(article);
      // Multiplied out: of quotients, exactly ten times could come to a little less.
      if (!earlier || quantity * last.months < SUSPICIOUS_FACTOR * earlier * now.months) return [];
      const perMonth = quantity / now.months;
      return [
        { kind: 'quantity' as const, gtin, description, perMonth, earlierPerMonth: earlier / last.months },
      ];
    })
    .sort((a, b) => b.perMonth / b.earlierPerMonth - a.perMonth / a.earlierPerMonth)
    .slice(0, LISTED);
}
