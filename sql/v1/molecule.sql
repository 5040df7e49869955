-- Molecules: one row per active substance, or combination of them, of the articles bought.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others), $atc (codes of any
-- level, by prefix) and $manufacturer (names) widen within themselves.
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by name.
select
  molecule::varchar as "moleculeName",
  count(*)::integer as "count",
  sum(quantity)::double as "qtySum",
  sum(ex_factory_sum)::double as "efPreisSum",
  sum(public_sum)::double as "pPreisSum",
  sum(turnover_potential)::double as "turnoverPotential"
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
order by
  case $sortBy::varchar
    when 'count' then count(*)
    when 'qtySum' then sum(quantity)
    when 'efPreisSum' then sum(ex_factory_sum)
    when 'pPreisSum' then sum(public_sum)
    when 'turnoverPotential' then sum(turnover_potential)
  end desc,
  enum_code(molecule)
