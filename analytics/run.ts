import type { z } from 'zod';
import { type Columns, readColumns } from './columns.ts';
import { contextParameters, standardContext } from './context.ts';
import { bind, type PooledConnection, type SqlParameters } from './engine.ts';
import { sqlFile } from './sql.ts';
import type { View, ViewContext } from './views/view.ts';

/**
 * Runs a view's SQL file on a connection that stands on a statistic's schema.
 * `parameters` are the parsed ones; with those of the context they must be the file's, no more and no fewer.
 */
export async function runView(
  connection: PooledConnection,
  view: View,
  parameters: z.infer<View['parameters']>,
  context: ViewContext = standardContext(),
): Promise<Columns> {
  const statement = await connection.prepare(sqlFile(view.sql).text);
  bind(statement, { ...(parameters as SqlParameters), ...contextParameters(view, context) }, true);
  return readColumns(await statement.run());
}
