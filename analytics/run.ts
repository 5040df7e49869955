import type { z } from 'zod';
import { type Columns, readColumns } from './columns.ts';
import { bind, type PooledConnection, type SqlParameters } from './engine.ts';
import { sqlFile } from './sql.ts';
import type { View } from './views/view.ts';

/**
 * Runs a view's SQL file on a connection that stands on a statistic's schema.
 * `parameters` are the parsed ones; every parameter of the file must be among them and the other way round.
 */
export async function runView(
  connection: PooledConnection,
  view: View,
  parameters: z.infer<View['parameters']>,
): Promise<Columns> {
  const statement = await connection.prepare(sqlFile(view.sql).text);
  bind(statement, parameters as SqlParameters, true);
  return readColumns(await statement.run());
}
