import type { IdentifierSums } from '#analytics/lines.ts';
import { execute, type Queryable } from '../platform/database/query.ts';

/** Says which identifiers a statistic contains; call it in the transaction that stores its sums. */
export async function insertIdentifiers(
  db: Queryable,
  id: number,
  { gtins, pharmacodes, quantities }: IdentifierSums,
): Promise<void> {
  // In one order, so that uploads at the same time wait for each other and don't lock each other out.
  await execute(
    db,
    `insert into identifiers (gtin, pharmacode)
     select given.gtin, given.pharmacode
     from unnest($1::bigint[], $2::integer[]) as given (gtin, pharmacode)
     left join identifiers known using (gtin, pharmacode)
     where known.id is null
     order by given.gtin, given.pharmacode
     on conflict do nothing`,
    [gtins, pharmacodes],
  );
  await execute(
    db,
    `insert into statistic_identifiers (identifier_id, statistic_id, quantity)
     select i.id, $3, given.quantity
     from unnest($1::bigint[], $2::integer[], $4::bigint[]) as given (gtin, pharmacode, quantity)
     join identifiers i using (gtin, pharmacode)
     order by i.id`,
    [gtins, pharmacodes, id, quantities],
  );
}
