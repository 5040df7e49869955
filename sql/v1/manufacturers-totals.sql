-- Totals of manufacturers: one row, the figures of all manufacturers that the filters of manufacturers.sql leave, and
-- their number. Quantities in packs, sums in CHF, which add what is known.
-- $general (match, sb20) narrow; $type (generika, original, others) and $molecule (names) widen within themselves.
with
-- The figures of each manufacturer: counting their rows is faster than counting distinct values.
manufacturers as (
  select
    count(*) as articles,
    sum(quantity) as quantity,
    sum(ex_factory_sum) as ex_factory_sum,
    sum(public_sum) as public_sum,
    sum(turnover_potential) as turnover_potential
  from assortment
  where manufacturer is not null
    and general_leaves($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and type_leaves($type::varchar[], origin)
    and names_leave($molecule::varchar[], molecule)
  group by manufacturer
)
select
  count(*)::integer as "rowCount",
  coalesce(sum(articles), 0)::integer as "count",
  coalesce(sum(quantity), 0)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from manufacturers
