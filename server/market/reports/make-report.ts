import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { type ReportRow, shortageReport } from '#analytics/reports.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Language } from '../../platform/i18n/messages.ts';
import { tablesOfMarket } from '../../statistics/views/subjects.ts';
import { type MakeOptions, makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import { readScout } from './read-scout.ts';
import type { ReportName } from './report-sheets.ts';
import { type Report, reportWorkbook } from './report-workbook.ts';
import {
  activityOfRepresentatives,
  activityOfTeams,
  downloadsByKind,
  openingsByDay,
  uploadsTracked,
} from './tracking-queries.ts';

type Contents = Pick<Report, 'rows' | 'facts'>;

/**
 * A report as .xlsx, of what is known now; Tracking of the uploads of these users, or of all (null). @throws as makeWorkbook, and AppError 409 while no catalogue is published
 */
export async function makeReport(
  dependencies: Dependencies,
  name: ReportName,
  language: Language,
  of: number[] | null,
  options: MakeOptions,
): Promise<Uint8Array> {
  const contents = await read[name](dependencies, options, of);
  const { provider } = await dependencies.settings();
  const report = { ...contents, name, provider: provider.name, made: now() };
  return makeWorkbook(reportWorkbook(language, report), options);
}

const read: Record<
  ReportName,
  (dependencies: Dependencies, options: MakeOptions, of: number[] | null) => Promise<Contents>
> = {
  Tracking: readTracking,
  Drugshortage: readShortages,
  Scout: readGaps,
};

async function readTracking(
  { bulkPool: pool, usage }: Dependencies,
  { signal }: MakeOptions,
  of: number[] | null,
): Promise<Contents> {
  await usage.write();
  const rows: Record<string, readonly ReportRow[]> = {};
  const sheets = {
    openings: openingsByDay,
    representatives: activityOfRepresentatives,
    teams: activityOfTeams,
    downloads: downloadsByKind,
    uploads: uploadsTracked,
  };
  for (const [sheet, query] of Object.entries(sheets)) {
    signal?.throwIfAborted();
    rows[sheet] = await query(pool, of);
  }
  return { rows };
}

async function readShortages(dependencies: Dependencies, { signal }: MakeOptions): Promise<Contents> {
  const today = todayInZurich();
  const { use } = await tablesOfMarket(dependencies);
  return { rows: await use((connection) => shortageReport(connection, today), signal) };
}

async function readGaps(dependencies: Dependencies, options: MakeOptions): Promise<Contents> {
  const { use } = await tablesOfMarket(dependencies);
  const { customers, ...rows } = await readScout(
    dependencies.bulkPool,
    (work) => use(work, options.signal),
    options,
  );
  return { rows, facts: [['customers', customers]] };
}
