-- Manufacturers: one row per manufacturer of the articles bought.
-- $general (match, sb20) narrow; $type (generika, original, others) and $molecule (names) widen within themselves.
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by name.
-- Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.
select
  manufacturer::varchar as "manufacturerName",
  count(*)::integer as "count",
  sum(quantity)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
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
    when 'efPreisSum' then coalesce(sum(ex_factory_sum), 0)
    when 'pPreisSum' then coalesce(sum(public_sum), 0)
    when 'turnoverPotential' then coalesce(sum(turnover_potential), 0)
  end desc,
  enum_code(manufacturer)
