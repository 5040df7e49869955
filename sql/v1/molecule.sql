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
from filtered_assortment(
  chosen_general := $general::varchar[],
  chosen_type := $type::varchar[],
  chosen_atc := $atc::varchar[],
  chosen_manufacturer := $manufacturer::varchar[]
)
where molecule is not null
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
