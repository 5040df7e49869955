import { DatabaseSync } from 'node:sqlite';
import type { Cell } from '../../checksum.ts';
import type { Rival, RivalAnswer } from './rival.ts';
import { origins, type RivalLines } from './rival-lines.ts';
import { notInSql, rivalSql, sqlQuestions } from './sql-questions.ts';

/** Loads the lines into SQLite in memory, with the indexes of the PostgreSQL rival; every question joins. */
export function openSqliteRival(lines: RivalLines): Rival {
  const database = new DatabaseSync(':memory:');
  const start = performance.now();
  database.exec(rivalSql('tables'));
  database.exec('begin');
  fill(database, lines);
  database.exec('commit');
  database.exec('create index lines_article on lines (article_id, quantity); analyze');
  database.exec(rivalSql('assortment'));
  return {
    name: 'node:sqlite',
    loadMs: performance.now() - start,
    reason: notInSql,
    answers: Object.fromEntries(
      Object.entries(sqlQuestions(lines.details)).map(([name, { sql, columns }]): [string, RivalAnswer] => {
        const statement = database.prepare(sql);
        statement.setReturnArrays(true);
        return [name, { columns, rows: () => statement.all() as unknown as Cell[][] }];
      }),
    ),
    async close() {
      database.close();
    },
  };
}

function fill(database: DatabaseSync, lines: RivalLines): void {
  const { products } = lines;
  const named = (table: string, names: readonly string[]) => {
    const insert = database.prepare(`insert into ${table} values (?, ?)`);
    for (const [id, name] of names.entries()) insert.run(id, name);
  };
  named('manufacturers', lines.manufacturers);
  named('molecules', lines.molecules);
  const product = database.prepare('insert into products values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const optional = (value: number) => (value === -1 ? null : value);
  for (let id = 0; id < products.count; id++) {
    product.run(
      id,
      optional(products.manufacturer[id]!),
      optional(products.molecule[id]!),
      lines.atcGroups[products.atcGroup[id]!] ?? null,
      origins[products.origin[id]!]!,
      products.provider[id]!,
      products.sb20[id]!,
      products.pharma[id]!,
      optional(products.exFactoryPrice[id]!),
      optional(products.publicPrice[id]!),
      optional(products.alternative[id]!),
      products.pack[id]!,
      products.alternativePack[id]!,
    );
  }
  for (const table of ['details', 'atc_names', 'statistic'] as const) {
    const rows = lines.details[table];
    const names = Object.keys(rows[0]!);
    const places = names.map(() => '?').join(', ');
    const insert = database.prepare(`insert into ${table} (${names.join(', ')}) values (${places})`);
    for (const row of rows) insert.run(...Object.values(row));
  }
  const line = database.prepare('insert into lines values (?, ?)');
  for (let index = 0; index < lines.lineCount; index++)
    line.run(lines.article[index]!, lines.quantity[index]!);
}
