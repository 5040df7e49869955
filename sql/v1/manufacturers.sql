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
  and general_leaves($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
  and type_leaves($type::varchar[], origin)
  and names_leave($molecule::varchar[], molecule)
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
