-- Totals of molecules: one row, the figures of all molecules that the filters of molecule.sql leave, and their number.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others), $atc (codes of any
-- level, by prefix) and $manufacturer (names) widen within themselves. Quantities in packs, sums in CHF.
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
    and (not list_contains($general::varchar[], 'match') or alternative_gtin is not null)
    and (not list_contains($general::varchar[], 'available_match') or alternative_deliverable)
    and (not list_contains($general::varchar[], 'sb20') or sb20)
    and (not list_contains($general::varchar[], 'stock_out') or stocked_out)
    and (not list_contains($general::varchar[], 'co') or co_marketing)
    and (
      len($type::varchar[]) = 0
      or (list_contains($type::varchar[], 'generika') and origin = 'generic')
      or (list_contains($type::varchar[], 'original') and origin = 'original')
      or (list_contains($type::varchar[], 'others') and origin = 'other')
    )
    and (len($atc::varchar[]) = 0 or len(list_filter($atc::varchar[], lambda code: starts_with(atc::varchar, code))) > 0)
    and (len($manufacturer::varchar[]) = 0 or list_contains($manufacturer::varchar[], manufacturer::varchar))
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
