import pg from 'pg';
import type { Cell } from '../../checksum.ts';
import type { Rival, RivalAnswer } from './rival.ts';
import { type ArticleLines, origins, type RivalLines } from './rival-lines.ts';
import { notInSql, rivalSql, sqlQuestions } from './sql-questions.ts';

const BATCH = 100_000;

/**
 * Loads the lines into PostgreSQL, in a schema of their own that `close` drops, and analyses them. With `perArticle`
 * the article rows are kept as a table; else every question joins lines and catalogue, helped by a covering index.
 */
export async function openPostgresRival(
  url: string,
  lines: RivalLines,
  { perArticle }: { perArticle: boolean },
): Promise<Rival> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  const start = performance.now();
  const schema = perArticle ? 'rival_per_article' : 'rival';
  await client.query(
    `drop schema if exists ${schema} cascade; create schema ${schema}; set search_path = ${schema}`,
  );
  await client.query(`set work_mem = '64MB'; set maintenance_work_mem = '256MB'; set jit = off`);
  await client.query(rivalSql('tables'));
  await fill(client, lines);
  await client.query('create index on lines (article_id) include (quantity)');
  await client.query('vacuum analyze');
  await client.query(rivalSql('assortment'));
  if (perArticle) {
    await client.query(rivalSql('per-article'));
    await client.query('vacuum analyze assortment_rows');
  }
  const loadMs = performance.now() - start;
  return {
    name: perArticle ? 'PostgreSQL, per article' : 'PostgreSQL',
    loadMs,
    reason: notInSql,
    answers: Object.fromEntries(
      Object.entries(sqlQuestions(lines.details)).map(
        ([name, { sql: text, columns }]): [string, RivalAnswer] => {
          return [
            name,
            {
              columns,
              async rows() {
                const { rows } = await client.query<Cell[]>({ name, text, rowMode: 'array' });
                return rows;
              },
            },
          ];
        },
      ),
    ),
    async close() {
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
    },
  };
}

async function fill(client: pg.Client, lines: RivalLines): Promise<void> {
  const { products } = lines;
  for (const table of ['manufacturers', 'molecules'] as const) {
    await client.query(
      `insert into ${table} select ord - 1, name from unnest($1::text[]) with ordinality as t (name, ord)`,
      [lines[table]],
    );
  }
  const optional = (values: Int32Array) => Array.from(values, (value) => (value === -1 ? null : value));
  const flags = (values: Int32Array) => Array.from(values, (value) => value === 1);
  await client.query(
    `insert into products
     select ord - 1, a, b, c, d, e, f, g, h, i, j, k, l
     from rows from (
       unnest($1::integer[]), unnest($2::integer[]), unnest($3::text[]), unnest($4::text[]), unnest($5::boolean[]),
       unnest($6::boolean[]), unnest($7::boolean[]), unnest($8::bigint[]), unnest($9::bigint[]),
       unnest($10::integer[]), unnest($11::bigint[]), unnest($12::bigint[])
     ) with ordinality as t (a, b, c, d, e, f, g, h, i, j, k, l, ord)`,
    [
      optional(products.manufacturer),
      optional(products.molecule),
      Array.from(products.atcGroup, (group) => lines.atcGroups[group] ?? null),
      Array.from(products.origin, (origin) => origins[origin]),
      flags(products.provider),
      flags(products.sb20),
      flags(products.pharma),
      optional(products.exFactoryPrice),
      optional(products.publicPrice),
      optional(products.alternative),
      Array.from(products.pack),
      Array.from(products.alternativePack),
    ],
  );
  for (const table of ['details', 'atc_names', 'statistic'] as const) {
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(lines.details[table]),
    ]);
  }
  await insertLines(client, lines);
}

/** Into a table `lines` of articles and quantities. */
export async function insertLines(client: pg.Client, lines: ArticleLines): Promise<void> {
  for (let at = 0; at < lines.lineCount; at += BATCH) {
    await client.query('insert into lines select * from unnest($1::integer[], $2::integer[])', [
      `{${lines.article.subarray(at, at + BATCH).join(',')}}`,
      `{${lines.quantity.subarray(at, at + BATCH).join(',')}}`,
    ]);
  }
}

/** Counts would arrive as text: bigint is wider than a number. */
export const getTypeParser = ((type: number, format?: 'text') =>
  type === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;
