import type { PooledConnection } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { EarlierUpload } from '../db/statistics.ts';
import type { ReadReport } from '../importing/read-report.ts';
import { type Language, translate } from '../words/messages.ts';

/** What happened to every row of a file; stored with the statistic and shown after the upload. */
export type ImportReport = ReadReport & {
  matchedByGtin: number;
  matchedByPharmacode: number;
  /** Rows that no product answers to; the first 1,000 of them. */
  unmatched: { total: number; rows: UnmatchedRow[] };
  /** Articles and rows with returns, which were deducted from what was bought. */
  returnsNetted: { articles: number; rows: number };
  /** Articles with more returned than bought, which no figure counts. */
  leftOut: { total: number; articles: LeftOutArticle[] };
  ambiguousPharmacodes: { pharmacode: string; gtins: string[]; chosen: string }[];
  /** Earlier uploads of the same file. */
  duplicateOf: EarlierUpload[];
  /** Milliseconds by stage. */
  timings: Record<string, number>;
};

type UnmatchedRow = {
  row: number;
  gtin: string | null;
  pharmacode: string | null;
  description: string | null;
  quantity: number;
};
type LeftOutArticle = {
  gtin: string | null;
  pharmacode: string | null;
  description: string | null;
  quantity: number;
};
type Matches = Pick<
  ImportReport,
  'matchedByGtin' | 'matchedByPharmacode' | 'unmatched' | 'returnsNetted' | 'leftOut' | 'ambiguousPharmacodes'
>;

/** How the rows of a statistic met the catalogue. `connection` stands on the statistic's tables. */
export async function readMatches(connection: PooledConnection): Promise<Matches> {
  const rows = <Row>(file: string) => connection.rows(sqlFile(`import/${file}.sql`).text) as Promise<Row[]>;
  const [counts] = await rows<{
    matchedByGtin: number;
    matchedByPharmacode: number;
    unmatched: number;
    returnRows: number;
    returnArticles: number;
  }>('matches');
  const leftOut = await rows<LeftOutArticle & { total: number }>('left-out');
  return {
    matchedByGtin: counts!.matchedByGtin,
    matchedByPharmacode: counts!.matchedByPharmacode,
    unmatched: { total: counts!.unmatched, rows: await rows<UnmatchedRow>('unmatched') },
    returnsNetted: { articles: counts!.returnArticles, rows: counts!.returnRows },
    leftOut: {
      total: leftOut[0]?.total ?? 0,
      articles: leftOut.map(({ total: _, ...article }) => article),
    },
    ambiguousPharmacodes: await rows('ambiguous-pharmacodes'),
  };
}

/** What the user should know of an import, one sentence each, in `language`. */
export function warningsOf(report: ImportReport, language: Language): string[] {
  const counts: Record<string, number> = {
    unmatched: report.unmatched.total,
    skipped: report.skipped.total,
    left_out: report.leftOut.total,
    ambiguous_pharmacodes: report.ambiguousPharmacodes.length,
    hidden_rows: report.hiddenRows.total,
    duplicate: report.duplicateOf.length,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => translate(language, `warnings.${name}`, { count }));
}
