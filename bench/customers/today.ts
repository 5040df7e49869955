import type { Pool } from 'pg';
import type { LoadedServer } from '../load/server.ts';
import type { Entry } from '../mode.ts';
import { ms, table } from '../table.ts';
import { measure } from '../timing.ts';
import { asking } from '../world/portal.ts';

/** Customers of one representative, and statistics of one of them. */
const CUSTOMERS = 500;
const STATISTICS = 20;
const ORDERS = 100;

const patience = { warmUp: 5, minRuns: 40, maxRuns: 100, budgetMs: 10_000 };

/** Milliseconds, p95. */
const targets = { today: 150, customer: 100 };

/** Whom to call of 500 customers, and all about one with 20 statistics: from kept figures, while no statistic is open. */
export async function measureToday(
  server: LoadedServer,
  pool: Pool,
  { id, token }: { id: number; token: string },
): Promise<Entry[]> {
  await fill(pool, id);
  const get = asking(`${server.url}/api`, token);
  const questions = [
    { question: 'today', path: 'today', target: targets.today },
    { question: 'customers/{number}', path: 'customers/today-1', target: targets.customer },
  ];
  const entries: (Entry & { p50: number; p95: number; bytes: number; met: boolean })[] = [];
  for (const { question, path, target } of questions) {
    const { timing, answer } = await measure(() => get(path), patience);
    const { runs, p50, p95, p99 } = timing;
    entries.push({
      question,
      who: `${CUSTOMERS} customers`,
      ...{ runs, p50, p95, p99, target },
      bytes: answer.length,
      met: p95 <= target,
    });
  }
  const { openStatistics } = await server.report();
  if (openStatistics > 0) throw new Error(`${openStatistics} statistics were opened.`);
  console.log(
    table(
      ['from kept figures, ms', 'p50', 'p95', 'bytes', 'p95 <='],
      entries.map((each) => [
        String(each.question),
        ms(each.p50),
        ms(each.p95),
        String(each.bytes),
        `${each.target} ${each.met ? 'yes' : 'no'}`,
      ]),
    ),
  );
  return entries;
}

/**
 * Customers with 30 products missing each, of which 10 are new, 200 of their dashboards opened lately, 100 orders of 40
 * products that nobody sent, and 50 customers who were called.
 */
async function fill(pool: Pool, user: number): Promise<void> {
  await pool.query(
    `insert into customers (external_id, name, address, phone)
     select 'today-' || c, 'Apotheke Heute ' || c, 'Hauptstrasse ' || c || ', 8000, Zürich ZH, Schweiz', '044 000 00 00'
     from generate_series(1, $1::integer) as c`,
    [CUSTOMERS],
  );
  await pool.query(
    `insert into statistics (direct_link_id, customer_external_id, customer_name, time_month_from, time_year_from,
       time_month_to, time_year_to, sales_representative, uploader_id, file_name, line_count, report)
     select 'today' || lpad(row_number() over ()::text, 17, '0'), 'today-' || c, 'Apotheke Heute ' || c, 1, 2026 - s % 8, 12,
       2026 - s % 8, 'Bench', $2, 'bench.xlsx', 1500, '{}'
     from generate_series(1, $1::integer) as c,
       generate_series(0, case when c = 1 then $3::integer - 1 else 0 end) as s`,
    [CUSTOMERS, user, STATISTICS],
  );
  await pool.query(
    `insert into statistic_figures (statistic_id, version, figures, offers, missing)
     select id, 'bench', jsonb_build_object(
       'turnoverTotal', 1000000.5, 'turnoverProvider', 100000.5, 'potentialTotal', 500000 + id, 'customersGainTotal', 90000,
       'alternativeProvider', 684, 'notDeliverable', 79, 'notDeliverableReplaceable', 31, 'genericPenetration', 59,
       'catalogueRevision', 1, 'priceDate', '2026-01-01'
     ), (
       select jsonb_agg(jsonb_build_object(
         'article', '768000000000' || o, 'productName', 'Bought ' || o || ' Filmtabl 20 mg 100 Stk',
         'alternativeGTIN', '768000000001' || o, 'alternativeProductName', 'Ours ' || o || ' Filmtabl 20 mg 100 Stk',
         'qtySum1', 12, 'turnoverPotential', 1000 * o, 'customersGain', 100 * o
       )) from generate_series(1, 3) as o
     ), (
       select jsonb_agg(jsonb_build_object(
         'gtin', '76800000000' || (10 + m), 'productName', 'Missing ' || m || ' Filmtabl 20 mg 100 Stk',
         'alternativeProductName', 'Ours ' || m || ' Filmtabl 20 mg 100 Stk',
         'since', (current_date - m)::text, 'seen', now() - make_interval(days => m), 'potentialPerMonth', 10 * m
       )) from generate_series(4, 33) as m
     )
     from statistics where uploader_id = $1`,
    [user],
  );
  await pool.query(
    `insert into usage_counts (day, event, caller, statistic_id, representative_id, count)
     select current_date - s.id % 5, 'opening', 'visitor', s.id, $1, 2
     from statistics s where s.uploader_id = $1 order by s.id limit 200`,
    [user],
  );
  await pool.query(
    `insert into orders (cart_key, version, statistic_id, owner_id, made_by, content, content_sha256, selection_sha256, signed,
       row_count, packs, ex_factory_sum)
     select 'bench-' || s.id, 1, s.id, $1, $1, json_build_object(
       'statistic', json_build_object('customerExternalId', s.customer_external_id), 'deliveryDate', current_date + s.id % 9,
       'wholesaler', json_build_object('wholesalerID', 1, 'wholesalerName', 'Grossist'),
       'rows', (
         select json_agg(json_build_object(
           'gtin', '7680000000011', 'pharmacode', '1234567', 'productDescription', 'Ours Filmtabl 20 mg 100 Stk',
           'pack', '100 Stk', 'manufacturer', 'Provider AG', 'selectedExact', '12', 'packs', 12, 'exFactoryPrice', 12.5,
           'lineTotal', 150
         )) from generate_series(1, 40)
       )
     )::text, sha256(s.id::text::bytea), sha256(s.id::text::bytea), false, 40, 480, 6000
     from statistics s where s.uploader_id = $1 order by s.id desc limit $2`,
    [user, ORDERS],
  );
  await pool.query(
    `insert into customer_actions (customer_external_id, user_id, done_by, action)
     select 'today-' || c, $1, 'Bench', 'called' from generate_series(101, 150) as c`,
    [user],
  );
  await pool.query('analyze');
}
