-- Totals of ATC groups: one row, the figures of all groups of atc.sql and their number. Quantities in packs, sums in
-- CHF, which add what is known.
-- $type: all, provider (the provider's own products) or provider_alternative (articles the provider could replace).
with
-- The figures of each ATC group: counting their rows is faster than counting distinct values.
groups as (
  select
    count(*) as articles,
    sum(quantity) as quantity,
    sum(ex_factory_sum) as ex_factory_sum,
    sum(public_sum) as public_sum,
    sum(turnover_potential) as turnover_potential
  from assortment
  where atc_group is not null
    and case $type::varchar
      when 'all' then true
      when 'provider' then provider
      when 'provider_alternative' then alternative_gtin is not null
    end
  group by atc_group
)
select
  count(*)::integer as "rowCount",
  coalesce(sum(articles), 0)::integer as "count",
  coalesce(sum(quantity), 0)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from groups
