-- Totals of ATC groups: one row, the figures of all groups of atc.sql and their number. Quantities in packs, sums in
-- CHF, which add what is known.
-- $type: all, provider (the provider's own products) or provider_alternative (articles the provider could replace).
select *
from group_totals(
  atc_group,
  case $type::varchar
    when 'all' then true
    when 'provider' then provider
    when 'provider_alternative' then alternative_gtin is not null
  end
)
