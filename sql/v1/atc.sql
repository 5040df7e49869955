-- ATC groups: one row per ATC group (level 1) of the pharma articles bought.
-- $type: all, provider (the provider's own products) or provider_alternative (articles the provider could replace).
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by group.
-- Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.
select
  atc_group::varchar as "atcCategory",
  count(*)::integer as "count",
  sum(quantity)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from assortment
where atc_group is not null
  and case $type::varchar
    when 'all' then true
    when 'provider' then provider
    when 'provider_alternative' then alternative_gtin is not null
  end
group by atc_group
order by
  case $sortBy::varchar
    when 'count' then count(*)
    when 'qtySum' then sum(quantity)
    when 'efPreisSum' then coalesce(sum(ex_factory_sum), 0)
    when 'pPreisSum' then coalesce(sum(public_sum), 0)
    when 'turnoverPotential' then coalesce(sum(turnover_potential), 0)
  end desc,
  enum_code(atc_group)
