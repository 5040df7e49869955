import pg from 'pg';
import type { Cell } from '../../checksum.ts';
import type { Question } from '../../views/questions.ts';
import { getTypeParser, insertLines } from '../../views/rivals/postgres.ts';
import type { Rival, RivalAnswer } from '../../views/rivals/rival.ts';
import { filledIn } from '../../views/rivals/sql-questions.ts';
import { dataTables, type MarketData } from './market-data.ts';
import { sqlAnswer } from './sql-answers.ts';

/**
 * Loads the market into PostgreSQL, in a schema of its own that `close` drops, with the indexes that its questions look
 * up, and analyses it. With `perArticle` it keeps what we keep: packs per article, the state of every product and its
 * outages; else they are reckoned when a question is asked.
 */
export async function openMarketRival(
  url: string,
  data: MarketData,
  asked: readonly Question[],
  { perArticle }: { perArticle: boolean },
): Promise<Rival> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  const start = performance.now();
  const schema = perArticle ? 'market_per_article' : 'market_rival';
  await client.query(
    `drop schema if exists ${schema} cascade; create schema ${schema}; set search_path = ${schema}`,
  );
  await client.query(`set work_mem = '64MB'; set maintenance_work_mem = '256MB'; set jit = off`);
  await client.query(file('tables'));
  for (const table of dataTables) {
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(data[table]),
    ]);
  }
  await insertLines(client, data.lines);
  await client.query(file('indexes'));
  await client.query('analyze');
  await client.query(file('reckoning'));
  if (perArticle) await client.query(file('per-article'));
  await client.query('vacuum analyze');
  return {
    name: perArticle ? 'PostgreSQL, per article' : 'PostgreSQL',
    loadMs: performance.now() - start,
    reason: 'every question is written for PostgreSQL',
    answers: Object.fromEntries(asked.map((question) => [question.name, answerOf(client, question)])),
    async close() {
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
    },
  };
}

function answerOf(client: pg.Client, question: Question): RivalAnswer {
  const { sql: text, columns } = sqlAnswer(question);
  return {
    columns,
    async rows() {
      const { rows } = await client.query<Cell[]>({ name: question.name, text, rowMode: 'array' });
      return rows;
    },
  };
}

function file(name: string): string {
  return filledIn(new URL(`./sql/${name}.sql`, import.meta.url), {});
}
