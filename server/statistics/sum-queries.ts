import type { IdentifierSums } from '#analytics/lines.ts';
import { execute, type Queryable, queryOptionalRow } from '../platform/database/query.ts';

/** A statistic whose sums are not stored yet, with its lines (Parquet). */
export type Unsummed = { id: number; lines: Buffer };

/** The newest statistic below `id` whose sums are missing. */
export function findUnsummed(db: Queryable, id: number): Promise<Unsummed | undefined> {
  return queryOptionalRow<Unsummed>(
    db,
    `select statistic_id as id, lines from statistic_files where sums is null and statistic_id < $1
     order by statistic_id desc limit 1`,
    [id],
  );
}

/** Stores the sums of a statistic unless somebody else has or is about to, or it is gone; call it in a transaction. */
export async function storeSums(
  db: Queryable,
  id: number,
  sums: Uint8Array,
  identifiers: IdentifierSums,
): Promise<void> {
  const stored = await execute(
    db,
    `update statistic_files set sums = $2 where statistic_id = (
       select statistic_id from statistic_files where statistic_id = $1 and sums is null for no key update skip locked
     )`,
    [id, sums],
  );
  if (stored > 0) await insertIdentifiers(db, id, identifiers);
}

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
