import pg from 'pg';

export const STATISTICS = 10_000;
export const ARTICLES = 1_500;

/**
 * Fills a migrated database with STATISTICS customers who buy ARTICLES of the catalogue's products each: all rows by one
 * user but those of the first hundred, and no files. Indexes and foreign keys come after the rows, as no upload has it.
 */
export async function fillCustomers(
  superuserUrl: string,
  database: string,
  gtins: readonly string[],
  users: { all: number; hundred: number },
): Promise<void> {
  const url = new URL(superuserUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into statistics (direct_link_id, customer_external_id, customer_name, time_month_from, time_year_from,
         time_month_to, time_year_to, sales_representative, uploader_id, file_name, line_count, report)
       select 'bench' || lpad(s::text, 17, '0'), (100000 + s)::text, 'Apotheke ' || s, 1 + s % 6, 2025, 12, 2025,
         'Bench', case when s <= 100 then $4::integer else $3::integer end, 'bench.xlsx', $2::integer, '{}'
       from generate_series(1, $1::integer) as s`,
      [STATISTICS, ARTICLES, users.all, users.hundred],
    );
    await fillIdentifiers(client, gtins, STATISTICS, ARTICLES);
    await client.query('analyze statistics, identifiers');
  } finally {
    await client.end();
  }
}

/** The first statistics by number buy so many of the products each; for a session that checks no references. */
export async function fillIdentifiers(
  client: pg.Client,
  gtins: readonly string[],
  statistics: number,
  articles: number,
): Promise<void> {
  await client.query('alter table statistic_identifiers drop constraint statistic_identifiers_pkey');
  await client.query(
    'insert into identifiers (gtin, pharmacode) select gtin, 0 from unnest($1::bigint[]) as g (gtin) order by gtin',
    [gtins],
  );
  // Each walks through the products by a step that has no divisor in common with their number: none comes twice.
  await client.query(
    `insert into statistic_identifiers (identifier_id, statistic_id, quantity)
       select 1 + (s::bigint * 7919 + k * (array[7, 11, 13, 17, 19, 23, 29, 31])[1 + s % 8]) % $3::integer,
         s, 1 + (s + k) % 20
       from generate_series(1, $1::integer) as s, generate_series(0, $2::integer - 1) as k`,
    [statistics, articles, gtins.length],
  );
  await client.query(
    'alter table statistic_identifiers add primary key (identifier_id, statistic_id) include (quantity)',
  );
  await client.query('vacuum analyze statistic_identifiers');
}
