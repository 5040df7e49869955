-- Totals of molecules: one row, the figures of all molecules that the filters of molecule.sql leave, and their number.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others), $atc (codes of any
-- level, by prefix) and $manufacturer (names) widen within themselves. Quantities in packs, sums in CHF,
-- which add what is known.
with
-- The figures of each molecule: counting their rows is faster than counting distinct values.
molecules as (
  select
    count(*) as articles,
    sum(quantity) as quantity,
    sum(ex_factory_sum) as ex_factory_sum,
    sum(public_sum) as public_sum,
    sum(turnover_potential) as turnover_potential
  from assortment
  where molecule is not null
    and general_leaves($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and type_leaves($type::varchar[], origin)
    and atc_leaves($atc::varchar[], atc)
    and names_leave($manufacturer::varchar[], manufacturer)
  group by molecule
)
select
  count(*)::integer as "rowCount",
  coalesce(sum(articles), 0)::integer as "count",
  coalesce(sum(quantity), 0)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from molecules
