-- ATC groups: one row per ATC group (level 1) of the pharma articles bought.
-- $type: all, provider (the provider's own products) or provider_alternative (articles the provider could replace).
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by group.
select
  atc_group::varchar as "atcCategory",
  count(*)::integer as "count",
  sum(quantity)::double as "qtySum",
  sum(ex_factory_sum)::double as "efPreisSum",
  sum(public_sum)::double as "pPreisSum",
  sum(turnover_potential)::double as "turnoverPotential"
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
    when 'efPreisSum' then sum(ex_factory_sum)
    when 'pPreisSum' then sum(public_sum)
    when 'turnoverPotential' then sum(turnover_potential)
  end desc,
  enum_code(atc_group)
