import { encodeArrow } from './arrow.ts';
import { type Columns, readColumns, releaseColumns } from './columns.ts';
import type { PooledConnection } from './engine.ts';
import { sqlFile } from './sql.ts';
import { withLiterals } from './sql-literals.ts';

/** The sheets of an exported statistic: products with what was bought of them, and the rows of the uploaded file. */
export const exportedSheets = ['daten', 'stats'] as const;
export type ExportedSheet = (typeof exportedSheets)[number];

/** Whose statistic it is, and of when its reference data is; dates YYYY-MM-DD. */
export type AboutStatistic = {
  customer_name: string | null;
  customer_external_id: string | null;
  time_information: string | null;
  time_month_from: number | null;
  time_year_from: number | null;
  time_month_to: number | null;
  time_year_to: number | null;
  months: number;
  catalogue_revision: number;
  price_date: string;
  stockout_revision: number;
  stockout_date: string | null;
  /** Names of the focus groups that were asked for. */
  focus_groups: string[];
};

/** Asks a connection that stands on a statistic what its exported workbook says about it. */
export async function aboutStatistic(
  { rows }: PooledConnection,
  focusGroups: readonly string[] = [],
): Promise<AboutStatistic> {
  const [about] = await rows(withLiterals(sqlFile('exports/about.sql').pieces, { focusGroup: focusGroups }));
  return about as AboutStatistic;
}

/**
 * A sheet as Arrow stream; `stats` on a connection that sees the lines. `all`: also the products that were not bought, and
 * the rows that match no product.
 */
export async function exportedRows(
  connection: PooledConnection,
  sheet: ExportedSheet,
  all: boolean,
): Promise<Uint8Array> {
  const { pieces, version } = sqlFile(`exports/${sheet}.sql`);
  const statement = await connection.prepare(withLiterals(pieces, { all }));
  return arrowStream(await readColumns(await statement.stream()), version);
}

/** Columns as Arrow stream; they are gone afterwards. */
export function arrowStream(columns: Columns, sqlVersion: string): Uint8Array {
  const bytes = encodeArrow(columns, { sqlVersion });
  releaseColumns(columns);
  return bytes;
}
