import type { PooledConnection } from '#analytics/engine.ts';
import { type AboutStatistic, aboutStatistic, arrowStream } from '#analytics/exports.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { atc } from '#analytics/views/atc.ts';
import { cart } from '#analytics/views/cart.ts';
import { duplicateProducts } from '#analytics/views/duplicate-products.ts';
import { manufacturers } from '#analytics/views/manufacturers.ts';
import { molecule } from '#analytics/views/molecule.ts';
import { product } from '#analytics/views/product.ts';
import { summary } from '#analytics/views/summary.ts';
import { turnoverPotentialView } from '#analytics/views/turnover-potential.ts';
import type { View, ViewContext } from '#analytics/views/view.ts';
import type { VisitTableName } from './layout.ts';

/** The view behind each table, and its parameters where the defaults are not meant. */
const sources: Record<VisitTableName, { view: View; parameters?: Record<string, unknown> }> = {
  Products: { view: product },
  AtcGroups: { view: atc, parameters: { sortBy: 'efPreisSum' } },
  Manufacturers: { view: manufacturers, parameters: { sortBy: 'efPreisSum' } },
  Molecules: { view: molecule, parameters: { sortBy: 'efPreisSum' } },
  Duplicates: { view: duplicateProducts },
  Potential: { view: turnoverPotentialView, parameters: { groupField: 'molecule' } },
  Proposal: { view: cart },
};

export type VisitRows = {
  about: AboutStatistic;
  summary: Record<string, string | number | null>;
  /** Arrow streams by table. */
  tables: Record<VisitTableName, Uint8Array>;
};

/** Asks a connection that stands on a statistic what the workbook for visits shows: the dashboard's figures, unfiltered. */
export async function readVisit(connection: PooledConnection, context: ViewContext): Promise<VisitRows> {
  const about = await aboutStatistic(connection);
  const figures = await runView(connection, summary, summary.parameters.parse({}), context);
  const tables: Partial<VisitRows['tables']> = {};
  for (const [table, { view, parameters = {} }] of Object.entries(sources)) {
    const rows = await runView(connection, view, view.parameters.parse(parameters), context);
    tables[table as VisitTableName] = arrowStream(rows, sqlFile(view.sql).version);
  }
  return {
    about,
    summary: JSON.parse(new TextDecoder().decode(encodeJson(figures, 'one'))),
    tables: tables as VisitRows['tables'],
  };
}
