import type { PooledConnection } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { MatchedReport, Notice, ReportedArticle, ReportedRow } from '#shared/schemas/import-report.ts';

type Matches = Pick<
  MatchedReport,
  | 'matchedByGtin'
  | 'matchedByPharmacode'
  | 'matchedByHand'
  | 'unmatched'
  | 'returnsNetted'
  | 'leftOut'
  | 'ambiguousPharmacodes'
  | 'assortment'
  | 'notices'
>;

/** How the rows of a statistic met the catalogue, with what was noticed before. `connection` stands on the statistic's tables. */
export async function readMatches(connection: PooledConnection, notices: Notice[] = []): Promise<Matches> {
  const rows = <Row>(file: string) => connection.rows(sqlFile(`import/${file}.sql`).text) as Promise<Row[]>;
  const [counts] = await rows<{
    matchedByGtin: number;
    matchedByPharmacode: number;
    matchedByHand: number;
    unmatched: number;
    returnRows: number;
    returnArticles: number;
  }>('matches');
  const [assortment] = await rows<Matches['assortment']>('assortment');
  const leftOut = await rows<ReportedArticle & { total: number; returned: number }>('left-out');
  const disagreeing = await rows<{ row: number; count: number }>('disagreeing-codes');
  return {
    matchedByGtin: counts!.matchedByGtin,
    matchedByPharmacode: counts!.matchedByPharmacode,
    ...(counts!.matchedByHand > 0 && { matchedByHand: counts!.matchedByHand }),
    unmatched: { total: counts!.unmatched, rows: await rows<ReportedRow>('unmatched') },
    returnsNetted: { articles: counts!.returnArticles, rows: counts!.returnRows },
    leftOut: {
      total: leftOut[0]?.total ?? 0,
      returned: leftOut[0]?.returned ?? 0,
      articles: leftOut.map(({ total: _, returned: _returned, ...article }) => article),
    },
    ambiguousPharmacodes: await rows('ambiguous-pharmacodes'),
    assortment: assortment!,
    notices: [
      ...notices,
      ...disagreeing.slice(0, 1).map(({ row, count }) => ({
        code: 'codes_disagree' as const,
        params: {},
        row,
        rows: disagreeing.map((each) => each.row),
        count,
      })),
    ],
  };
}
