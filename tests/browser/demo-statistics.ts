import type { Pool } from 'pg';

/** The demo's newest statistic of a customer whose link works. */
export async function openStatistic(pool: Pool): Promise<{ directLinkId: string; customerName: string }> {
  return firstStatistic(pool, 'active and customer_name is not null');
}

/** The demo's statistic whose link was disabled. */
export async function disabledStatistic(pool: Pool): Promise<{ directLinkId: string }> {
  return firstStatistic(pool, 'not active');
}

async function firstStatistic(pool: Pool, condition: string) {
  const { rows } = await pool.query<{ directLinkId: string; customerName: string }>(
    `select direct_link_id as "directLinkId", customer_name as "customerName"
     from statistics where ${condition} order by id limit 1`,
  );
  if (!rows[0]) throw new Error(`The demo world has no statistic that is ${condition}.`);
  return rows[0];
}
