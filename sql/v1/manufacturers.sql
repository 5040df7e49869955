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
from filtered_assortment(
  chosen_general := $general::varchar[],
  chosen_type := $type::varchar[],
  chosen_molecule := $molecule::varchar[]
)
where manufacturer is not null
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
