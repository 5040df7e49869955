import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { Command } from './cli/arguments.ts';
import { moveIntoPlace, print } from './cli/deliver.ts';
import { allowed, parameterList } from './cli/parameter-list.ts';
import { queryParameters } from './cli/parameters.ts';
import { type QueryFile, readQueryFile } from './cli/query-file.ts';
import { explainQuery, runQuery } from './cli/run-query.ts';
import { TERMINAL_ROWS } from './cli/text-table.ts';
import { standardContext } from './context.ts';
import { type Engine, type PooledConnection, quoted, quotedName } from './engine.ts';
import { temporaryPath } from './files.ts';
import { sqlFile } from './sql.ts';
import { parameterTypes } from './sql-text.ts';
import { tables } from './tables.ts';
import type { ViewContext } from './views/view.ts';

/** Streams and folder of an analyst's command. */
export type Terminal = {
  /** The answer. */
  output: Writable;
  /** Messages beside the answer. */
  notice(text: string): void;
  /** Base of relative paths. */
  directory: string;
};

/** The tables of a statistic, in the command's own engine. */
export type OpenTables = {
  engine: Engine;
  /** Default values of parameters. */
  context: ViewContext;
  use<T>(work: (connection: PooledConnection) => Promise<T>): Promise<T>;
  /** As `use`, with the tables of the file's rows too. */
  withLines<T>(work: (connection: PooledConnection) => Promise<T>): Promise<T>;
};

/** Names of tables of the file's rows, which are loaded only for queries that use them. */
const LINES = /\b(lines|line_rows|identifiers)\b/i;

/** Runs `command` on the tables. @throws CommandError */
export async function runCommand(
  command: Command,
  file: QueryFile | undefined,
  { engine, context, ...tables }: OpenTables,
  terminal: Terminal,
): Promise<void> {
  const { parameters, format, explain, exportTo, output } = command;
  if (exportTo !== undefined) {
    const target = resolve(terminal.directory, exportTo);
    await withFile(engine, 'export', async (path) => {
      await tables.withLines((connection) => exportTables(connection, path));
      await moveIntoPlace(path, target);
    });
    terminal.notice(`Exported to ${target}.`);
  }
  if (!file) return;
  const input = { given: parameters, context };
  const use = LINES.test(file.text) ? tables.withLines : tables.use;
  if (explain) {
    terminal.output.write(await use((connection) => explainQuery(connection, file, input)));
    return;
  }
  await withFile(engine, 'answer', async (path) => {
    // Load the tables first: only the query is timed.
    await use(async () => undefined);
    const most = output === undefined ? TERMINAL_ROWS : Number.POSITIVE_INFINITY;
    const started = performance.now();
    await use((connection) => runQuery(connection, file, input, format, path, most));
    const took = (performance.now() - started).toFixed(1);
    if (output === undefined) await print(path, terminal.output);
    else await moveIntoPlace(path, resolve(terminal.directory, output));
    terminal.notice(`${file.name} ${file.version}, ${took} ms`);
  });
}

/** Reads the command's SQL file, if any, and checks the parameters before anything is opened. @throws CommandError */
export async function commandFile(command: Command, directory: string): Promise<QueryFile | undefined> {
  if (command.file === undefined) return undefined;
  const file = await readQueryFile(command.file, directory);
  if (!command.help) queryParameters(file, command.parameters, standardContext());
  return file;
}

/** Help for a file's parameters, one per line. */
export function parameterHelp(file: QueryFile): string {
  const described = file.view ? parameterList(file.view) : [];
  const lines = described.map((parameter) => {
    const { name, list, standard } = parameter;
    const unset = standard === null ? 'required' : `default ${standard}`;
    return `  --${name}${list ? ' (any number)' : ''}: ${allowed(parameter)}; ${unset}`;
  });
  const known = new Set(described.map(({ name }) => name));
  const context: Record<string, unknown> = standardContext();
  for (const [name, type] of parameterTypes(file.text)) {
    if (!known.has(name))
      lines.push(`  --${name}: ${type}${name in context ? `; default ${context[name]}` : ''}`);
  }
  return `${file.name} ${file.version}\n${lines.join('\n') || '  has no parameters'}`;
}

async function withFile(engine: Engine, name: string, work: (path: string) => Promise<void>): Promise<void> {
  const path = temporaryPath(engine, name);
  try {
    await work(path);
  } finally {
    await rm(path, { force: true });
    await rm(`${path}.wal`, { force: true });
  }
}

/**
 * Exports the tables of the connection's statistic to a new DuckDB file: under the names in SQL files, as real tables in
 * its main schema, with descriptions as comments, and the shared filters. `path` must be in the engine's folder.
 */
async function exportTables({ connection, runScript }: PooledConnection, path: string): Promise<void> {
  await connection.run(`attach ${quoted(path)} as exported`);
  try {
    for (const { name, description, columns } of tables) {
      const target = `exported.main.${quotedName(name)}`;
      await connection.run(`create table ${target} as from ${quotedName(name)}`);
      await connection.run(`comment on table ${target} is ${quoted(description)}`);
      for (const [column, meaning] of Object.entries(columns)) {
        await connection.run(`comment on column ${target}.${quotedName(column)} is ${quoted(meaning)}`);
      }
    }
    for (const file of ['reckoning', 'filters', 'market-rows', 'groups', 'what-if']) {
      await runScript(
        sqlFile(`load/${file}.sql`).text.replaceAll(/^create macro /gm, 'create macro exported.main.'),
      );
    }
  } finally {
    // Detaching writes the remaining log to the file.
    await connection.run('detach exported');
  }
}
