import type { Pool } from 'pg';

/** Direct link ids of two of the demo's statistics of one customer by one uploader, the later one first. */
export async function linkedPair(
  pool: Pool,
  lengths: 'same length' | 'different length',
): Promise<[id: string, other: string]> {
  const { rows } = await pool.query<{ id: string; other: string; sameLength: boolean }>(
    `select s.direct_link_id as id, o.direct_link_id as other,
       12 * (s.time_year_to - s.time_year_from) + s.time_month_to - s.time_month_from
         = 12 * (o.time_year_to - o.time_year_from) + o.time_month_to - o.time_month_from as "sameLength"
     from statistics s join statistics o using (customer_external_id, test_upload, uploader_id)
     where s.active and o.active and s.deleted_at is null and o.deleted_at is null
       and customer_external_id <> '' and s.time_year_to * 12 + s.time_month_to > o.time_year_to * 12 + o.time_month_to
     order by s.id, o.id`,
  );
  const pair = rows.find(({ sameLength }) => sameLength === (lengths === 'same length'));
  if (!pair) throw new Error(`The demo world has no two statistics of one customer and ${lengths}.`);
  return [pair.id, pair.other];
}
