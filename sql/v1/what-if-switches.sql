-- What switches: one row per article that does (fields ending in 1), with what is bought instead (ending in 2). Packs of the
-- statistic's period; turnover as it is (turnoverReplaced), potential and gain in CHF of the packs that switch, ex-factory without
-- VAT, unknown (null) where a price is. packs2: packs × pack factor; packs2InAll: those of all articles that switch to the same alternative, half up to the
-- ten-thousandth of their sum, as a cart has them.
-- $chosen: product:…, set:…, molecule:…, manufacturer:…, all or none; $share: the share that switches of what has none of its own;
-- $benchmark: whole percent of generic penetration, to which the fewest further articles switch: `step` numbers these, the one that
-- brings most first, and penetrationAfterStep is the penetration with it, in percent to four decimals (see load/what-if.sql).
-- The steps first, then by potential (unknown last), name and GTIN. $limit: the first rows, null for all.
with
-- What switches.
moves as materialized (
  from moving($chosen::varchar[], $share::varchar, $benchmark::integer)
),
-- What that makes of each alternative: where pack sizes compare they are all divided by the same one, its own, else by 1.
wanted as (
  select alternative_name_order, sum(packs) as packs
  from (
    select
      alternative_name_order,
      quotient(2 * sum(packs * pack)::hugeint + alternative_pack, 2 * alternative_pack) as packs
    from moves
    group by alternative_name_order, alternative_pack
  )
  group by alternative_name_order
)
select
  moves.article as "article",
  moves.product_name as "productName",
  moves.manufacturer::varchar as "manufacturer",
  moves.alternative_gtin as "alternativeGTIN",
  moves.alternative_name as "alternativeProductName",
  moves.alternative_deliverable as "alternativeDeliverable",
  moves.origin::varchar as "origin",
  moves.alternative_origin::varchar as "alternativeOrigin",
  moves.share::double as "share",
  (moves.packs::decimal(34, 0) * 0.0001::decimal(4, 4))::double as "packs1",
  (moves.alternative_packs::decimal(34, 0) * 0.0001::decimal(4, 4))::double as "packs2",
  (wanted.packs::decimal(34, 0) * 0.0001::decimal(4, 4))::double as "packs2InAll",
  moves.away::double as "turnoverReplaced",
  moves.instead::double as "turnoverPotential",
  moves.gain::double as "customersGain",
  moves.step::integer as "step",
  case when moves.step is not null then round(100 * moves.level / nullif(moves.level_of, 0), 4) end as "penetrationAfterStep"
from moves
join wanted on wanted.alternative_name_order = moves.alternative_name_order
order by moves.step nulls last, moves.instead desc nulls last, moves.name_order, moves.article
limit $limit::bigint
