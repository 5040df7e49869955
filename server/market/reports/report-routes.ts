import type { Pool } from 'pg';
import { z } from 'zod';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import {
  type BoughtGaps,
  identifiersOfGaps,
  portfolioGaps,
  type ReportRow,
  scoutReport,
  shortageReport,
} from '#analytics/reports.ts';
import type { Language } from '#shared/languages.ts';
import type { User } from '#shared/schemas/user.ts';
import { findPeopleOf } from '../../accounts/user-queries.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendMadeFile, XLSX } from '../../http/send-file.ts';
import { forbidden } from '../../platform/errors.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { matchedPairs } from '../../statistics/matches/match-queries.ts';
import type { Usage } from '../../statistics/views/count-usage.ts';
import { type MarketParts, onCurrentRevisions, tablesOfMarket } from '../../statistics/views/view-tables.ts';
import { type MakeOptions, makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import { newestStatistics } from '../call-list/customer-statistic-queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { type ReportName, reportNames } from './report-sheets.ts';
import { type Report, reportWorkbook } from './report-workbook.ts';
import {
  activityOfRepresentatives,
  activityOfTeams,
  allPairs,
  type BoughtOf,
  boughtOf,
  downloadsByKind,
  type IdentifiedGap,
  openingsByDay,
  uploadsTracked,
} from './tracking-queries.ts';

/** Most pairs of identifiers and statistics per query of PostgreSQL, where molecules permit. */
const PAIRS_AT_ONCE = 2_000_000;

type ReportParts = MarketParts & {
  bulkPool: Pool;
  usage: Usage;
  settings: () => Promise<Settings>;
};
type Contents = Pick<Report, 'rows' | 'facts'>;

const read: Record<
  ReportName,
  (parts: ReportParts, options: MakeOptions, of: number[] | null) => Promise<Contents>
> = {
  Tracking: readTracking,
  Drugshortage: readShortages,
  Scout: readGaps,
};

type Scout = {
  products: ReportRow[];
  molecules: ReportRow[];
  /** Customers whose newest statistic was read. */
  customers: number;
};

/** Reports: for administrators about all, for managers about their people. */
export function reportRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/report/:report',
      summary:
        'A report as .xlsx, its name in report-file-name: uploads, openings, downloads and orders (Tracking), episodes of stock-outs and how reliable companies are (Drugshortage), what customers buy and the provider offers nothing for (Scout). For administrators; Tracking also for whoever others report to, of these and themselves alone.',
      access: 'signedIn',
      costs: 'export',
      params: z.object({ report: z.enum(reportNames) }),
      objects: { report: 'word' },
      async handle(ctx, { params: { report }, user }) {
        const of = await trackedIds(report, user);
        await sendMadeFile(ctx, {
          name: fileName('xlsx', translate(languageOf(ctx), `reports.${report}.title`), todayInZurich()),
          type: XLSX,
          make: (options) => makeReport(dependencies, report, languageOf(ctx), of, options),
        });
      },
    }),
  ];

  /** Users whose rows the caller gets; null: everybody's. @throws AppError 403 */
  async function trackedIds(report: ReportName, { id, role }: User): Promise<number[] | null> {
    if (role === 'Admin') return null;
    const { subordinates } = await findPeopleOf(dependencies.pool, id);
    if (report !== 'Tracking' || subordinates.length === 0) throw forbidden();
    return [id, ...subordinates.map((person) => person.id)];
  }
}

/**
 * A report as .xlsx of current data; Tracking of the uploads of these users, or of all (null). @throws as makeWorkbook,
 * and AppError 409 while no catalogue is published
 */
async function makeReport(
  parts: ReportParts,
  name: ReportName,
  language: Language,
  of: number[] | null,
  options: MakeOptions,
): Promise<Uint8Array> {
  const contents = await read[name](parts, options, of);
  const { provider } = await parts.settings();
  const report = { ...contents, name, provider: provider.name, made: now() };
  return makeWorkbook(reportWorkbook(language, report), options);
}

async function readTracking(
  { bulkPool: pool, usage }: ReportParts,
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

async function readShortages(parts: ReportParts, { signal }: MakeOptions): Promise<Contents> {
  const today = todayInZurich();
  const { use } = await tablesOfMarket(parts);
  return { rows: await use((connection) => shortageReport(connection, today), signal) };
}

async function readGaps(parts: ReportParts, options: MakeOptions): Promise<Contents> {
  const { statistics, currentRevisions } = parts;
  const { signal } = options;
  const { customers, ...rows } = await onCurrentRevisions(currentRevisions, (revisions) =>
    statistics.keeping(
      revisions,
      () =>
        readScout(parts.bulkPool, (work) => statistics.onMarket(revisions, undefined, work, signal), options),
      signal,
    ),
  );
  return { rows, facts: [['customers', customers]] };
}

/**
 * Purchases in the newest statistic of each customer that the provider offers nothing for. Purchases come from PostgreSQL
 * part by part, products and prices from the catalogue: `onCatalogue` stays on one revision.
 */
async function readScout(
  pool: Pool,
  onCatalogue: <T>(work: (connection: PooledConnection) => Promise<T>) => Promise<T>,
  { signal }: MakeOptions,
): Promise<Scout> {
  const gaps = await onCatalogue(portfolioGaps);
  const { statistics } = await newestStatistics(pool, null);
  const customers = statistics === '' ? 0 : statistics.split(',').length;
  const pairs =
    gaps.length > 0 && customers > 0
      ? [...(await allPairs(pool)), ...(await matchedPairs(pool, statistics))]
      : [];
  const meanings = await onCatalogue((tables) => identifiersOfGaps(tables, gaps, pairs));
  const moleculeOf = new Map(gaps.map(({ product, molecule }) => [product, molecule]));
  const identified = meanings.map((meaning) => ({ ...meaning, molecule: moleculeOf.get(meaning.product)! }));
  const bought: BoughtOf[] = [];
  for (const part of inParts(identified, Math.floor(PAIRS_AT_ONCE / Math.max(1, customers)))) {
    signal?.throwIfAborted();
    bought.push(...(await boughtOf(pool, statistics, part)));
  }
  const report = await onCatalogue((tables) => scoutReport(tables, texts(bought)));
  return { ...report, customers };
}

/** At most `most` per part, but all of a molecule together, since its customers are counted. */
function* inParts(identified: readonly IdentifiedGap[], most: number): Generator<IdentifiedGap[]> {
  let part: IdentifiedGap[] = [];
  for (const molecule of Map.groupBy(identified, (each) => each.molecule).values()) {
    if (part.length > 0 && part.length + molecule.length > most) {
      yield part;
      part = [];
    }
    part.push(...molecule);
  }
  if (part.length > 0) yield part;
}

function texts(bought: readonly BoughtOf[]): BoughtGaps {
  const all = (kind: BoughtOf['kind'], name: 'of' | 'customers' | 'packs') =>
    bought.flatMap((each) => (each.kind === kind ? [each[name]] : [])).join(',');
  return {
    products: all('product', 'of'),
    customers: all('product', 'customers'),
    packs: all('product', 'packs'),
    molecules: all('molecule', 'of'),
    moleculeCustomers: all('molecule', 'customers'),
  };
}
