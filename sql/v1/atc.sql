-- ATC groups: one row per ATC group (level 1) of the pharma articles bought.
-- $type: all, provider (the provider's own products) or provider_alternative (articles the provider could replace).
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by group.
-- Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.
select name as "atcCategory", "count", "qtySum", "efPreisSum", "pPreisSum", "turnoverPotential"
from groups_by(
  atc_group,
  $sortBy::varchar,
  case $type::varchar
    when 'all' then true
    when 'provider' then provider
    when 'provider_alternative' then alternative_gtin is not null
  end
)
order by figure desc, place
