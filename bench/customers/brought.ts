import type { Pool } from 'pg';
import type { Entry } from '../mode.ts';
import { ms, table } from '../table.ts';
import { measure } from '../timing.ts';
import { gtinsOf, SEED } from '../world/catalogue.ts';
import { benchLines } from '../world/lines.ts';
import { asking, storeStatistic } from '../world/portal.ts';
import type { BenchWorld } from '../world/world.ts';

const CUSTOMER = 'brought-1';
/** Half-years, as many as the page tells of at most, up to the end of 2025. */
const STATISTICS = 8;
const LINES = 3000;
/** One a month of the last years, each of other products. */
const ORDERS = 24;
const PRODUCTS = 40;

const patience = { warmUp: 3, minRuns: 20, maxRuns: 60, budgetMs: 10_000 };

/** Milliseconds, p95, and those of the first answer, which opens every statistic. */
const targets = { warm: 300, first: 1000 };

/** What the orders of a customer brought, product by product, by eight statistics that are opened for it. */
export async function measureBrought(
  url: string,
  pool: Pool,
  world: BenchWorld,
  { id, token }: { id: number; token: string },
): Promise<Entry[]> {
  await fill(pool, world, id);
  const get = asking(`${url}/api/customers/${CUSTOMER}`, token);
  const start = performance.now();
  const { results } = JSON.parse((await get('brought')).toString()) as { results: { products: object[] }[] };
  const first = performance.now() - start;
  const rows = results.reduce((sum, { products }) => sum + products.length, 0);
  if (results.length !== STATISTICS || rows === 0)
    throw new Error(`${results.length} statistics tell of ${rows} products.`);
  const entries = [];
  for (const [question, path] of [
    ['brought', 'brought'],
    ['brought as .xlsx', 'brought/excel'],
  ] as const) {
    const { timing, answer } = await measure(() => get(path), patience);
    const { runs, p50, p95, p99 } = timing;
    entries.push({
      question,
      who: `${STATISTICS} statistics, ${ORDERS} orders`,
      ...{ rows, first, runs, p50, p95, p99, target: targets.warm },
      bytes: answer.length,
      met: p95 <= targets.warm && first <= targets.first,
    });
  }
  console.log(
    table(
      [
        'what orders brought, ms',
        'rows',
        'first',
        'p50',
        'p95',
        'bytes',
        `first <= ${targets.first}, p95 <= ${targets.warm}`,
      ],
      entries.map((each) => [
        each.question,
        String(rows),
        ms(first),
        ms(each.p50),
        ms(each.p95),
        String(each.bytes),
        each.met ? 'yes' : 'no',
      ]),
    ),
  );
  return entries;
}

/** An order a month from February 2022 to January 2024, of products of the catalogue in turns. */
async function fill(pool: Pool, world: BenchWorld, user: number): Promise<void> {
  const gtins = await gtinsOf(world.engine, world.catalogue);
  let last = 0;
  for (let at = 0; at < STATISTICS; at++) {
    const stored = await benchLines(world.engine, LINES, SEED + 1 + at);
    const from = at % 2 === 0 ? 7 : 1;
    const year = 2025 - Math.floor(at / 2);
    const time = {
      timeMonthFrom: from,
      timeYearFrom: year,
      timeMonthTo: from + 5,
      timeYearTo: year,
      customerExternalId: CUSTOMER,
    };
    const { id } = await storeStatistic(pool, user, stored, LINES, time);
    if (at === 0) last = id;
  }
  await pool.query(
    `insert into orders (cart_key, version, statistic_id, owner_id, made_by, content, content_sha256, selection_sha256, signed,
       row_count, packs, ex_factory_sum, made_at)
     select 'brought-' || o, 1, $1, $2, $2, json_build_object(
       'statistic', json_build_object('customerExternalId', $3::text),
       'wholesaler', json_build_object('wholesalerID', 1, 'wholesalerName', 'Grossist'),
       'rows', (
         select json_agg(json_build_object(
           'gtin', ($4::text[])[1 + (o * $6::integer + p) * 7 % cardinality($4::text[])],
           'productDescription', 'Ours ' || p || ' Filmtabl 20 mg 100 Stk', 'packs', 12
         )) from generate_series(1, $6::integer) as p
       )
     )::text, sha256(('brought-' || o)::bytea), sha256(('brought-' || o)::bytea), false, $6, 12 * $6, 6000,
       timestamptz '2022-01-15' + make_interval(months => o)
     from generate_series(1, $5::integer) as o`,
    [last, user, CUSTOMER, gtins, ORDERS, PRODUCTS],
  );
  await pool.query('analyze');
}
