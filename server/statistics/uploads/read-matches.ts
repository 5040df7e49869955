import type { PooledConnection } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { MatchedReport, ReportedArticle, ReportedRow } from '#shared/schemas/import-report.ts';

type Matches = Pick<
  MatchedReport,
  | 'matchedByGtin'
  | 'matchedByPharmacode'
  | 'unmatched'
  | 'returnsNetted'
  | 'leftOut'
  | 'ambiguousPharmacodes'
  | 'assortment'
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
  const [assortment] = await rows<Matches['assortment']>('assortment');
  const leftOut = await rows<ReportedArticle & { total: number }>('left-out');
  return {
    matchedByGtin: counts!.matchedByGtin,
    matchedByPharmacode: counts!.matchedByPharmacode,
    unmatched: { total: counts!.unmatched, rows: await rows<ReportedRow>('unmatched') },
    returnsNetted: { articles: counts!.returnArticles, rows: counts!.returnRows },
    leftOut: {
      total: leftOut[0]?.total ?? 0,
      articles: leftOut.map(({ total: _, ...article }) => article),
    },
    ambiguousPharmacodes: await rows('ambiguous-pharmacodes'),
    assortment: assortment!,
  };
}
