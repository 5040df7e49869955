import { type Queryable, queryRows } from '../platform/database/query.ts';

/** An identifier in statistics, and the product and molecule that it means, by their numbers in a catalogue. */
export type IdentifiedGap = { id: number; product: number; molecule: number };

export type BoughtOf = { kind: 'product' | 'molecule'; of: number; customers: number; packs: number };

/** Every pair of identifiers that occurs in statistics. */
export function allPairs(db: Queryable): Promise<{ id: number; gtin: string; pharmacode: number }[]> {
  return queryRows(db, 'select id, gtin::text as gtin, pharmacode from identifiers');
}

/**
 * How many of these statistics (ids with commas between) have bought each product and each molecule (net quantity above 0),
 * and how many packs. All identifiers of a molecule must stand in one call.
 */
export function boughtOf(
  db: Queryable,
  statistics: string,
  gaps: readonly IdentifiedGap[],
): Promise<BoughtOf[]> {
  // Adding 0 keeps the planner from looking up each pair of both lists.
  return queryRows<BoughtOf>(
    db,
    `with netted as materialized (
       select m.product, m.molecule, b.statistic_id, sum(b.quantity) as quantity
       from unnest($2::integer[], $3::integer[], $4::integer[]) as m (identifier, product, molecule)
       join statistic_identifiers b on b.identifier_id = m.identifier
       where b.statistic_id + 0 = any ($1::integer[])
       group by m.product, m.molecule, b.statistic_id
       having sum(b.quantity) > 0
     )
     select 'product' as kind, product as of, count(*)::integer as customers, sum(quantity)::float8 as packs
     from netted
     group by product
     union all
     select 'molecule', molecule, count(*)::integer, sum(quantity)::float8
     from (
       select molecule, statistic_id, sum(quantity) as quantity from netted group by molecule, statistic_id
     ) buyers
     group by molecule`,
    [
      `{${statistics}}`,
      gaps.map(({ id }) => id),
      gaps.map(({ product }) => product),
      gaps.map(({ molecule }) => molecule),
    ],
  );
}
