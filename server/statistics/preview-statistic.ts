import { webcrypto } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { PooledConnection } from '#analytics/engine.ts';
import { temporaryPath } from '#analytics/files.ts';
import { linesToParquet } from '#analytics/lines.ts';
import { findColumnChoices } from '../db/column-choices.ts';
import { type EarlierStatistic, findEarlierStatistics } from '../db/earlier-statistics.ts';
import { findUploadsOfFile } from '../db/statistics.ts';
import type { SeenPreview } from '../importing/import-lines.ts';
import { readStatistic } from '../importing/read-statistic.ts';
import type { ColumnChoice } from '../importing/recognition/column-choice.ts';
import { type ImportReport, readMatches } from './import-report.ts';
import type { Importer } from './import-statistic.ts';
import type { TimeRange } from './time-range.ts';

/** Something to look at before saving. Quantities in packs. */
export type Suspicion =
  | {
      kind: 'quantity';
      gtin: string | null;
      description: string | null;
      quantity: number;
      earlierQuantity: number;
    }
  | { kind: 'same_file'; statistic: EarlierStatistic }
  | { kind: 'overlapping_period'; statistic: EarlierStatistic };

export type StatisticPreview = SeenPreview & {
  sheet: string;
  headingRow: number;
  columns: ImportReport['columns'];
  report: Omit<ImportReport, 'timings'>;
  suspicious: Suspicion[];
};

export type PreviewRequest = {
  file: Uint8Array;
  choice: ColumnChoice | undefined;
  customerExternalId: string | null;
  time: TimeRange | undefined;
  /** Users whose statistics may be named; null: all. */
  visibleUploaderIds: number[] | null;
};

/** A quantity this many times the last period's is worth a look. */
const SUSPICIOUS_FACTOR = 10;
const LISTED_QUANTITIES = 100;

type Bought = { article: string; gtin: string | null; description: string | null; quantity: number };

/** Reads and matches a file as an import would, and stores nothing. Throws ImportError. */
export async function previewStatistic(
  importer: Importer,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<StatisticPreview> {
  const { pool, engine, statistics } = importer;
  const { readReport, preview, lines } = await read();

  const revisions = await importer.currentRevisions();
  const { matches, bought } = await statistics.tryOut(
    { lines, head: emptyHead },
    revisions,
    async (connection) => ({ matches: await readMatches(connection), bought: await readBought(connection) }),
    signal,
  );
  const sha256 = Buffer.from(
    await webcrypto.subtle.digest('SHA-256', request.file as Uint8Array<ArrayBuffer>),
  );
  const duplicateOf = await findUploadsOfFile(pool, sha256, request.visibleUploaderIds);
  const earlier = request.customerExternalId
    ? await findEarlierStatistics(pool, request.customerExternalId, request.visibleUploaderIds)
    : [];
  const last = earlier[0];
  const earlierBought = last
    ? await statistics.use(
        { statistic: last.bezugsStatistikID, revision: last.revision, ...revisions },
        readBought,
        signal,
      )
    : [];
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
      ...unusualQuantities(bought, earlierBought),
    ],
  };

  async function read() {
    const { file, choice, customerExternalId } = request;
    const remembered = customerExternalId ? await findColumnChoices(pool, customerExternalId) : [];
    const linesPath = temporaryPath(engine, 'preview.csv');
    let preview: SeenPreview | undefined;
    try {
      const readReport = await readStatistic(file, {
        linesPath,
        remembered,
        onPreview: (seen) => {
          preview = seen;
        },
        timeoutMs: importer.timeoutMs,
        signal,
        ...(choice ? { choice } : {}),
      });
      return { readReport, preview: preview!, lines: await linesToParquet(engine, linesPath) };
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

async function readBought({ rows }: PooledConnection): Promise<Bought[]> {
  return (await rows(
    'select article, gtin, product_name as description, quantity::double as quantity from assortment order by article',
  )) as Bought[];
}

function unusualQuantities(bought: Bought[], earlier: Bought[]): Suspicion[] {
  const before = new Map(earlier.map(({ article, quantity }) => [article, quantity]));
  return bought
    .flatMap(({ article, gtin, description, quantity }) => {
      const earlierQuantity = before.get(article);
      if (earlierQuantity === undefined || quantity < SUSPICIOUS_FACTOR * earlierQuantity) return [];
      return [{ kind: 'quantity' as const, gtin, description, quantity, earlierQuantity }];
    })
    .sort((a, b) => b.quantity / b.earlierQuantity - a.quantity / a.earlierQuantity)
    .slice(0, LISTED_QUANTITIES);
}

function overlap(one: TimeRange, other: TimeRange): boolean {
  const month = (year: number, monthOfYear: number) => 12 * year + monthOfYear;
  return (
    month(one.timeYearFrom, one.timeMonthFrom) <= month(other.timeYearTo, other.timeMonthTo) &&
    month(other.timeYearFrom, other.timeMonthFrom) <= month(one.timeYearTo, one.timeMonthTo)
  );
}
