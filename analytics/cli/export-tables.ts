import { type PooledConnection, quoted, quotedName } from '../engine.ts';
import { sqlFile } from '../sql.ts';
import { tables } from '../tables.ts';

/**
 * Writes the tables of the statistic that `connection` stands on to a new DuckDB file: the names that SQL files use,
 * as real tables in its main schema, with their descriptions as comments, and the filters that files share. `path` must
 * be in the engine's folder.
 */
export async function exportTables({ connection, runScript }: PooledConnection, path: string): Promise<void> {
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
    for (const file of ['reckoning', 'filters', 'market-rows', 'groups']) {
      await runScript(
        sqlFile(`load/${file}.sql`).text.replaceAll(/^create macro /gm, 'create macro exported.main.'),
      );
    }
  } finally {
    // Detaching writes what is left in the log, so that the file is all there is.
    await connection.run('detach exported');
  }
}
