import { channel } from 'node:diagnostics_channel';
import type { z } from 'zod';
import { type Bound, type Columns, readColumns } from './columns.ts';
import { contextParameters, standardContext } from './context.ts';
import type { PooledConnection, SqlParameters } from './engine.ts';
import { sqlFile } from './sql.ts';
import { withLiterals } from './sql-literals.ts';
import type { View, ViewContext } from './views/view.ts';

/** A view that was run. */
export type ViewRun = { sql: string; parameters: Readonly<Record<string, unknown>>; milliseconds: number };

/** Tells of every view that was run, whoever listens. */
export const viewRuns = channel('assortment-portal:view-run');

/**
 * Runs a view's SQL file on a connection that stands on a statistic's schema.
 * `parameters` are the parsed ones; with those of the context they must be the file's, no more and no fewer. They stand
 * in the statement as literals: DuckDB plans a statement with bound parameters anew at every run.
 * @throws {ResultTooLargeError} where there is more than `bound`
 */
export async function runView(
  connection: PooledConnection,
  view: View,
  parameters: z.infer<View['parameters']>,
  context: ViewContext = standardContext(),
  bound?: Bound,
): Promise<Columns> {
  const { pieces } = sqlFile(view.sql);
  const values = { ...(parameters as SqlParameters), ...contextParameters(view, context) };
  const begun = performance.now();
  const statement = await connection.prepare(withLiterals(pieces, values));
  // Streamed: a materialised result waits a millisecond for the last of several steps.
  const columns = await readColumns(await statement.stream(), bound);
  const milliseconds = performance.now() - begun;
  viewRuns.publish({ sql: view.sql, parameters, milliseconds } satisfies ViewRun);
  return columns;
}
