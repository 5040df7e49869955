import { type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api';
import { bind, type PooledConnection } from '../engine.ts';
import { essence } from '../sql-text.ts';
import type { ViewContext } from '../views/view.ts';
import type { Format, GivenValue } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { queryParameters } from './parameters.ts';
import type { QueryFile } from './query-file.ts';
import { type Query, writeResult } from './write-result.ts';

/** Given parameters, and defaults. */
export type QueryInput = { given: Readonly<Record<string, GivenValue>>; context: ViewContext };

/**
 * Runs `file` on a connection of a statistic and writes the answer to `path`, in the engine's folder; a text table holds
 * `most` rows. @throws CommandError with DuckDB's message, file and line
 */
export function runQuery(
  connection: PooledConnection,
  file: QueryFile,
  input: QueryInput,
  format: Format,
  path: string,
  most: number,
): Promise<void> {
  return withQuery(connection, file, input, (query) => writeResult(connection, query, format, path, most));
}

/** DuckDB's plan for `file` as text. @throws CommandError */
export function explainQuery(
  connection: PooledConnection,
  file: QueryFile,
  input: QueryInput,
): Promise<string> {
  return withQuery(connection, file, input, async ({ parameters }) => {
    // On the first line of the file, so that line numbers in errors are right.
    const statement = await connection.connection.prepare(`explain ${file.text}`);
    try {
      bind(statement, parameters, true);
      const plans = (await statement.runAndReadAll()).getRowsJson();
      return plans.map(([, plan]) => String(plan)).join('\n');
    } finally {
      statement.destroySync();
    }
  });
}

async function withQuery<T>(
  connection: PooledConnection,
  file: QueryFile,
  input: QueryInput,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const statement = await prepareSelect(connection, file);
  try {
    const parameters = queryParameters(file, input.given, input.context);
    bind(statement, parameters, true);
    return await work({ file, statement, parameters });
  } catch (error) {
    throw error instanceof CommandError ? error : sqlError(file.name, error);
  } finally {
    statement.destroySync();
  }
}

async function prepareSelect(
  { connection }: PooledConnection,
  file: QueryFile,
): Promise<DuckDBPreparedStatement> {
  try {
    if (essence(file.text) === '') throw new CommandError(`${file.name} has no statement.`);
    const statements = await connection.extractStatements(file.text);
    if (statements.count !== 1) {
      throw new CommandError(
        `${file.name}: one statement is run at a time; this file has ${statements.count}.`,
      );
    }
    const statement = await statements.prepare(0);
    if (statement.statementType === StatementType.SELECT) return statement;
    statement.destroySync();
    throw new CommandError(`${file.name}: only SELECT is run; nothing here is written or changed.`);
  } catch (error) {
    throw error instanceof CommandError ? error : sqlError(file.name, error);
  }
}

/** DuckDB's message with file and line. */
function sqlError(file: string, error: unknown): CommandError {
  const words = error instanceof Error ? error.message : String(error);
  const message = words.replace(/^Failed to extract statements: /, '');
  const line = /^LINE (\d+):/m.exec(message)?.[1];
  return new CommandError(`${file}${line ? `:${line}` : ''}: ${message.trimEnd()}`, { cause: error });
}
