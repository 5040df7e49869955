-- Molecules: one row per active substance, or combination of them, of the articles bought.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others), $atc (codes of any
-- level, by prefix) and $manufacturer (names) widen within themselves.
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by name.
-- Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.
select
  molecule::varchar as "moleculeName",
  count(*)::integer as "count",
  sum(quantity)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from assortment
where molecule is not null
  and general_leaves($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
  and type_leaves($type::varchar[], origin)
  and atc_leaves($atc::varchar[], atc)
  and names_leave($manufacturer::varchar[], manufacturer)
group by molecule
order by
  case $sortBy::varchar
    when 'count' then count(*)
    when 'qtySum' then sum(quantity)
    when 'efPreisSum' then coalesce(sum(ex_factory_sum), 0)
    when 'pPreisSum' then coalesce(sum(public_sum), 0)
    when 'turnoverPotential' then coalesce(sum(turnover_potential), 0)
  end desc,
  enum_code(molecule)
