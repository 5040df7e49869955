import { writeFile } from 'node:fs/promises';
import { type DuckDBPreparedStatement, DuckDBTypeId } from '@duckdb/node-api';
import { encodeArrow } from '../arrow.ts';
import { type Columns, readColumns } from '../columns.ts';
import { bind, type PooledConnection, quoted, quotedName, type SqlParameters } from '../engine.ts';
import { encodeJson } from '../json.ts';
import type { Format } from './arguments.ts';
import type { QueryFile } from './query-file.ts';
import { layOut } from './text-table.ts';

/** A SQL file ready to run. */
export type Query = { file: QueryFile; statement: DuckDBPreparedStatement; parameters: SqlParameters };

/** Writes the answer of a bound statement to `path` in the engine's folder; a text table holds `most` rows. */
export async function writeResult(
  connection: PooledConnection,
  query: Query,
  format: Format,
  path: string,
  most: number,
): Promise<void> {
  const { version, view } = query.file;
  switch (format) {
    case 'table':
      return writeFile(path, await textTable(connection, query, most));
    case 'json':
      return writeFile(path, encodeJson(await wireColumns(connection, query), view?.cardinality ?? 'many'));
    case 'arrow':
      return writeFile(path, encodeArrow(await wireColumns(connection, query), { sqlVersion: version }));
    case 'csv':
      return copy(connection, query, path, 'format csv, header true');
    case 'parquet':
      return copy(
        connection,
        query,
        path,
        `format parquet, compression zstd, kv_metadata {sqlVersion: ${quoted(version)}}`,
      );
  }
}

/** Rows beyond `most` are counted in DuckDB, without reading them. */
async function textTable(connection: PooledConnection, query: Query, most: number): Promise<string> {
  const [reader, count] = await withAnswer(connection, query, async (answer) => {
    const limit = Number.isFinite(most) ? `limit ${most}` : '';
    const [counted] = await connection.rows(`select count(*)::integer as count from ${answer}`);
    return [
      await connection.connection.runAndReadAll(`from ${answer} ${limit}`),
      counted!.count as number,
    ] as const;
  });
  const columns = reader.columnNames().map((name, index) => ({
    name,
    numeric: numericTypes.has(reader.columnTypeId(index)),
  }));
  const rows = reader.getRowsJson().map((row) =>
    row.map((value) => {
      if (value === null) return null;
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    }),
  );
  return layOut({ columns, rows, count }, most);
}

/** For views the columns of the API; for other files columns cast to types of JSON and Arrow. */
async function wireColumns(connection: PooledConnection, query: Query): Promise<Columns> {
  if (query.file.view) return readColumns(await query.statement.run());
  return withAnswer(connection, query, async (answer) => {
    const described = await connection.connection.runAndReadAll(`describe ${answer}`);
    const columns = described.getRowsJson().map(([name, type]) => wireColumn(String(name), String(type)));
    return readColumns(await connection.connection.run(`select ${columns.join(', ')} from ${answer}`));
  });
}

function wireColumn(name: string, type: string): string {
  const column = quotedName(name);
  if (/^(INTEGER|BOOLEAN|VARCHAR|ENUM\(.*\))$/.test(type)) return column;
  if (/^(TINYINT|SMALLINT|UTINYINT|USMALLINT)$/.test(type)) return `${column}::integer as ${column}`;
  if (/^(FLOAT|DOUBLE)$/.test(type)) {
    return `(case when isfinite(${column}) then ${column} end)::double as ${column}`;
  }
  if (/^(BIGINT|HUGEINT|UINTEGER|UBIGINT|UHUGEINT|DECIMAL\(\d+,\d+\))$/.test(type)) {
    return `${column}::double as ${column}`;
  }
  return `${column}::varchar as ${column}`;
}

async function copy(
  connection: PooledConnection,
  query: Query,
  path: string,
  options: string,
): Promise<void> {
  await withAnswer(connection, query, async (answer) => {
    await connection.connection.run(`copy ${answer} to ${quoted(path)} (${options})`);
  });
}

/** Calls `work` with the name of a temporary table of the answer, in order. */
async function withAnswer<T>(
  { connection }: PooledConnection,
  { file, parameters }: Query,
  work: (table: string) => Promise<T>,
): Promise<T> {
  const table = 'temp.main."answer of the query"';
  const statement = await connection.prepare(`create temp table ${table} as ${file.text}`);
  try {
    bind(statement, parameters, true);
    await statement.run();
    return await work(table);
  } finally {
    statement.destroySync();
    await connection.run(`drop table if exists ${table}`);
  }
}

const numericTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
]);
