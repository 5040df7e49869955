-- Manufacturers: one row per manufacturer of the articles bought.
-- $general (match, sb20) narrow; $type (generika, original, others) and $molecule (names) widen within themselves.
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by name.
select
  manufacturer::varchar as "manufacturerName",
  count(*)::integer as "count",
  sum(quantity)::double as "qtySum",
  sum(ex_factory_sum)::double as "efPreisSum",
  sum(public_sum)::double as "pPreisSum",
  sum(turnover_potential)::double as "turnoverPotential"
from assortment
where manufacturer is not null
  and (not list_contains($general::varchar[], 'match') or alternative_gtin is not null)
  and (not list_contains($general::varchar[], 'sb20') or sb20)
  and (
    len($type::varchar[]) = 0
    or (list_contains($type::varchar[], 'generika') and origin = 'generic')
    or (list_contains($type::varchar[], 'original') and origin = 'original')
    or (list_contains($type::varchar[], 'others') and origin = 'other')
  )
  and (len($molecule::varchar[]) = 0 or list_contains($molecule::varchar[], molecule::varchar))
group by manufacturer
order by
  case $sortBy::varchar
    when 'count' then count(*)
    when 'qtySum' then sum(quantity)
    when 'efPreisSum' then sum(ex_factory_sum)
    when 'pPreisSum' then sum(public_sum)
    when 'turnoverPotential' then sum(turnover_potential)
  end desc,
  enum_code(manufacturer)
